"""What pages of a section show, as sheets of a workbook: for the desk, with full names.

A sheet has what its page has, a line for each line. Points and values are numbers as they are computed: 2½ is
2.5, and an average of ratings has its decimals. Results and cells of the wall chart are as they are printed.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from django.utils.translation import gettext as _

from tiebreaks.engine import points
from tiebreaks.engine.chart.wallchart import Card
from tiebreaks.engine.ranking.sequence import Step
from tiebreaks.published import PlayersDocument, TeamLine, TeamsDocument

from ...formats.byes import written
from ...formats.workbooks import Cell, Cents, Sheet
from ...models import Player, Section, TeamMember
from ...numbers import whole_number
from ...text import prizes as words
from ...text import wording
from ..entries.byes import requested
from ..entries.numbering import rating_averages
from ..public import prizes, tables, teams
from ..public.prizes import TrophyLine, TrophyPill
from ..public.rounds import BoardLine, Side, round_page
from ..public.tables import PlayerRow, RankedRow, ScoreGroup, Shown, Unranked

YES = "yes"
# A row with its tied place, ``2–5``, or the heading under which those stand who have none.
Placed = tuple[Cell, RankedRow, str]


def _points(score_q: int) -> Fraction:
    return Fraction(score_q, points.POINT)


def _values(shown: Iterable[Shown]) -> list[Cell]:
    return [Fraction(each.exact) if each.exact else None for each in shown]


# --- standings ----------------------------------------------------------------------------------


def standings(document: PlayersDocument) -> Sheet:
    """By rank, those who are not ranked last; by number before the first result, as on the page."""
    page = tables.standings(document)
    heads = [
        *(_("Place"), _("Rank"), _("No."), _("Team") if document.of_teams else _("Name")),
        *(_("Rating"), _("School or team"), _("Grade")),
        *(_("Round %(number)d") % {"number": number} for number in page.rounds),
        _score_head(document),
        *(wording.step(step) for step in document.order.steps),
        *map(_beside, document.columns.steps),
        *(_("Trophies"), _("Note")),
    ]
    rows: list[Placed] = [(None, row, "") for row in page.by_number]
    if page.begun:
        rows = _places(page.groups, page.unranked)
    return Sheet(
        _("Standings"),
        heads,
        [_line(place, row, note) for place, row, note in rows if isinstance(row, PlayerRow)],
    )


def _beside(step: Step) -> str:
    return _("%(system)s (does not break ties)") % {"system": wording.step(step)}


def _score_head(document: PlayersDocument) -> str:
    if not document.of_teams:
        return _("Points")
    return _("Game points") if document.chart.by_game_points else _("Match points")


def _places(groups: Iterable[ScoreGroup], unranked: Iterable[Unranked]) -> list[Placed]:
    """From first to last, then those who are not ranked."""
    ranked = [(row, "") for group in groups for ranks in group.ranks for row in ranks.rows]
    others = [(row, each.title) for each in unranked for row in each.rows]
    return [(_place(row), row, note) for row, note in (*ranked, *others)]


def _place(row: RankedRow) -> Cell:
    tied = row.standing
    if tied is None:
        return None
    return tied.first if tied.first == tied.last else f"{tied.first}–{tied.last}"


def _line(place: Cell, row: PlayerRow, title: str) -> list[Cell]:
    who = row.who
    return [
        *(place, row.standing.rank if place and row.standing else None, who.number, who.name),
        *(who.rating, who.team, who.grade),
        *(cell.text for cell in row.cells),
        *(_points(row.score_q), *_values(row.values), *_values(row.beside)),
        *(_trophies(row.trophies), _notes(title, _left(who), _("still playing") if row.playing else "")),
    ]


def _trophies(pills: Iterable[TrophyPill]) -> str:
    return "; ".join(_as_sure(pill) % {"trophy": pill.text} for pill in pills)


def _as_sure(pill: TrophyPill) -> str:
    if not pill.open or pill.contested:
        return "%(trophy)s"
    return _("%(trophy)s (if it ended now)") if pill.projected else _("%(trophy)s (not final)")


def _left(who: Card) -> str:
    return (
        "" if who.withdrew is None else _("withdrew %(after)s") % {"after": wording.after_round(who.withdrew)}
    )


def _notes(*notes: str) -> str:
    return "; ".join(filter(None, notes))


# --- a round, the wall chart --------------------------------------------------------------------


def boards(document: PlayersDocument, number: int) -> Sheet:
    """The boards of a round in their order, then who did not sit at one."""
    page = round_page(document, number)
    colors = page.colors_known and not document.of_teams
    one, other = (_("White"), _("Black")) if colors else (_("Player"), _("Opponent"))
    if document.of_teams:
        one, other = _("Team"), _("Opposing team")
    heads = [
        *(_("Board"), _("No."), one, _("Points before")),
        *(_("Result"), _("Opponent’s no."), other, _("Opponent’s points before"), _("Note")),
    ]
    rows = [row for line in page.boards for row in _board(line)]
    rows += [
        [None, card.number, card.name, None, absence.kind, None, "", None, ""]
        for absence in page.absences
        for card in absence.players
    ]
    return Sheet(_("Round %(number)d") % {"number": number}, heads, rows)


def _board(line: BoardLine) -> Iterable[list[Cell]]:
    note = _notes(line.white.tag, line.black.tag, line.note, _("still playing") if line.open else "")
    result = "" if line.open and not line.boards else line.result
    yield [whole_number(line.label) or line.label, *_side(line.white), result, *_side(line.black), note]
    for each in line.boards:
        at = f"{line.label}.{each.board}"
        colors = _("%(name)s has White") % {"name": (each.home if each.home.white else each.away).name}
        result = "" if each.open else each.result
        note = _notes(colors, each.note)
        yield [at, None, each.home.name, None, result, None, each.away.name, None, note]


def _side(side: Side) -> list[Cell]:
    return [side.number, side.name, _points(points.parse(side.points))]


def wall_chart(document: PlayersDocument) -> Sheet:
    """Everybody in order of numbers, with every cell that is known."""
    chart = tables.wall_chart(document)
    heads = [
        *(_("No."), _("Team") if document.of_teams else _("Name")),
        *(_("Rating"), _("School or team"), _("Grade")),
        *(_("Round %(number)d") % {"number": number} for number in chart.rounds),
        *(_score_head(document), _("Extra rated games"), _("Note")),
    ]
    extra: dict[int, list[str]] = {}
    for white, black, result in chart.extra:
        told = f"{white.name} – {black.name} {result}"
        extra.setdefault(white.number, []).append(told)
        extra.setdefault(black.number, []).append(told)
    rows = [
        [
            *(card.number, card.name, card.rating, card.team, card.grade),
            *(cell.text for cell in cells),
            *(_points(points.parse(score)), "; ".join(extra.get(card.number, []))),
            _notes(
                _left(card),
                _("does not count (30B)") if card.number in chart.out else "",
                _again(card.reentry_of),
            ),
        ]
        for card, score, cells in chart.rows
    ]
    return Sheet(_("Wall chart"), heads, rows)


def _again(number: int | None) -> str:
    return "" if number is None else _("re-entry of number %(number)d") % {"number": number}


# --- the roster ---------------------------------------------------------------------------------


def roster(section: Section) -> list[Sheet]:
    """The entries with US Chess IDs, as they were typed; of teams their players too, and the average rating
    of their boards. Nobody's age."""
    averages, byes = rating_averages(section), requested(section)
    found = Player.objects.filter(section=section).select_related("reentry_of", "visitor_of__section")
    heads = [
        *(_("No."), _("Team") if section.boards else _("Name"), _("US Chess ID"), _("Rating")),
        *(_("Assigned rating"), _("Average rating of the boards")),
        *(_("Games of a provisional rating"), _("School or team"), _("Grade"), _("State")),
        *(_("House player"), _("Reserved board"), _("Byes"), _("Withdrew after round")),
        *(_("Fee paid"), _("Note")),
    ]
    rows = [
        [
            *(player.number, player.name, player.uscf_id, player.rating),
            *(player.assigned_rating, averages.get(player.number), player.provisional),
            *(player.team, player.grade, player.state, YES if player.house else ""),
            *(player.fixed_board, written(byes.get(player.pk, ())), player.withdrawn_after),
            _paid(player),
            _notes(player.visitor, _again(player.reentry_of.number if player.reentry_of else None)),
        ]
        for player in found.order_by("number")
    ]
    sheets = [Sheet(_("Roster"), heads, rows)]
    if section.boards:
        sheets.append(_members(section))
    return sheets


