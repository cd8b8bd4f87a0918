"""Static files as a deployment serves them: under names that carry a hash of their content, without what only
readers of the source need, and the style sheets of phones in one file."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.files.base import ContentFile
from django.template import Library
from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString
from whitenoise.storage import CompressedManifestStaticFilesStorage

# What is asked for at once comes as one file: each answer has headers, and on a slow network its own wait.
# The media of each sheet are those of its link where it comes alone.
BUNDLES = {
    "css/phone.css": (
        ("css/base.css", ""),
        ("css/public.css", ""),
        ("css/mine.css", ""),
        ("css/large.css", "(max-width: 17rem)"),
    )
}

register = Library()


@register.simple_tag
def sheets(name: str) -> SafeString:
    """The links to a bundle: one where a deployment has made it, else one to each of its sheets."""
    parts = ((name, ""),) if isinstance(staticfiles_storage, _Bundled) else BUNDLES[name]
    return SafeString("".join(_link(static(part), media) for part, media in parts))


def _link(address: str, media: str) -> SafeString:
    if media:
        return format_html('<link rel="stylesheet" href="{}" media="{}">', address, media)
    return format_html('<link rel="stylesheet" href="{}">', address)


class _Bundled:
    """A storage that has made the bundles."""


_STRING = r"""("[^"\n]*"|'[^'\n]*')"""
_COMMENT = re.compile(_STRING + r"|/\*.*?\*/", re.DOTALL)
# A declaration's colon is followed by a space, that of a selector is not.
_SPACE = re.compile(_STRING + r"|\s*([{};])\s*|([,:])\s+|\s+")
# Whole lines only: within a line, what looks like a comment may be a string.
_UNREAD = re.compile(r"^[ \t]*/\*[\s\S]*?\*/[ \t]*\n|^[ \t]*//[^\n]*\n|^[ \t]+|^\n", re.MULTILINE)


def lean_css(sheet: str) -> str:
    """
    >>> lean_css('/* Paper. */ a:hover, b {\\n  margin: 0 1em;\\n  content: "· ";\\n}')
    'a:hover,b{margin:0 1em;content:"· ";}'
    """
    bare = _COMMENT.sub(lambda found: found[1] or "", sheet).strip()
    return _SPACE.sub(lambda found: found[1] or found[2] or found[3] or " ", bare)


def lean_js(module: str) -> str:
    """
    >>> lean_js('/* Polls. */\\nfunction ask() {\\n  // At once.\\n  return "//"; // soon\\n}\\n')
    'function ask() {\\nreturn "//"; // soon\\n}\\n'
    """
    return _UNREAD.sub("", module)


_LEAN = {".css": lean_css, ".js": lean_js}


class HashedStaticFiles(_Bundled, CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # whitenoise has no types
    """Imports between modules name hashed files too, so that a cached old module never meets a new one.

    Django can do this for every script there is, but then it takes comments of vendored ones for imports.
    """

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        (
            "js/*.js",
            (
                (r'(?P<matched>\b(?P<word>from|import) "(?P<url>\.[^"]+)";)', '%(word)s "%(url)s";'),
                (r'(?P<matched>\bimport\("(?P<url>\.[^"]+)"\))', 'import("%(url)s")'),
            ),
        ),
    )
    # One pass for each step of the longest chain of imports, in whatever order the files are found.
    max_post_process_passes = 20

    def post_process(self, paths: dict[str, Any], dry_run: bool = False, **options: Any) -> Iterator[Any]:
        if not dry_run:
            paths = paths | self._lean(paths)
        yield from super().post_process(paths, dry_run, **options)

    def _lean(self, paths: dict[str, Any]) -> dict[str, Any]:
        """Our own sheets and scripts, and the bundles, written to the folder that is served."""
        own: dict[str, str] = {}
        for name, (storage, path) in paths.items():
            lean = _LEAN.get(Path(name).suffix)
            if lean and name.startswith(("css/", "js/")):
                with storage.open(path) as file:
                    own[name] = lean(file.read().decode())
        for name, parts in BUNDLES.items():
            own[name] = "".join(
                f"@media {media}{{{own[part]}}}" if media else own[part] for part, media in parts
            )
        for name, content in own.items():
            self.delete(name)
            self._save(name, ContentFile(content.encode()))
        return {name: (self, name) for name in own}
