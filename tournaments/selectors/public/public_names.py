"""How public pages call the players of an event: in full, or as First L. where its director chose so.

Documents, frozen awards, reasons and the log keep full names, so that no hash and no history depends on the
choice. Names are shortened when a public page reads them: :func:`of_section` and :func:`of_table` do so in a
document, :class:`PublicNames` in everything else in which such a page names somebody.
"""

import re
from collections.abc import Iterable, Iterator, Mapping

from msgspec import UNSET
from msgspec.structs import replace

from tiebreaks.final import FinalSheet
from tiebreaks.frozen import AwardsRecord, Winner, with_winners
from tiebreaks.published import Match, PlayersDocument, TeamsDocument

from ...formats.names import first_last, last_first, with_initial, with_initials
from ...models import LogEntry, Player, TeamMember, Verb

# Changes by which a name can have become another one, or have left the roster.
_RENAMING = (Verb.ROSTER, Verb.IMPORT, Verb.LATE, Verb.REENTRY, Verb.LINE_UP, Verb.UNDO)
_PEOPLE = {model.__name__.lower() for model in (Player, TeamMember)}


class PublicNames:
    """The short names of a section's players, by wall-chart number and by full name.

    ``others`` are people without a number of their own: members of teams, and names that somebody had.
    """

    def __init__(self, players: Mapping[int, str], others: Iterable[str] = ()) -> None:
        self.by_number = with_initials(players)
        self._by_name = with_initials({first_last(name): name for name in others}, numbered=False)
        self._by_name |= {first_last(name): self.by_number[number] for number, name in players.items()}
        self._short = frozenset(self._by_name.values())
        written = {each for name in self._by_name for each in (name, last_first(name))}
        longest_first = sorted(map(re.escape, written), key=len, reverse=True)
        self._written = re.compile(rf"(?<!\w)(?:{'|'.join(longest_first)})(?!\w)")

    def of(self, name: str) -> str:
        """The short name of somebody known by the full one. A short one stays as it is."""
        full = first_last(name)
        if full in self._short:
            return full
        return self._by_name.get(full) or with_initial(full)

    def within(self, text: str) -> str:
        """A text with the short name wherever it names somebody, in either order."""
        return self._written.sub(lambda found: self.of(found[0]), text) if self._by_name else text


# --- of a section's document ----------------------------------------------------------------------


def of_section(document: PlayersDocument) -> PlayersDocument:
    """The document as the public reads it. Kept with it: all pages of a version begin with the same one."""
    kept: PlayersDocument | None = vars(document).get("_shortened")
    if kept is None:
        kept = vars(document)["_shortened"] = _shortened(document)
    return kept


def names_of(document: PlayersDocument, others: Iterable[str] = ()) -> PublicNames:
    """Of a section, from its document with full names. A team that meets others in matches keeps its name."""
    if document.of_teams:
        lines = [line for boards in document.matches.values() for line in boards]
        members = [name for line in lines for name in (line.home, line.away) if name]
        return PublicNames({}, [*members, *others])
    return PublicNames({row.number: row.name for row in document.cards}, others)


def _shortened(document: PlayersDocument) -> PlayersDocument:
    names = names_of(document)
    if document.of_teams:
        return replace(
            document,
            matches_by_round={
                number: tuple([_match(match, names) for match in matches])
                for number, matches in document.matches_by_round.items()
            },
        )
    last = document.frozen
    return replace(
        document,
        cards=tuple([replace(row, name=names.by_number[row.number]) for row in document.cards]),
        frozen=last and replace(last, record=awards(last.record, names)),
    )


def _match(match: Match, names: PublicNames) -> Match:
    def side(name: str | None) -> str | None:
        return name and names.of(name)

    lines = [line._replace(home=side(line.home), away=side(line.away)) for line in match.lines]
    return match._replace(lines=tuple(lines))


# --- of a table of teams --------------------------------------------------------------------------


def of_table(document: TeamsDocument, sections: Iterable[PlayersDocument]) -> TeamsDocument:
    """The document as the public reads it: members are called as in these sections, which it draws on."""
    called = [names_of(section).by_number for section in sections]
    last = document.frozen
    members = [
        line._replace(name=called[line.section].get(line.number) or with_initial(line.name))
        for line in document.member_lines
    ]
    return replace(
        document,
        member_lines=tuple(members),
        frozen=last and replace(last, record=awards(last.record, PublicNames({}))),
    )


# --- of a final sheet -----------------------------------------------------------------------------


def of_sheet(sheet: FinalSheet, names: PublicNames) -> FinalSheet:
    """A final sheet as the public reads it. One that was finished with short names is the same."""
    if sheet.document.of_teams:
        return sheet
    cards = tuple([replace(row, name=names.of(row.name)) for row in sheet.cards])
    return replace(sheet, cards=cards, awards=awards(sheet.awards, names))


# --- of frozen awards -----------------------------------------------------------------------------


def awards(record: AwardsRecord, names: PublicNames) -> AwardsRecord:
    """Awards as they were announced, with the names of public pages. A school, whose key is one, keeps it."""

    def called(winner: Winner) -> Winner:
        name = winner.name if isinstance(winner.key, str) else names.of(winner.name)
        return replace(winner, name=name, members=tuple(map(names.of, winner.members)))

    public = with_winners(record, called)
    return replace(
        public,
        awards=tuple(replace(award, why=names.within(award.why)) for award in public.awards),
        shares=public.shares
        if public.shares is UNSET
        else tuple(replace(share, why=names.within(share.why)) for share in public.shares),
    )


def former_names(standings: int) -> Iterator[str]:
    """Every name that somebody had in a section and may have no more: what was written then has it still."""
    entries = LogEntry.objects.filter(standings=standings, verb__in=_RENAMING)
    for rows in entries.values_list("rows", flat=True):
        for table, _pk, before, _after in rows:
            if table in _PEOPLE and before and (name := before.get("name")):
                yield name