def _paid(player: Player) -> Cell:
    if player.fee_cents is not None:
        return Cents(player.fee_cents)
    return _("paid") if player.is_paid else None


def _members(section: Section) -> Sheet:
    heads = [_("No."), _("Team"), _("Board"), _("Name"), _("US Chess ID"), _("Rating")]
    found = TeamMember.objects.filter(team__section=section).select_related("team")
    rows = [
        [each.team.number, each.team.name, each.board, each.name, each.uscf_id, each.rating]
        for each in found.order_by("team__number", "board")
    ]
    return Sheet(_("Players of teams"), heads, rows)


# --- prizes, tables of teams --------------------------------------------------------------------


def awards(document: PlayersDocument) -> list[Sheet]:
    """The trophies and the money; nothing where none is announced."""
    page = prizes.trophy_page(document)
    of_teams = _("The team tables decide the winners.")
    sheets = []
    if page.announced or page.lines or page.medals:
        rows = [row for line in (*page.lines, *page.medals) for row in _trophy(line)]
        rows += [[title, None, "", "", "", wording.plain(reason)] for title, reason in page.unawarded]
        rows += [[words.trophies([prize]), None, "", "", "", of_teams] for prize in page.teams]
        heads = [_("Trophy"), _("No."), _("Winner"), _("School or team"), _("Note"), _("Why")]
        sheets.append(Sheet(_("Trophies"), heads, rows))
    if page.money:
        heads = [_("No."), _("Name"), _("Amount"), _("Note")]
        paid: list[list[Cell]] = [
            [number, document.chart.by_number[number].name, Cents(cents), ""]
            for number in (standing.number for standing in document.standings)
            if (cents := document.awards.cents(number))
        ]
        unpaid = [
            [None, "", Cents(each.purse.cents), f"{title}: {wording.plain(reason)}"]
            for each, (title, _amount, reason) in zip(
                document.awards.unpaid, prizes.cash_page(document).unpaid, strict=True
            )
        ]
        sheets.append(Sheet(_("Prize money"), heads, [*paid, *unpaid]))
    return sheets


