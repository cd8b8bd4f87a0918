"""What a disk keeps when the power is cut, worked out from a tape of :file:`recorder.c`.

Certain is only what was synced: bytes of a file by a sync of the file, its name by a sync of the folder. Of
the rest a disk may have kept any part: some writes and not others, in any order, a write in part by sectors;
of the names those up to some point, as file systems with a journal do it.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import NamedTuple

SECTOR = 512
_HEAD = re.compile(rb"([CUWTS]) (\d+) (\d+) (\d+) ([^\n]+)\n")

# The index of a write-ahead log lives in memory that connections share: SQLite makes it anew.
NEVER_SYNCED = "-shm"


class Record(NamedTuple):
    """One line of the tape: created, removed, written, cut or synced."""

    kind: str
    synced: int
    offset: int
    bytes: bytes
    name: str


def read(tape: bytes) -> Iterator[Record]:
    """The records of a tape, which can end within one: that one did not happen."""
    at = 0
    while head := _HEAD.match(tape, at):
        kind, synced, offset, length, name = head.groups()
        at = head.end() + int(length)
        if at > len(tape):
            return
        yield Record(kind.decode(), int(synced), int(offset), tape[head.end() : at], name.decode())


class File:
    """A file's bytes on the disk, and what was done to it since its last sync: with the record's number."""

    def __init__(self, synced: bytes = b"") -> None:
        self.synced = bytearray(synced)
        self.since: list[tuple[int, Record]] = []

    def sync(self, before: int) -> None:
        for number, record in self.since:
            if number < before:
                apply(self.synced, record)
        self.since = [(number, record) for number, record in self.since if number >= before]

    def kept(self, luck: Random | bool) -> bytes:
        """With nothing since the last sync (False), everything (True), or any part of it."""
        kept = bytearray(self.synced)
        for _number, record in self.since:
            if isinstance(luck, bool):
                if luck:
                    apply(kept, record)
            elif record.kind == "T":
                if luck.random() < 0.5:
                    apply(kept, record)
            else:
                for part in sectors(record):
                    if luck.random() < 0.5:
                        apply(kept, part)
        return bytes(kept)


def apply(content: bytearray, record: Record) -> None:
    end = record.offset + len(record.bytes)
    if record.kind == "T":
        del content[end:]
    content.extend(bytes(max(0, end - len(content))))
    content[record.offset : end] = record.bytes


def sectors(record: Record) -> Iterator[Record]:
    """A write as the sectors it touches: each is written whole or not at all."""
    at, end = record.offset, record.offset + len(record.bytes)
    while at < end:
        upto = min(end, at - at % SECTOR + SECTOR)
        part = record.bytes[at - record.offset : upto - record.offset]
        yield record._replace(offset=at, bytes=part)
        at = upto


class Disk:
    """A folder on a disk: the names that programs see, and those that were synced."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self.seen = {name: File(content) for name, content in files.items()}
        self.names = dict(self.seen)
        self.renamed: list[tuple[int, str, File | None]] = []

    def play(self, tape: bytes) -> "Disk":
        for number, record in enumerate(read(tape)):
            if not record.name.endswith(NEVER_SYNCED):
                self._happens(number, record)
        return self

    def _happens(self, number: int, record: Record) -> None:
        if record.kind == "C":
            self.seen[record.name] = File()
            self.renamed.append((number, record.name, self.seen[record.name]))
        elif record.kind == "U":
            del self.seen[record.name]
            self.renamed.append((number, record.name, None))
        elif record.kind == "S" and record.name == ".":
            done = [change for change in self.renamed if change[0] < record.synced]
            self.names = _renamed(self.names, done)
            self.renamed = self.renamed[len(done) :]
        elif record.kind == "S":
            self.seen[record.name].sync(record.synced)
        else:
            self.seen[record.name].since.append((number, record))

    def cut(self, luck: Random | bool) -> dict[str, bytes]:
        """The files after the power came back."""
        if isinstance(luck, bool):
            upto = len(self.renamed) if luck else 0
        else:
            upto = luck.randint(0, len(self.renamed))
        names = _renamed(self.names, self.renamed[:upto])
        return {name: file.kept(luck) for name, file in names.items()}


def _renamed(names: Mapping[str, File], changes: list[tuple[int, str, File | None]]) -> dict[str, File]:
    now = dict(names)
    for _number, name, file in changes:
        if file is None:
            now.pop(name, None)
        else:
            now[name] = file
    return now


def on(folder: Path) -> dict[str, bytes]:
    """The folder's files as programs see them."""
    return {file.name: file.read_bytes() for file in folder.iterdir() if not file.name.endswith(NEVER_SYNCED)}


def put(files: Mapping[str, bytes], folder: Path) -> Path:
    """Write the files into a new folder."""
    folder.mkdir()
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder
