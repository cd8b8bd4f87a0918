"""What is open of a section before it is finished, at the desk."""

from dataclasses import dataclass

from tiebreaks.decided import yet_to_pair
from tiebreaks.models import FinalSheet
from tiebreaks.selectors import players_document

from ...models import Section
from .ceremony import CeremonyPage, ceremony
from .ties import DecisionLine, TieLine, ties
from .unwinnable import Unwinnable, unwinnable


@dataclass(frozen=True)
class FinishPage:
    """What is open of a section that a director wants to finish.

    ``ceremony`` has what must be done first: rounds that are not complete, awards that are undecided.
    ``unpaired`` are by round who has neither a board nor a bye: they got no point for it. ``ties`` are those
    that no award waits for: they stay ties, and are named. ``held_out`` are those whose
    results the standings leave out (30B), and ``set_aside`` recorded decisions that no longer apply.
    ``unwinnable`` says which prizes nobody can win for want of a mark or a grade, and ``without_id`` counts
    who has no US Chess ID where others have one.
    """

    ceremony: CeremonyPage
    unpaired: list[tuple[int, list[str]]]
    ties: list[TieLine]
    held_out: list[str]
    set_aside: list[DecisionLine]
    unwinnable: list[Unwinnable]
    without_id: int
    versions: list[FinalSheet]

    @property
    def named(self) -> bool:
        """Whether there is anything that forbids nothing and is named."""
        of = self.ceremony
        of_players = self.unpaired or self.ties or self.held_out or self.unwinnable or self.without_id
        return bool(of.unverified or of.unnamed or of_players or self.set_aside or of.tables)

    @property
    def holds(self) -> FinalSheet | None:
        """The version that is final now."""
        return next((version for version in self.versions if version.reopened_at is None), None)


def finish_page(section: Section) -> FinishPage:
    page, tied = ceremony(section), ties(section, {})
    document = players_document(section.standings_id)
    reading = document.reading()
    return FinishPage(
        ceremony=page,
        unpaired=[
            (number, [card.name for card in left])
            for number in sorted(document.boards)
            if (left := list(yet_to_pair(document, number)))
        ],
        ties=[] if page.waiting else tied.others,
        held_out=[card.name for card in reading.unranked if not card.house],
        set_aside=[decision for decision in tied.decisions if decision.set_aside],
        unwinnable=[each for each in unwinnable(section, document.prizes) if each.mend],
        without_id=_without_id(section),
        versions=list(FinalSheet.objects.filter(standings=section.standings_id).order_by("-number")),
    )


def _without_id(section: Section) -> int:
    """Nobody has one where nothing is rated: that is no oversight."""
    ids = list(section.players.filter(house=False).values_list("uscf_id", flat=True))
    return ids.count("") if any(ids) else 0
