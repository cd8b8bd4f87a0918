"""Zip files that cannot be read: damaged, with a password, or packed in a way that is not known here."""

import zlib
from zipfile import BadZipFile

# A password is a RuntimeError, and so is a compression that is not known. Damage of some kinds is an OSError
# too, which is left to those who read the whole file at once: one who stores meanwhile may meet a full disk.
UNREADABLE = (BadZipFile, zlib.error, EOFError, RuntimeError)
