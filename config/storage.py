"""Static files as a deployment serves them: under names that carry a hash of their content."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class HashedStaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Imports between modules name hashed files too, so that a cached old module never meets a new one.

    Django can do this for every script there is, but then it takes comments of vendored ones for imports.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "js/*.js",
            ((r'(?P<matched>\b(?P<word>from|import) "(?P<url>\.[^"]+)";)', '%(word)s "%(url)s";'),),
        ),
    )
    # One pass for each step of the longest chain of imports, in whatever order the files are found.
    max_post_process_passes = 20
