"""Why somebody has the full-point bye of a posted round, for a phone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Card, Kind
from tiebreaks.published import PlayersDocument

from ...models import PairingReasons
from ...pairing import sentences
from ...text import why_bye as words
from ...text import wording
from ..public.playing import has_full_bye
from ..public.public_names import PublicNames
from ..public.rounds import points_before
from .board_reasons import was_imported
from .corrected_reasons import corrected_points
from .posted_groups import is_of_then
from .reasons import messages, paired_in
from .worded_reasons import group_in_public, in_public


@dataclass(frozen=True)
class WhyThisBye:
    """Why ``card`` has the bye in ``plain`` words, empty where no reasons of the round are there, and in the
    ``sentences`` of the rules. What is ``more`` than three plain sentences is read below a fold (PAIRING §7).
    ``group`` is the line of the score group, and ``is_group_of_then`` says that something of it was corrected
    since. ``is_imported``: another program paired the round."""

    number: int
    card: Card
    points: str
    plain: str = ""
    more: list[str] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)
    group_points: str = ""
    group: str = ""
    is_group_of_then: bool = False
    is_imported: bool = False


def why_this_bye(
    document: PlayersDocument,
    number: int,
    player: int,
    row: PairingReasons | None,
    names: PublicNames | None = None,
) -> WhyThisBye | None:
    """None for who does not have the bye. ``names`` are the public's, where these are short."""
    card = document.chart.by_number.get(player)
    if card is None or not has_full_bye(card, number):
        return None
    before = points.show(points_before(document.chart, number)[player])
    if row is None:
        return WhyThisBye(number, card, before, is_imported=was_imported(document, number))
    # Told of who had it when the round was posted. If it is another one now, the director has moved it; the
    # file of another program may give several.
    told, *groups = row.bye[1:] if row.bye and (row.bye[0] == player or paired_in(row)) else [[]]
    group = groups[0] if groups else []
    corrected = corrected_points(document.chart, number, [player], told, group, sentences.CORRECTED_BYE)
    told = [*told, *messages(corrected)]
    group = group if groups else _group(row, told)

    def read(text: str) -> str:
        return text if names is None else names.within(text)

    first, beside = words.plainly(told, matches=document.of_teams), words.beside(told)
    return WhyThisBye(
        number,
        card,
        before,
        plain=read(" ".join([first, *beside[:1]])),
        more=[read(text) for text in beside[1:]],
        sentences=[read(text) for text in words.by_rules(told, _shown(document))],
        group_points=wording.score(group[0]) if group else "",
        group=" ".join(in_public(group[1], names)) if group else "",
        is_group_of_then=bool(group) and is_of_then(document, number, row, group),
    )


def told_in_public(document: PlayersDocument, row: PairingReasons) -> list[Any]:
    """Of a bye as its row has it, without what only directors are told; empty where there is none."""
    had, told, *groups = row.bye or (0, [])
    card = document.chart.by_number.get(had)
    if card is None or card.house:
        return []
    return [had, words.in_public(told, _shown(document)), *map(group_in_public, groups)]


def _shown(document: PlayersDocument) -> set[int]:
    """The rounds whose half-point byes public pages have."""
    return {cell.round for each in document.chart.cards for cell in each.cells if cell.kind is Kind.HALF_BYE}


def _group(row: PairingReasons, told: Iterable[tuple[str, Any]]) -> Sequence[Any]:
    """The score group that the bye of an earlier release is of, as a board of that group has it; empty where
    none does."""
    of = next((values["points"] for _id, values in told if values.get("points")), "")
    groups = (group for _white, _black, _texts, group in row.boards)
    return next((group for group in groups if group and points.show(group[0]) == of), [])
