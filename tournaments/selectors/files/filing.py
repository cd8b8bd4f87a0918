"""What of an event is filed for rating: each section's chart with the players of its lines, as records."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind, Wallchart, cell

from ... import wallcharts
from ...formats.names import first_last, same_player_name
from ...formats.rating_report import Line, Report, ReportSection, time_control
from ...formats.rating_report.crosstable import Crosstable, crosstable, extra_games
from ...formats.states import LETTERS, city_and_state
from ...models import Event, MatchBoard, Player, Section, TeamMember


@dataclass(frozen=True)
class Place:
    """Where something is mended: a page of the desk, or without one a field of the report's own page.

    Without words the sentence itself leads there.
    """

    words: str
    page: str = ""
    args: tuple[object, ...] = ()
    field: str = ""


@dataclass(frozen=True)
class Entrant:
    """Who a line is of: a player, or a player of a team. ``kin`` is the same for all entries of one (34H)."""

    name: str
    uscf_id: str
    rating: int | None
    place: Place
    kin: int
    state: str = ""
    expires_on: date | None = None


@dataclass(frozen=True)
class Filed:
    """A section of the report, with who its lines are of, by their numbers in it."""

    record: ReportSection
    entrants: Mapping[int, Entrant]


@dataclass
class FiledSection:
    """A section of the event: its chart and entrants by the chart's numbers. Extra games are filed apart."""

    section: Section
    chart: Wallchart
    entrants: Mapping[int, Entrant]
    # By the chart's number, the number of the line.
    numbers: Mapping[int, int] = field(default_factory=dict)
    filed: list[Filed] = field(default_factory=list)


def filed_sections(event: Event) -> list[FiledSection]:
    """The sections that are chosen and have entries, in the order of the event's pages."""
    chosen = event.sections.filter(Exists(_ENTRIES), rated=True)
    return [_file(section) for section in chosen.order_by("position", "pk")]


def empty_sections(event: Event) -> list[Section]:
    """The sections that would be filed, but that nobody is in, as after a merge."""
    return list(event.sections.filter(~Exists(_ENTRIES), rated=True).order_by("position", "pk"))


_ENTRIES = Player.objects.filter(section=OuterRef("pk"))


def not_filed(event: Event) -> list[tuple[Section, Entrant]]:
    """The players with an ID of the sections that are not chosen."""
    players = Player.objects.filter(section__event=event, section__rated=False, visitor_of=None)
    rows = players.exclude(uscf_id="").select_related("section")
    rows = rows.order_by("section__position", "section", "number")
    return [(player.section, _entrant(player, event)) for player in rows]


def report(event: Event, sections: Iterable[FiledSection], begins: date, ends: date) -> Report:
    city, state = city_and_state(event.city, event.state)
    return Report(
        name=event.name,
        # A section of extra games alone has no crosstable of its own.
        sections=tuple(filed.record for each in sections for filed in each.filed if filed.record.lines),
        begins=begins,
        ends=ends,
        affiliate=event.affiliate,
        chief=event.chief_td,
        assistant=event.assistant_td,
        others=tuple(ids(event.other_tds)),
        city=city,
        state=state,
        zip_code=event.zip_code,
        country=event.country,
    )


def ids(text: str) -> list[str]:
    """The IDs of a line, whatever is between them."""
    return [each for each in re.split(r"[\s,;]+", text) if each]


def state_of(entrant: Entrant) -> str:
    """The two letters of a state; empty for anything else."""
    state = entrant.state.upper()
    return state if LETTERS.fullmatch(state) else ""


def _file(section: Section) -> FiledSection:
    chart, entrants = _of_teams(section) if section.boards else _of_players(section)
    made = crosstable(chart)
    found = FiledSection(section, chart, entrants, made.numbers)
    found.filed.append(_filed(section, section.name, made, entrants))
    if chart.extra:
        name = _("Extra games, %(section)s") % {"section": section.name}
        found.filed.append(_filed(section, name, extra_games(chart), entrants))
    return found


def _filed(section: Section, name: str, made: Crosstable, entrants: Mapping[int, Entrant]) -> Filed:
    of_line = {at: entrants[number] for number, at in made.numbers.items()}
    try:
        control = time_control.read(section.time_control)
        text, letter = control.text, control.rating_class.letter
    except ValueError:
        text = letter = ""
    lines = [
        Line(at, who.name, who.uscf_id, state_of(who), who.rating, made.cells[at])
        for at, who in of_line.items()
    ]
    record = ReportSection(
        name=name,
        lines=tuple(lines),
        time_control=text,
        rating_class=letter,
        type=made.type,
        begins=section.starts_on,
        ends=section.ends_on,
        level=section.level,
        grand_prix=section.grand_prix,
        fide=section.fide,
    )
    return Filed(record, of_line)


def _of_players(section: Section) -> tuple[Wallchart, dict[int, Entrant]]:
    """A visitor from another section (28M3) is who plays there."""
    players = Player.objects.filter(section=section).select_related("visitor_of__section", "section")
    return wallcharts.load(section).chart, {
        player.number: _entrant(player.visitor_of or player, section.event)
        for player in players.order_by("number")
    }


def _entrant(player: Player, event: Event) -> Entrant:
    at = event.slug, player.section.slug, player.number
    return Entrant(
        name=player.name,
        uscf_id=player.uscf_id,
        rating=player.rating,
        place=Place(first_last(player.name), "edit-player", at),
        kin=player.reentry_of_id or player.pk,
        state=player.state,
        expires_on=player.expires_on,
    )


def _of_teams(section: Section) -> tuple[Wallchart, dict[int, Entrant]]:
    """The players of all teams in board order, numbered through, with their games on the boards."""
    names = section.event.slug, section.slug
    members = list(
        TeamMember.objects.filter(team__section=section)
        .select_related("team")
        .order_by("team__number", "board")
    )
    numbers = {member.pk: at for at, member in enumerate(members, 1)}
    cells: dict[int, list[Cell]] = defaultdict(list)
    for row in boards(section):
        home, away = (numbers.get(pk or 0) for pk in (row.home_id, row.away_id))
        # The first side has White on the odd boards.
        colors = "wb" if row.board % 2 else "bw"
        number = row.game.round.number
        if home:
            cells[home].append(cell(number, Kind.of(row.home_kind), away, colors[0]))
        if away:
            cells[away].append(cell(number, Kind.of(row.away_kind), home, colors[1]))
    cards = tuple(Card(number, "", tuple(cells[number])) for number in numbers.values())
    return Wallchart(cards, section.rounds, section.games, Format.SWISS), {
        numbers[member.pk]: Entrant(
            name=member.name,
            uscf_id=member.uscf_id,
            rating=member.rating,
            place=Place(first_last(member.name), "team-members", (*names, member.team.number)),
            kin=_first_entry(member, members).pk,
        )
        for member in members
    }


def _first_entry(member: TeamMember, members: Iterable[TeamMember]) -> TeamMember:
    """The player on the list of the team's first entry, if the team entered again (34H)."""
    if member.team.reentry_of_id is None:
        return member
    before = [each for each in members if each.team_id == member.team.reentry_of_id]
    same = [each for each in before if each.uscf_id == member.uscf_id and member.uscf_id]
    same += [each for each in before if same_player_name(each.name, member.name)]
    return next(iter(same), member)


def boards(section: Section) -> Iterable[MatchBoard]:
    """The boards of a section's matches, in the published rounds."""
    rows = MatchBoard.objects.filter(
        game__round__section=section, game__round__published_at__isnull=False
    ).select_related("game__round")
    return rows.order_by("game__round__number", "game__slot", "game__board", "board")
