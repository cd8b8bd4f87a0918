"""Of two versions of a region that follows play, only what changed: a phone that has one is sent no more.

The versions are pieces as they were rendered and kept. This compares their text, so it knows nothing of what
a page shows. An element with an id and ``data-part`` is a part: those that changed are sent, and whatever is
outside of parts must be the same in both versions. Parts in a list (``li``) may change their order.

    <div id="live" …>              its attributes are told anew
      <p id="status" data-part>    sent if it changed
      <h2 id="g1" data-part>
      <li id="p7" data-part>       of a row of standings the pieces that changed are sent; its rank is told,
                                   which one result changes in a hundred rows, and changes.js writes it

htmx swaps one template out of band, with all that is sent; changes.js puts each part where it belongs. One
swap a part would cost a phone more than all the rest: htmx tells of each swap to all that came before it.

A page of an older build, which cannot read these, finds nothing under the name that it knows, and asks for
the whole.
"""

import re
from bisect import bisect
from html import unescape
from typing import Any, NamedTuple

from django.utils.html import json_script, strip_tags

_PART = re.compile(r'<(?P<tag>\w+) id="(?P<id>[\w-]+)"\s+data-part\b.*?</(?P=tag)>', re.DOTALL)
_ATTRIBUTE = re.compile(r'\s([\w-]+)="([^"]*)"')
_RANK = re.compile(r'(?<=<span class="rank">)(.*?)(?=</span>)', re.DOTALL)
_NAMES = '<span class="(?:who|cells|values|points)"'
_PIECE = re.compile(rf'<p class="why.*?</p>|{_NAMES}.*?(?=\s*(?:{_NAMES}|</a>))', re.DOTALL)
# In the place of the sentence above a row that has none now.
_NO_SENTENCE = '<p class="why"></p>'
_BLANKS = re.compile(r"\s+")


class _Region(NamedTuple):
    """``parts`` by id, in their order; ``frame`` is what is around those that may move."""

    attributes: dict[str, str]
    parts: dict[str, str]
    frame: str

    @property
    def order(self) -> dict[str, list[str]]:
        """The parts of each list, by the part before it."""
        lists: dict[str, list[str]] = {}
        head = ""
        for name, part in self.parts.items():
            if part.startswith("<li"):
                lists.setdefault(head, []).append(name)
            else:
                head = name
        return lists


def changes(before: str, after: str) -> str:
    """What htmx is sent to make ``after`` of ``before``; empty where it takes the whole."""
    old, new = _region(before), _region(after)
    if old is None or new is None or old.frame != new.frame or set(old.parts) != set(new.parts):
        return ""
    ranks, sent = {}, []
    for name, part in new.parts.items():
        was = old.parts[name]
        if part == was:
            continue
        if (pieces := _changed_pieces(was, part)) is None:
            # Behind other elements, a row of a table is one only in a template of its own.
            sent.append(f"<template>{part}</template>" if part.startswith("<tr") else part)
            continue
        if pieces:
            sent.append(f'<li id="{name}">{pieces}</li>')
        if (rank := _rank(part)) != _rank(was):
            ranks[name] = rank
    told: dict[str, Any] = {
        "since": old.attributes["data-made"],
        "attributes": dict(sorted(new.attributes.items() - old.attributes.items())),
        "moves": _moves(old.order, new.order),
        "ranks": ranks,
    }
    return "".join([json_script(told), '<template id="changes" hx-swap-oob="true">', *sent, "</template>"])


def _region(html: str) -> _Region | None:
    opening, _, content = html.strip().partition(">")
    parts: dict[str, str] = {}

    def cut(found: re.Match[str]) -> str:
        parts[found["id"]] = found[0]
        return "" if found["tag"] == "li" else f"<{found['id']}>"

    frame = _BLANKS.sub(" ", _PART.sub(cut, content))
    attributes = {name: unescape(value) for name, value in _ATTRIBUTE.findall(opening)}
    return _Region(attributes, parts, frame) if parts else None


def _moves(before: dict[str, list[str]], after: dict[str, list[str]]) -> dict[str, str]:
    """The fewest rows that have to move, in this order: behind which row each stands, or in the list of which
    head it is the first."""
    moves = {}
    for head, rows in after.items():
        stay = _in_order(before.get(head, []), rows)
        for row, above in zip(rows, [head, *rows], strict=False):
            if row not in stay:
                moves[row] = above
    return moves


def _in_order(before: list[str], after: list[str]) -> set[str]:
    """As many as there can be that stand in the same order in both."""
    place = {row: at for at, row in enumerate(before)}
    # The chain of each length that ends earliest in `before`, and where it ends.
    ends: list[int] = []
    chains: list[list[str]] = []
    for row in after:
        if row in place:
            at = bisect(ends, place[row])
            chain = [*chains[at - 1], row] if at else [row]
            ends[at : at + 1], chains[at : at + 1] = [place[row]], [chain]
    return set(chains[-1]) if chains else set()


def _changed_pieces(before: str, after: str) -> str | None:
    """Those of a row of standings; None for another part, or where anything else but the rank changed."""
    if not after.startswith("<li") or _frame(before) != _frame(after):
        return None
    old, new = _pieces(before), _pieces(after)
    if old.keys() | {"why"} != new.keys() | {"why"}:
        return None
    changed = [new.get(name, _NO_SENTENCE) for name in old | new if new.get(name) != old.get(name)]
    return "".join(changed)


def _frame(row: str) -> str:
    return _BLANKS.sub("", _RANK.sub("", _PIECE.sub("", row)))


def _pieces(row: str) -> dict[str, str]:
    """By the first of their classes."""
    pieces = (found[0] for found in _PIECE.finditer(row))
    return {re.split('[" ]', piece.partition('class="')[2], maxsplit=1)[0]: piece for piece in pieces}


def _rank(row: str) -> str:
    """``7= ▲1``: the rank, and how it moved."""
    found = _RANK.search(row.partition(">")[2])
    return " ".join(strip_tags(found[0].replace("<", " <")).split()) if found else ""
