"""Who plays: adding, editing, removing players; adopting a section that runs elsewhere."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import User
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.notation import show_cell
from tiebreaks.engine.chart.problems import problems
from tiebreaks.engine.chart.wallchart import Card, Cell, Format, Kind, Wallchart
from tiebreaks.engine.points import show
from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.sheets import systems_of

from ..changes import Change, section_change
from ..errors import Conflict, Refused, Trouble
from ..formats.entries import same_name
from ..models import ExtraGame, Game, Player, Round, Seat, Section
from ..text.wording import translated
from .forfeits import answered, on_both_sides
from .orders import is_locked, post_in, read_order
from .visitors import place_for, told_where_they_visit

if TYPE_CHECKING:
    from ..formats.entries import Entry

# The database's constraints, told before they are met.
MOST_ROUNDS = 30
MOST_POINTS_Q = 16


def add_players(
    section: Section,
    entries: "Sequence[Entry]",
    *,
    by: User,
    by_rating: bool = False,
    different: bool = False,
) -> list[Player]:
    """Add entries to a section; those without a number get the next free ones, by rating if asked.

    Raises :class:`Refused` with every number or US Chess ID that is taken already; then nobody is added.
    ``different``: whoever has the name of another in a team table is somebody else, and is not asked about.
    """
    with section_change(section.pk, by=by, verb="roster") as change:
        change.different = different
        made = add_in(change, entries, by_rating=by_rating)
        if len(made) == 1:
            change.summary = _("%(name)s added") % {"name": made[0].name}
        else:
            added = _("%(count)d teams added") if change.section.boards else _("%(count)d players added")
            change.summary = added % {"count": len(made)}
    return made


def add_in(change: Change, entries: "Sequence[Entry]", *, by_rating: bool = False) -> list[Player]:
    """Add entries as part of a change under way."""
    section = change.section
    existing = list(Player.objects.filter(section=section))
    _check_entries(section, existing, entries)
    if by_rating:
        entries = sorted(entries, key=lambda entry: -(entry.rating or 0))
    taken = {player.number for player in existing} | {e.number for e in entries if e.number}
    following = max((player.number for player in existing), default=0)
    players = []
    for entry in entries:
        number = entry.number
        if number is None:
            following += 1
            while following in taken:
                following += 1
            number = following
        players.append(_player(section, number, entry))
    return change.create_all(players)


def edit_player(player: Player, *, by: User, different: bool = False, **fields: Any) -> None:
    """Change what is known of a player; ``different`` as in :func:`add_players`."""
    with (
        told_where_they_visit(player.visits.all(), player.section_id, by),
        section_change(player.section_id, by=by, verb="roster") as change,
    ):
        row = entry_under_lock(player)
        _check_edit(row, fields)
        change.different = different
        if not same_name(row.name, fields.get("name", row.name)):
            fields["namesakes"] = []
        change.update(row, **fields)
        change.summary = _("%(name)s: entry changed") % {"name": row.name}


def _check_edit(row: Player, fields: dict[str, Any]) -> None:
    if row.visitor_of and any(getattr(row, name) != fields[name] for name in fields if name != "number"):
        raise Refused(
            _("%(name)s comes from section %(section)s. Change the entry there.")
            % {"name": row.name, "section": row.visitor_of.section.name}
        )
    others = Player.objects.filter(section=row.section_id).exclude(pk=row.pk)
    number = fields.get("number", row.number)
    if holder := others.filter(number=number).first():
        raise Refused(_("Number %(number)d belongs to %(name)s.") % {"number": number, "name": holder.name})
    name = name_key(fields.get("name", row.name))
    if row.section.boards and name != name_key(row.name) and name in {name_key(team.name) for team in others}:
        raise Refused(_("There is a team %(name)s in the section already.") % {"name": fields["name"]})
    # The entries of one player have one ID (34H).
    kin = Q(reentry_of=row.pk) | Q(pk=row.reentry_of_id) | Q(reentries=row.pk)
    if row.reentry_of_id:
        kin |= Q(reentry_of=row.reentry_of_id)
    if (uscf_id := fields.get("uscf_id")) and (holder := others.filter(uscf_id=uscf_id).exclude(kin).first()):
        raise Refused(_("US Chess ID %(id)s belongs to %(name)s.") % {"id": uscf_id, "name": holder.name})


def remove_player(player: Player, *, by: User) -> None:
    """Strike an entry that was made by mistake; a player who was seated in a round is withdrawn instead."""
    with section_change(player.section_id, by=by, verb="roster") as change:
        player = entry_under_lock(player)
        played = Seat.objects.filter(player=player).exists() or player.reentries.exists()
        if played or ExtraGame.objects.filter(Q(white=player) | Q(black=player)).exists():
            raise Refused(
                _("%(name)s is on the wall chart already. Withdraw the entry instead.")
                % {"name": player.name}
            )
        if visit := player.visits.select_related("section").first():
            raise Refused(
                _("%(name)s plays as a visitor in section %(section)s. Remove the entry there first.")
                % {"name": player.name, "section": visit.section.name}
            )
        change.summary = _("%(name)s removed") % {"name": player.name}
        for member in player.members.all():
            change.delete(member)
        change.delete(player)


def entry_under_lock(player: Player) -> Player:
    """The entry read again: since its page was drawn somebody may have changed it, or struck it."""
    found = Player.objects.filter(pk=player.pk).first()
    if found is None:
        raise Conflict(_("%(name)s was struck off the roster meanwhile.") % {"name": player.name})
    return found


def adopt_wallchart(
    section: Section,
    chart: Wallchart,
    entries: "Sequence[Entry]",
    *,
    order: str,
    by: User,
    different: bool = False,
) -> None:
    """Take over an empty section as its wall chart stands: players, rounds, games, byes, and the order.

    A chart of teams goes into a section of teams. Raises :class:`Refused` when the section is not empty or
    the chart cannot be right.
    """
    steps = read_order(order, systems_of(section.boards))
    chart = replace(chart, by_game_points=chart.by_game_points or section.by_game_points)
    if found := problems(chart):
        troubles = [Trouble(_("number %d") % p.number, p.read, translated(p.expected)) for p in found]
        raise Refused(_("The wall chart cannot be right; nothing was stored."), troubles)
    if troubles := _cannot_be_kept(section, chart, entries):
        raise Refused(_("This wall chart cannot be kept here; nothing was stored."), troubles)
    chart = on_both_sides(chart)
    with section_change(section.pk, by=by, verb="adopt") as change:
        change.different = different
        section = change.section
        if Player.objects.filter(section=section).exists():
            raise Refused(_("The section has a roster already. Adopt the chart into a new section."))
        # A file that does not name its format reads as Swiss: then what the director chose stays.
        format = section.format if chart.format is Format.SWISS else chart.format.value
        change.update(
            section,
            rounds=max(section.rounds, chart.rounds),
            games=chart.games,
            format=format,
            by_game_points=chart.by_game_points,
        )
        players = _adopt_players(change, chart, entries)
        _adopt_rounds(change, chart, players)
        change.create_all(
            ExtraGame(
                section=section,
                white=players[game.white],
                black=players[game.black],
                white_kind=game.white_kind.letter,
                black_kind=game.black_kind.letter,
            )
            for game in chart.extra
        )
        begun = is_locked(section)
        post_in(change, steps, by=by, reason=_("taken over with the wall chart") if begun else "")
        if section.boards:
            adopted = _("Wall chart adopted: %(count)d teams, %(rounds)d rounds held")
        else:
            adopted = _("Wall chart adopted: %(count)d players, %(rounds)d rounds held")
        change.summary = adopted % {"count": len(players), "rounds": chart.through}


def _adopt_players(change: Change, chart: Wallchart, entries: "Sequence[Entry]") -> dict[int, Player]:
    section = change.section
    known = {entry.number: entry for entry in entries}
    rows = [
        _player(section, card.number, known[card.number]) if card.number in known else _visitor(section, card)
        for card in chart.cards
    ]
    for row, card in zip(rows, chart.cards, strict=True):
        row.withdrawn_after = card.withdrew
    players = {player.number: player for player in change.create_all(rows)}
    for card in chart.cards:
        if card.reentry_of is not None:
            change.update(players[card.number], reentry_of=players[card.reentry_of])
    return players


def _visitor(section: Section, card: Card) -> Player:
    """A visitor is a house player here, and bears the name of their own entry where the event has it."""
    number, _at, name = card.visitor.partition("@")
    homes = Player.objects.filter(section__event=section.event_id, number=int(number), visitor_of=None)
    home = homes.filter(section__name__iexact=name).exclude(section=section).first()
    if home is None:
        return Player(section=section, number=card.number, name=card.name, house=True)
    return place_for(section, home, card.number)


def _adopt_rounds(change: Change, chart: Wallchart, players: dict[int, Player]) -> None:
    now = timezone.now()
    numbers = sorted({cell.round for card in chart.cards for cell in card.cells})
    paired = {c.round for card in chart.cards for c in card.cells if c.opponent is not None}
    rounds = {
        round.number: round
        for round in change.create_all(
            Round(section=change.section, number=n, published_at=now if n in paired else None)
            for n in numbers
        )
    }
    # Both games of a double round are of one board.
    boards: dict[int, dict[frozenset[int], int]] = defaultdict(dict)
    # Sides that wait for the other: by who waits for whom, and in which rounds.
    waiting: dict[tuple[int, int, int, int], list[Seat]] = defaultdict(list)
    games: list[Game] = []
    seats: list[Seat] = []
    for card in chart.cards:
        slots: Counter[int] = Counter()
        for cell in card.cells:
            slots[cell.round] += 1
            slot = slots[cell.round]
            seat = _adopted_seat(rounds[cell.round], players[card.number], slot, cell)
            seats.append(seat)
            if cell.opponent is None or not answered(chart, card.number, cell):
                continue
            other = waiting[cell.opponent, card.number, cell.opponent_round, cell.round]
            if not other:
                waiting[card.number, cell.opponent, cell.round, cell.opponent_round].append(seat)
                continue
            first = other.pop(0)
            numbered = boards[first.round.number]
            game = Game(
                round=first.round,
                board=numbered.setdefault(frozenset((card.number, cell.opponent)), len(numbered) + 1),
                slot=first.slot,
                colors_known=bool(first.side or seat.side),
            )
            games.append(game)
            _face(first, seat, game)
    for seat in seats:
        if seat.game is None:
            seat.side = ""
    change.create_all(games)
    change.create_all(seats)


def _adopted_seat(round: Round, player: Player, slot: int, cell: Cell) -> Seat:
    points_q = None if cell.points_q == cell.kind.points_q else cell.points_q
    return Seat(
        round=round,
        player=player,
        slot=slot,
        kind=cell.kind.letter,
        side=cell.color,
        points_q=points_q,
        board_points_q=cell.board_points_q,
    )


def _face(first: Seat, second: Seat, game: Game) -> None:
    """Sit two sides down at one board; where only one color is known, the other follows."""
    first.game = second.game = game
    opposite = {"w": "b", "b": "w"}
    first.side = first.side or opposite.get(second.side, "w")
    second.side = opposite[first.side]


def _player(section: Section, number: int, entry: "Entry") -> Player:
    return Player(
        section=section,
        number=number,
        name=entry.name,
        uscf_id=entry.uscf_id,
        rating=entry.rating,
        team=entry.team,
        grade=entry.grade,
        age=entry.age,
        state=entry.state,
        house=entry.house,
    )


def _check_entries(section: Section, existing: list[Player], entries: "Sequence[Entry]") -> None:
    teams = {name_key(team.name) for team in existing}
    by_number = {player.number: player.name for player in existing}
    by_id = {player.uscf_id: player.name for player in existing if player.uscf_id}
    troubles = []
    for at, entry in enumerate(entries, 1):
        where = _where(at, entry)
        troubles += _too_long(where, entry)
        if entry.number in by_number:
            holder = by_number[entry.number]
            troubles.append(Trouble(where, str(entry.number), _("a free number (%s has it)") % holder))
        if entry.uscf_id and entry.uscf_id in by_id:
            expected = _("a player who is not in the section yet (%s has this ID)") % by_id[entry.uscf_id]
            troubles.append(Trouble(where, entry.uscf_id, expected))
        if section.boards and name_key(entry.name) in teams:
            troubles.append(Trouble(where, entry.name, _("a team that is not in the section yet")))
        teams.add(name_key(entry.name))
        if entry.number:
            by_number[entry.number] = entry.name
        if entry.uscf_id:
            by_id[entry.uscf_id] = entry.name
    if troubles:
        raise Refused(_("Nobody was added."), troubles)


def _where(at: int, entry: "Entry") -> str:
    return _("line %d") % entry.line if entry.line else _("entry %d") % at


def _too_long(where: str, entry: "Entry") -> list[Trouble]:
    """Texts that the database would refuse, or cut off."""
    troubles = []
    for column in Player._meta.concrete_fields:
        text, most = getattr(entry, column.name, None), column.max_length
        if isinstance(text, str) and most and len(text) > most:
            expected = _("a %(field)s of at most %(most)d characters")
            troubles.append(Trouble(where, text, expected % {"field": column.name, "most": most}))
    return troubles


def _teams_of_one_name(entries: "Sequence[Entry]") -> Iterator[Trouble]:
    """Lists name teams, not numbers: of two of one name they would mean either. A re-entry (34H) is one."""
    first: dict[str, Entry] = {}
    for at, entry in enumerate(entries, 1):
        before = first.setdefault(name_key(entry.name), entry)
        if before is not entry and entry.reentry_of is None:
            expected = _("another name: number %(number)s has it too") % {"number": before.number}
            yield Trouble(_where(at, entry), entry.name, expected)


def _cannot_be_kept(section: Section, chart: Wallchart, entries: "Sequence[Entry]") -> list[Trouble]:
    """What a file may say and a section cannot hold."""
    troubles = [
        trouble for at, entry in enumerate(entries, 1) for trouble in _too_long(_where(at, entry), entry)
    ]
    if section.boards:
        troubles += _teams_of_one_name(entries)
    if not 1 <= chart.rounds <= MOST_ROUNDS:
        expected = _("from 1 to %d rounds") % MOST_ROUNDS
        troubles.append(Trouble(_("rounds"), str(chart.rounds), expected))
    if chart.games not in (1, 2):
        troubles.append(Trouble(_("games a round"), str(chart.games), _("1 or 2")))
    if section.boards and chart.extra:
        numbers = ", ".join(f"{game.white}–{game.black}" for game in chart.extra)
        troubles.append(Trouble(_("extra games"), numbers, _("none: an extra rated game is one of players")))
    for card in chart.cards:
        for cell in card.cells:
            if not 0 <= cell.points_q <= MOST_POINTS_Q:
                expected = _("from 0 to %s points") % show(MOST_POINTS_Q)
                troubles.append(Trouble(_("number %d") % card.number, show(cell.points_q), expected))
            if cell.kind.played and not answered(chart, card.number, cell):
                expected = _("the other side of this game, in round %d") % cell.opponent_round
                troubles.append(Trouble(_("number %d") % card.number, show_cell(cell), expected))
            if not 0 <= (scored_q := cell.board_points_q or 0) <= section.boards * Kind.WIN.points_q:
                expected = _("from 0 to %d points on the boards of a match") % section.boards
                troubles.append(Trouble(_("number %d") % card.number, show(scored_q), expected))
    return troubles
