"""Zip files that cannot be read: damaged, with a password, or packed in a way that is not known here."""

import zlib
from lzma import LZMAError
from zipfile import BadZipFile

# A password is a RuntimeError, and so is a compression that is not known. What bzip2 finds damaged is an
# OSError without a number: who stores meanwhile may meet a full disk, which has one.
UNREADABLE = (BadZipFile, zlib.error, LZMAError, EOFError, RuntimeError)
