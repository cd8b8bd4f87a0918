"""Rows of reasons as sentences, with the numbers that boards have now, for the desk or for anybody."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tiebreaks.engine.messages import Message

from ...models import PairingReasons
from ...pairing import sentences
from ...pairing.explain import following
from ...text import wording
from ...text.stored import from_json
from ..public.public_names import PublicNames

# Who is kept apart is between the director and families, and what the rules say of a board that the director
# set is for the desk.
PRIVATE = {
    sentences.OURS,
    sentences.MISSES,
    sentences.APART,
    sentences.ASKED_APART,
    sentences.ASKED_MET,
    sentences.ASKED_MET_NEVER,
    # As rounds of earlier releases have it.
    "{one} meets {other} instead of {ideal}, who is kept apart by the director.",
}


def sentences_of(
    texts: Iterable[Any],
    tables: Mapping[frozenset[int], int],
    names: PublicNames | None = None,
    *,
    is_private: bool = False,
) -> list[str]:
    """The sentences, with the numbers that boards have now."""
    return [
        worded(at_table(id, values, tables), names) for id, values in texts if is_private or id not in PRIVATE
    ]


def worded(text: Message, names: PublicNames | None) -> str:
    said = wording.message(text)
    return said if names is None else names.within(said)


def at_table(id: str, values: dict[str, Any], tables: Mapping[frozenset[int], int]) -> Message:
    of = values.get("of")
    return following(id, values, tables.get(frozenset(of))) if of else from_json(id, values)


def in_public(texts: Iterable[Any], names: PublicNames | None = None) -> list[str]:
    """Sentences as public pages have them."""
    return sentences_of(texts, {}, names)


def told_in_public(row: PairingReasons) -> list[Any]:
    """The boards of a row without what only directors are told."""
    return [
        [white, black, _public(texts), group_in_public(group)] for white, black, texts, group in row.boards
    ]


def group_in_public(group: Sequence[Any]) -> list[Any]:
    """A score group without what only directors are told; empty where there is none."""
    return [group[0], _public(group[1]), *group[2:]] if group else []


def _public(texts: Iterable[Any]) -> list[Any]:
    return [text for text in texts if text[0] not in PRIVATE]
