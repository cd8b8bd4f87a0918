"""What the setup pages show."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.chart.withdrawals import played_games, scheduled_games
from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.models import PostedOrder
from tiebreaks.selectors import teams_document

from ... import wallcharts
from ...formats.delimited import write_rows
from ...formats.fields import guard
from ...models import BYES, Event, ExtraGame, Game, Player, Round, Seat, Section, TeamTable
from ...schools.names import says_no_team, schools_of
from ...text import not_ranked, wording
from ..event.endings import finished_at
from ..results.next_step import Tab, tabs


def sections(event: Event) -> QuerySet[Section]:
    """The event's sections as its pages list them, with how far the setup of each is."""
    return (
        event.sections.filter(archived=False)
        .annotate(
            entries=Count("players"),
            posted=Exists(PostedOrder.objects.filter(standings=OuterRef("standings"))),
            final_since=finished_at(),
            begun=Exists(Round.objects.filter(section=OuterRef("pk"), published_at__isnull=False)),
        )
        .order_by("position", "pk")
    )


def with_entries(event: Event) -> list[Section]:
    """The event's sections that somebody is in, those too that are archived, in the order of its pages."""
    entries = Player.objects.filter(section=OuterRef("pk"))
    return list(event.sections.filter(Exists(entries)).order_by("position", "pk"))


def finished(sections: Iterable[Section]) -> set[int]:
    """The keys of those whose rounds are all played."""
    progress = tabs(sections)
    return {pk for pk, rounds in progress.items() if all(tab.state == "finished" for tab in rounds)}


def has_namesake(event: Event, name: str) -> bool:
    """Whether another event that everybody sees has this name."""
    return Event.objects.filter(name=name, hidden=False).exclude(pk=event.pk).exists()


def roster(section: Section) -> QuerySet[Player]:
    """The entries by number."""
    players = section.players.select_related("reentry_of", "visitor_of__section")
    if section.boards:
        players = players.prefetch_related("members")
    return players.order_by("number")


def member_lines(team: Player) -> str:
    """The players of a team, as a director types them."""
    return write_rows(
        [member.board, guard(member.name), member.uscf_id, member.rating or ""]
        for member in team.members.all()
    )


def published_rounds(section: Section) -> list[Tab]:
    """The rounds whose pairings are published: a late entry has missed them."""
    return [tab for tab in tabs([section])[section.pk] if tab.published]


def last_round_of(player: Player) -> int:
    """The last published round in which an entry has a result or a bye, after which it withdraws; 0 before
    the first."""
    known = Seat.objects.filter(player=player, round__published_at__isnull=False)
    return known.exclude(kind=Kind.OPEN.letter).aggregate(n=Max("round__number"))["n"] or 0


@dataclass(frozen=True)
class Half:
    """How many of its games an entry of a round robin has played (30B)."""

    played: int
    scheduled: int

    @property
    def before(self) -> bool:
        return 2 * self.played < self.scheduled


def half_of_the_games(section: Section, number: int) -> Half | None:
    """None in a Swiss, which has no such rule, and for a house player, who is not ranked."""
    if section.format != Section.Formats.ROUND_ROBIN:
        return None
    chart = wallcharts.load(section).chart
    card = chart.by_number[number]
    if card.house:
        return None
    if card.withdrew is None:
        # Before a withdrawal, an open game is not played so far.
        card = replace(card, withdrew=chart.through)
    return Half(played_games(card), scheduled_games(chart))


def paired_ahead(player: Player) -> Game | None:
    """The last board of a Swiss on which a player has no result yet: who leaves before that round leaves an
    opponent there. A round robin keeps its boards (30B)."""
    if player.section.format == Section.Formats.ROUND_ROBIN:
        return None
    mine = {"seats__player": player, "seats__kind": Kind.OPEN.letter, "seats__round": F("round")}
    return Game.objects.filter(**mine).select_related("round").order_by("round__number").last()


def has_posted_bye(player: Player) -> bool:
    """Whether a published round has a bye with points of this player, which leaving before it takes away."""
    kinds = (Kind.FULL_BYE.letter, Kind.HALF_BYE.letter)
    byes = Seat.objects.filter(player=player, kind__in=kinds, game__isnull=True)
    return byes.filter(round__published_at__isnull=False).exists()