def _trophy(line: TrophyLine) -> Iterable[list[Cell]]:
    note = _("undecided among these") if line.contested else ""
    for winner in line.winners:
        team = "" if isinstance(winner, TeamLine) else winner.team
        number = None if isinstance(winner, TeamLine) else winner.number
        yield [line.title, number, winner.name, team, note, wording.plain(line.reason)]


def of_table(name: str, document: TeamsDocument) -> Sheet:
    """A table of teams: the teams by rank, each with its players, and who of them counts."""
    page = teams.standings(document)
    heads = [
        *(_("Place"), _("Rank"), _("Team"), _("Points")),
        *(wording.step(step) for step in document.order.steps),
        *(_("Players who count"), _("Other players"), _("Trophies"), _("Note")),
    ]
    rows: list[Sequence[Cell]] = []
    for place, row, note in _places(page.groups, [page.unranked]):
        if isinstance(row, teams.TeamRow):
            rank = row.standing.rank if row.standing else None
            rows.append(
                [
                    *(place, rank, row.who.name, _points(row.score_q), *_values(row.values)),
                    *(_members_of(row, counts=True), _members_of(row, counts=False)),
                    *(_trophies(row.trophies), note),
                ]
            )
    return Sheet(name, heads, rows)


def _members_of(row: teams.TeamRow, *, counts: bool) -> str:
    lines = [each.line for each in row.members if each.counts == counts]
    return "; ".join(f"{line.name} ({points.show(line.score_q)})" for line in lines)
