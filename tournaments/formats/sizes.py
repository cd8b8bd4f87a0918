"""How large a file or a text may be, for its check, its page and its refusal alike."""

# A registration file, or the file of another pairing program: those of 5,000 players have some 3 MB.
LIST = 5_000_000
# The list of one section, as a file or pasted: 5,000 players are some 300,000 letters.
TEXT = 2_500_000
# The whole form may be a little larger (config/admission.py).
RATING_LIST = 9_500_000
BACKUP = 10_000_000
# What a server takes of any page: a form, and one with a file.
FORM, BODY = 1_000_000, 10_000_000


def megabytes(size: int) -> str:
    """
    >>> megabytes(LIST), megabytes(TEXT)
    ('5 MB', '2.5 MB')
    """
    return f"{size / 1_000_000:g} MB"
