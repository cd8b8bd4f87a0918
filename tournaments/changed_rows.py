"""Of two versions of a region that follows play, only what changed: a phone that has one is sent no more.

The versions are pieces as they were rendered and kept. This compares their text, so it knows nothing of what
a page shows. An element with an id and ``data-part`` is a part: those that changed are sent, and whatever is
outside of parts must be the same in both versions. Parts in a list (``li``) may change their order.

    <div id="live" …>              its attributes are told anew
      <p id="status" data-part>    sent if it changed
      <h2 id="g1" data-part>
      <li id="p7" data-part>       sent, unless only its rank or the sentence above it changed: one result
                                   does that to a hundred rows, and changes.js writes these itself

htmx swaps one template out of band, with all that is sent; changes.js puts each part where it belongs. One
swap a part would cost a phone more than all the rest: htmx tells of each swap to all that came before it.
"""

import re
from html import unescape
from typing import Any, NamedTuple

from django.utils.html import json_script, strip_tags

_PART = re.compile(r'<(?P<tag>\w+) id="(?P<id>[\w-]+)"\s+data-part\b.*?</(?P=tag)>', re.DOTALL)
_ATTRIBUTE = re.compile(r'\s([\w-]+)="([^"]*)"')
_RANK = re.compile(r'(?<= data-rank=")([^"]+)(?=")|(?<=<span class="rank">)(.*?)(?=</span>)', re.DOTALL)
_APART = re.compile(r'<p class="why[^"]*">.*?</p>', re.DOTALL)
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
    ranks, sentences, sent = {}, {}, []
    for name, part in new.parts.items():
        was = old.parts[name]
        if part == was:
            continue
        if not part.startswith("<li") or _without_rank(part) != _without_rank(was):
            # Behind other elements, a row of a table is one only in a template of its own.
            sent.append(f"<template>{part}</template>" if part.startswith("<tr") else part)
            continue
        if (rank := _rank(part)) != _rank(was):
            ranks[name] = rank
        if (sentence := _apart(part)) != _apart(was):
            sentences[name] = sentence
    order = {head: rows for head, rows in new.order.items() if rows != old.order.get(head)}
    told: dict[str, Any] = {
        "from": old.attributes["data-made"],
        "attributes": dict(sorted(new.attributes.items() - old.attributes.items())),
        "order": order,
        "ranks": ranks,
        "sentences": sentences,
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


def _without_rank(row: str) -> str:
    return _BLANKS.sub(" ", _RANK.sub("", _APART.sub("", row)))


def _rank(row: str) -> str:
    """``7= ▲1``: the rank, and how it moved."""
    found = _RANK.search(row.partition(">")[2])
    return " ".join(strip_tags(found[0].replace("<", " <")).split()) if found else ""


def _apart(row: str) -> str:
    found = _APART.search(row)
    return found[0] if found else ""
