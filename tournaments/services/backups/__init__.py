"""Backups: everything or one event as a file, its restoring, and the copies that are made by themselves.

schema.py      which tables a backup has, and where a row names another row
snapshot.py    one moment of the database, while play goes on
writing.py     rows into a file
moving.py      the new primary keys of rows that move into another database
reading.py     rows of a file into rows that are safe to store
dumping.py     a database on a server, of any release
automatic.py   copies in a second folder while results come in
ages.py        which of many files stay
contents.py    what a file has that may be restored, told from its beginning
folder.py      that folder, which may not answer
choosing.py    its path as somebody types it, and why it does not serve
replaced.py    what a restore replaced, as files
uploads.py     an uploaded file while its director is asked
comparing.py   an event of a file with the one that is here: what replacing it takes away
restoring.py   a file into the database: all of it or nothing
"""

from .comparing import Exists
from .copies import opened
from .replaced import Kept, kept_of
from .restoring import BringsPeople, Comes, Restored, Restoring, Source, refusing, restore
from .writing import everything, file_name, one_event

__all__ = [
    "BringsPeople",
    "Comes",
    "Exists",
    "Kept",
    "Restored",
    "Restoring",
    "Source",
    "everything",
    "file_name",
    "kept_of",
    "one_event",
    "opened",
    "refusing",
    "restore",
]