def left_to_forfeit(player: Player, after_round: int, back: int | None = None) -> list[Game]:
    """The boards without a result that who leaves a round robin keeps. A round that is not published has its
    forfeits entered with its publication (30B), unless the player is ``back`` then: so until that round, only
    those of published ones."""
    if player.section.format != Section.Formats.ROUND_ROBIN:
        return []
    rounds = Round.objects.filter(section=player.section, number__gt=after_round)
    if back is not None:
        rounds = rounds.filter(number__lt=back, published_at__isnull=False)
    mine = {"seats__player": player, "seats__kind": Kind.OPEN.letter, "seats__round": F("round")}
    games = Game.objects.filter(**mine, slot=1, round__in=rounds).select_related("round")
    return list(games.order_by("round__number"))


@dataclass(frozen=True)
class SchoolLine:
    """A school on team tables: its name and code, its spellings on rosters, and its players; or a word that
    is no team."""

    name: str
    code: str
    spellings: list[str]
    players: int
    is_none: bool = False

    @property
    def key(self) -> str:
        """The value that the page sends for it."""
        return self.spellings[0]


def schools(event: Event) -> list[SchoolLine]:
    """Every school on the event's rosters, with all its spellings."""
    known = schools_of(event.pk)
    written = Counter(
        Player.objects.filter(section__event=event, house=False)
        .exclude(team="")
        .values_list("team", flat=True)
    )
    together: dict[str, list[str]] = {}
    for text in sorted(written, key=lambda text: (-written[text], text)):
        together.setdefault(known.meant(text) or name_key(text), []).append(text)
    lines = []
    for spellings in together.values():
        name = known.called(spellings[0]) or spellings[0]
        count = sum(written[text] for text in spellings)
        is_none = not known.meant(spellings[0])
        lines.append(SchoolLine(name, known.codes.get(name, ""), spellings, count, is_none))
    return sorted(lines, key=lambda line: name_key(line.name))


def small_schools(table: TeamTable) -> str:
    """What a director should know of a table's schools: which have one player or fewer than the minimum, and
    which may be none; empty without any."""
    document = teams_document(table.standings_id)
    minimum = document.counting.minimum
    small = [(t.name, len(t.members)) for t in document.teams if len(t.members) < max(minimum, 2)]
    known = schools_of(table.event_id).names
    none = [t.name for t in document.teams if says_no_team(t.name) and name_key(t.name) not in known]
    told = [not_ranked.small_schools(minimum, small) if small else "", _no_teams(none) if none else ""]
    return " ".join(filter(None, told))


def _no_teams(words: Iterable[str]) -> str:
    said = _(
        "%(words)s: counted as a team. If it is none, check it on the Schools page and press “Not a team”."
    )
    return said % {"words": "; ".join(map(wording.isolated, words))}


def team_tables(event: Event) -> list[TeamTable]:
    """The event's team tables with their sections, without those that are archived."""
    return list(event.team_tables.filter(archived=False).prefetch_related("sections").order_by("pk"))


def why_kept(player: Player) -> str:
    """Why an entry cannot be removed, and what to do instead; empty for one that can.

    Byes alone keep nobody: a late entry has them for the rounds it missed (28K).
    """
    at_boards = Seat.objects.filter(player=player, game__isnull=False).select_related("round", "game")
    forfeits = Seat.objects.filter(player=player, game__isnull=True).exclude(
        kind__in=[kind.letter for kind in BYES]
    )
    boards = at_boards.order_by("round__number", "slot")
    values: dict[str, object] = {"name": player.called}
    if seat := boards.exclude(kind=Kind.OPEN.letter).first() or forfeits.select_related("round").first():
        values["round"] = seat.round.number
        return _("%(name)s has a result in round %(round)d. Withdraw the entry instead.") % values
    if (seat := boards.first()) and seat.game:
        values |= {"round": seat.round.number, "board": seat.game.board}
        return (
            _(
                "%(name)s is paired in round %(round)d, board %(board)d. Remove that pairing at the desk, or"
                " withdraw the entry."
            )
            % values
        )
    if ExtraGame.objects.filter(Q(white=player) | Q(black=player)).exists():
        return _("%(name)s has an extra rated game. Remove that game first, or withdraw the entry.") % values
    if again := player.reentries.first():
        values["number"] = again.number
        return _("%(name)s re-entered as number %(number)d. Remove that entry first.") % values
    if visit := player.visits.select_related("section").first():
        values["section"] = visit.section.name
        return (
            _("%(name)s also plays in section %(section)s, as a visitor. Remove the visitor there first.")
            % values
        )
    return ""
