"""The one bridge from rows to the engine: a section's players and seats become a wall chart.

Drafts stay out: a pairing is on the wall chart once its round is published.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from django.db.models import Exists, OuterRef

from tiebreaks.awards import announced
from tiebreaks.engine.chart.wallchart import Card, Cell, Decision, ExtraGame, Format, Kind, Wallchart, cell
from tiebreaks.sheets import Board, Match, Recording, Source

from . import models
from .finals import kept, read, renumbered
from .models import Game, MatchBoard, Player, Round, Seat, Section, TieDecision
from .schools.names import Schools, schools_of

_KINDS = {kind.letter: kind for kind in Kind}
_WHITE = Seat.Side.WHITE.value

# Of each round: its number, and whether it is published.
Rounds = dict[int, tuple[int, bool]]


def load(section: Section, schools: Schools | None = None) -> Source:
    """Everything public about a section, in five queries whatever its size.

    Visitors, extra games, tables of teams, frozen awards and boards of matches are asked for where there are
    any: five more; and what schools are called, where a table needs it and nobody knows it yet.
    """
    if section.has_tables and schools is None:
        schools = schools_of(section.event_id)
    players = list(
        Player.objects.filter(section=section)
        .order_by("number")
        .values_list(
            "pk",
            "number",
            "name",
            "rating",
            "team",
            "grade",
            "house",
            "reentry_of",
            "withdrawn_after",
            "visitor_of",
            "age",
        )
    )
    numbers = {pk: number for pk, number, *_ in players}
    visitors = _visitors([home for *_, home, _age in players if home is not None])
    rounds, has_extra = _rounds(section)
    cells, boards = _cells(rounds, numbers)
    decisions = list(_decisions(section, numbers))
    return Source(
        chart=Wallchart(
            cards=tuple(
                [
                    Card(
                        number,
                        name,
                        tuple(cells[number]),
                        rating,
                        team,
                        grade,
                        house,
                        None if again is None else numbers[again],
                        visitors.get(home, ""),
                        gone,
                        age,
                    )
                    for _pk, number, name, rating, team, grade, house, again, gone, home, age in players
                ]
            ),
            rounds=section.rounds,
            games=section.games,
            format=Format(section.format),
            decisions=tuple([decision for decision, _recording in decisions]),
            extra=_extra(section, numbers) if has_extra else (),
            by_game_points=section.by_game_points,
        ),
        prizes=section.prizes,
        terms=section.prize_terms(
            entries=sum(not house for *_, house, _again, _gone, _home, _age in players),
            absent=_absent(section),
        ),
        boards_a_match=section.boards,
        matches=_matches(rounds) if section.boards else {},
        columns=section.columns,
        tables=_tables(section) if section.has_tables else (),
        schools=schools.respelled(team for _pk, _number, _name, _rating, team, *_ in players)
        if schools
        else {},
        edition=section.edition,
        boards=boards,
        recordings=tuple([recording for _decision, recording in decisions]),
        frozen=_frozen(section, numbers) if section.frozen else None,
    )


def _frozen(section: Section, numbers: dict[int, int]) -> dict[str, Any]:
    """The last frozen awards, with the numbers that their players have now."""
    last = section.final_awards.get(number=section.frozen)
    awards = renumbered(read(last.awards), numbers)
    return kept(last.number, last.frozen_at, last.sha256, awards)


def _tables(section: Section) -> tuple[tuple[str, str], ...]:
    return tuple(section.team_tables.order_by("pk").values_list("slug", "name"))


def _absent(section: Section) -> frozenset[int]:
    """Who is not at the ceremony; asked only where a prize asks."""
    if not any(prize.present for prize in announced(section.prizes)):
        return frozenset()
    return frozenset(Player.objects.filter(section=section, absent=True).values_list("number", flat=True))


def _visitors(homes: list[int]) -> dict[int | None, str]:
    """How visitors are written, ``7@Open``, by their entry in the section where they play (28M3)."""
    if not homes:
        return {}
    entries = Player.objects.filter(pk__in=homes).values_list("pk", "number", "section__name")
    return {pk: f"{number}@{section}" for pk, number, section in entries}


def _rounds(section: Section) -> tuple[Rounds, bool]:
    """Each round's number and whether it is published; and whether there are extra games (28M4).

    Asked in one: without extra games an entry costs no more for the few sections that have some.
    """
    extra = Exists(models.ExtraGame.objects.filter(section=OuterRef("section")))
    rows = list(
        Round.objects.filter(section=section)
        .annotate(extra=extra)
        .values_list("pk", "number", "published_at", "extra")
    )
    rounds = {pk: (number, published_at is not None) for pk, number, published_at, _extra in rows}
    # A section without rounds is asked outright.
    return rounds, not rows or rows[0][-1]


def _extra(section: Section, numbers: dict[int, int]) -> tuple[ExtraGame, ...]:
    rows = models.ExtraGame.objects.filter(section=section).order_by("pk")
    return tuple(
        ExtraGame(numbers[white], numbers[black], _KINDS[white_kind], _KINDS[black_kind])
        for white, black, white_kind, black_kind in rows.values_list(
            "white", "black", "white_kind", "black_kind"
        )
    )


def _cells(rounds: Rounds, numbers: dict[int, int]) -> tuple[dict[int, list[Cell]], dict[int, list[Board]]]:
    """Each number's cells in order of rounds and slots, and the boards of each published round.

    Where the sides of a game are in different rounds (28M2), each is shown when its own round is published
    too, and the side of an earlier round once there is a result: one game ahead or behind does not make its
    round one that is being played.
    """
    # Asked for apart: as a column of every seat, SQLite's booleans would each be converted one by one,
    # which took longer than all the rest of reading a section.
    colorless = set(
        Game.objects.filter(round__in=list(rounds), colors_known=False).values_list("pk", flat=True)
    )
    seats = list(
        Seat.objects.filter(round__in=list(rounds))
        .order_by("round__number", "slot")
        .values_list(
            "pk",
            "round",
            "player",
            "side",
            "kind",
            "points_q",
            "game",
            "game__round",
            "game__slot",
            "game__board",
            "board_points_q",
        )
    )
    sides: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for pk, round_pk, player, _side, _kind, _points_q, game, *_ in seats:
        if game is not None:
            sides[game].append((pk, numbers[player], rounds[round_pk][0]))

    cells: dict[int, list[Cell]] = defaultdict(list)
    boards: dict[int, list[Board]] = defaultdict(list)
    for pk, round_pk, player, side, letter, points_q, game, round_of_game, slot, board, scored_q in seats:
        at, published = rounds[round_pk]
        at_board, board_published = rounds[round_of_game] if game is not None else (at, published)
        number = numbers[player]
        if game is None:
            cells[number].append(cell(at, _KINDS[letter], points_q=points_q, board_points_q=scored_q))
        # One side alone is left only where somebody deleted rows by hand; check_standings tells of it.
        elif board_published and len(sides[game]) == 2:
            first, second = sides[game]
            _pk, opponent, there = second if first[0] == pk else first
            color = "" if game in colorless else side
            kind = _KINDS[letter]
            awarded = kind.points_q if points_q is None else points_q
            if published and not (kind is Kind.OPEN and at < at_board):
                cells[number].append(Cell(at, kind, opponent, color, awarded, there, scored_q))
            if side == _WHITE:
                boards[at_board].append((board, slot, number, opponent))
    for column in boards.values():
        column.sort()
    return cells, boards


def _matches(rounds: Rounds) -> dict[int, list[Match]]:
    """The boards of each published round's matches, where they are known."""
    published = [pk for pk, (_number, is_published) in rounds.items() if is_published]
    rows = MatchBoard.objects.filter(game__round__in=published).order_by("game__board", "game__slot", "board")
    matches: dict[tuple[int, int, int], list[tuple[Any, ...]]] = defaultdict(list)
    for line in rows.values_list(
        "game__round",
        "game__board",
        "game__slot",
        "board",
        "home_kind",
        "away_kind",
        "home__name",
        "home__rating",
        "away__name",
        "away__rating",
        "home_points_q",
        "away_points_q",
    ):
        ruled = line[-2:] != (None, None)
        matches[line[:3]].append(line[3:] if ruled else line[3:-2])
    found: dict[int, list[Match]] = defaultdict(list)
    for (round_pk, match, slot), lines in matches.items():
        found[rounds[round_pk][0]].append((match, slot, lines))
    return found


def _decisions(section: Section, numbers: dict[int, int]) -> Iterator[tuple[Decision, Recording]]:
    for row in TieDecision.objects.filter(section=section, withdrawn=False).order_by("pk"):
        if (decided := decision(row, numbers)) is not None:
            drawn_from = tuple([numbers[pk] for pk in sorted(row.members)]) if row.seed else ()
            yield decided, Recording(row.recorded_at, row.recorded_by, row.seed, drawn_from)


def decision(row: TieDecision, numbers: dict[int, int]) -> Decision | None:
    """What was recorded about a tie, by number; None where somebody of it was struck off the roster since."""
    if not row.members <= numbers.keys():
        return None
    order = tuple(tuple(sorted(numbers[pk] for pk in level)) for level in row.order)
    return Decision(row.code, row.after_round, order)
