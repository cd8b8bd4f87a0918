"""The one bridge from rows to the engine: a section's players and seats become a wall chart.

Drafts are not on it: pairings appear when their round is published.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace

from django.db.models import Exists, OuterRef, QuerySet

from tiebreaks.computing import PlayersSource, announced
from tiebreaks.engine.chart.wallchart import Card, Cell, Decision, ExtraGame, Format, Kind, Wallchart, cell
from tiebreaks.engine.prizes import Prize
from tiebreaks.engine.prizes.funds import fund
from tiebreaks.engine.prizes.prize import Scope
from tiebreaks.models import Decision as DecisionRow
from tiebreaks.models import FinalSheet, FrozenAwards
from tiebreaks.prepared import Prepared
from tiebreaks.published import Board, Match, MatchBoardLine, Recording, read_players
from tiebreaks.selectors import body_to_follow, last_final, last_frozen

from . import models
from .formats.names import first_last
from .models import Game, MatchBoard, Player, Round, Seat, Section, TableSection
from .pairing import options as pairing_options
from .schools.names import Schools, schools_of

_KINDS = {kind.letter: kind for kind in Kind}
_WHITE = Seat.Side.WHITE.value

# By primary key: the number of each round, and whether it is published.
Rounds = dict[int, tuple[int, bool]]
# By a seat's primary key: its letter, the points of a ruling, and those of a team on its boards.
Supposed = Mapping[int, tuple[str, int | None, int | None]]
# By number and round: the kind and the awarded quarter-points.
Results = Mapping[tuple[int, int], tuple[Kind, int]]


_players_of = Prepared(
    lambda section: (
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
)
_rounds_of = Prepared(
    lambda section: Round.objects.filter(section=section).values_list("pk", "number", "published_at")
)
# A query of its own: SQLite converts booleans one by one, and as a column of every seat that took longer
# than everything else here.
_colorless_in = Prepared(
    lambda section: Game.objects.filter(round__section=section, colors_known=False).values_list("pk")
)
_seats_of = Prepared(
    lambda section: (
        Seat.objects.filter(round__section=section)
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
)


def load(
    section: Section, schools: Schools | None = None, supposing: Supposed | None = None
) -> PlayersSource:
    """Everything public about a section, in five queries for any size, plus one each for what is rare:
    visitors, extra games, team tables, decisions, frozen awards, a final sheet, boards of matches, funds
    based on entries.

    Reads the names of schools if a table needs them and the caller has not read them. ``supposing`` are
    outcomes in the place of those that the rows have; a result publishes its round.
    """
    ((has_extra, has_tables, has_decisions, has_frozen, was_final),) = _rare(section.pk)
    if has_tables and schools is None:
        schools = schools_of(section.event_id)
    players = _players_of(section.pk)
    numbers = {pk: number for pk, number, *_ in players}
    visitors = _visitors([home for *_, home, _age in players if home is not None])
    played = _rounds_played(supposing or {})
    rounds = {
        pk: (number, published_at is not None or pk in played)
        for pk, number, published_at in _rounds_of(section.pk)
    }
    cells, boards = _cells(section, rounds, numbers, supposing or {})
    decisions = list(_decisions(section, numbers)) if has_decisions else []
    prizes = announced(section.prizes)
    marks = _marks(section, prizes)
    return PlayersSource(
        chart=Wallchart(
            cards=tuple(
                [
                    Card(
                        number,
                        section.called(name),
                        tuple(cells[number]),
                        rating,
                        team,
                        grade,
                        house,
                        None if again is None else numbers[again],
                        visitors.get(home, ""),
                        gone,
                        age,
                        marks.get(number, frozenset()),
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
            last_entry_counts=pairing_options.read(section.pairing_options).reentry == "last",
        ),
        edition=section.edition,
        boards=boards,
        columns=section.columns,
        prizes=prizes,
        terms=section.prize_terms(
            entries=sum(not house for *_, house, _again, _gone, _home, _age in players),
            event_fund=_event_fund(section, prizes),
            absent=_absent(section, prizes),
            chosen=_chosen(section, prizes),
        ),
        tables=tuple(section.team_tables.order_by("pk").values_list("slug", "name")) if has_tables else (),
        schools=schools.respelled(team for _pk, _number, _name, _rating, team, *_ in players)
        if has_tables and schools
        else {},
        recordings=tuple([recording for _decision, recording in decisions]),
        frozen=last_frozen(section.standings_id, numbers) if has_frozen else None,
        boards_per_match=section.boards,
        match_boards=_matches(rounds) if section.boards else {},
        final=last_final(section.standings_id) if was_final else None,
    )


def following(section: Section, results: Results) -> PlayersSource | None:
    """The same source from the published document, when nothing but these results changed since: no query.

    None where the document does not say enough: it is of another version or of older code, a result is not
    on it, or prizes go by age or mark, which no document has. Teams have more to a result than a cell.
    """
    body = body_to_follow(section.standings)
    if section.boards or body is None:
        return None
    document = read_players(body)
    if any(prize.private for prize in document.prizes):
        return None
    cards = {number: document.chart.by_number.get(number) for number, _round in results}
    for (number, round), (kind, points_q) in results.items():
        cards[number] = _with_result(cards[number], round, kind, points_q)
    if None in cards.values():
        return None
    return PlayersSource(
        chart=replace(
            document.chart, cards=tuple([cards.get(card.number) or card for card in document.chart.cards])
        ),
        edition=section.edition,
        boards=document.boards,
        columns=section.columns,
        prizes=document.prizes,
        terms=document.terms,
        tables=document.tables,
        schools=document.schools,
        recordings=document.recordings,
        frozen=document.frozen,
        final=document.reopened,
        follows=document,
    )


def _with_result(card: Card | None, round: int, kind: Kind, points_q: int) -> Card | None:
    """The card with another result of its only game of a round; None if the round has no such game."""
    if card is None:
        return None
    cells = card.in_round(round)
    if len(cells) != 1 or cells[0].opponent is None or cells[0].opponent_round != round:
        return None
    entered = cells[0]._replace(kind=kind, points_q=points_q)
    return replace(card, cells=tuple([entered if cell is cells[0] else cell for cell in card.cells]))


def _has_what_few_have(section: int) -> QuerySet[Section, tuple[bool, ...]]:
    of_standings = {"standings": OuterRef("standings")}
    return Section.objects.filter(pk=section).values_list(
        Exists(models.ExtraGame.objects.filter(section=OuterRef("pk"))),
        Exists(TableSection.objects.filter(section=OuterRef("pk"))),
        Exists(DecisionRow.objects.filter(**of_standings, withdrawn=False)),
        Exists(FrozenAwards.objects.filter(**of_standings)),
        Exists(FinalSheet.objects.filter(**of_standings)),
    )


# One question instead of five, at each entry of a result.
_rare = Prepared(_has_what_few_have)


def _absent(section: Section, prizes: tuple[Prize, ...]) -> frozenset[int]:
    """The players absent from the ceremony; read only if a prize requires presence."""
    if not any(prize.present for prize in prizes):
        return frozenset()
    return frozenset(Player.objects.filter(section=section, absent=True).values_list("number", flat=True))


def _chosen(section: Section, prizes: tuple[Prize, ...]) -> tuple[tuple[str, int], ...]:
    """Whom the director named for what no result decides; read only if there is such a prize."""
    if not any(prize.scope is Scope.CHOICE for prize in prizes):
        return ()
    named = Player.objects.filter(section=section).exclude(chosen_for=[]).order_by("-number")
    found = {
        choice: number for number, choices in named.values_list("number", "chosen_for") for choice in choices
    }
    return tuple(sorted(found.items()))


def _marks(section: Section, prizes: tuple[Prize, ...]) -> dict[int, frozenset[str]]:
    """The marks of the players, by number; read only if a prize names one."""
    if not any(prize.scope is Scope.MARK for prize in prizes):
        return {}
    marked = Player.objects.filter(section=section).exclude(marks="").values_list("number", "marks")
    return {number: frozenset(marks.split(", ")) for number, marks in marked}


def _event_fund(section: Section, prizes: tuple[Prize, ...]) -> int | None:
    """The fund of all sections of the event (32C4); None if this section's fund is all of it."""
    if not section.shares_event_fund:
        return None
    others = Section.objects.filter(event=section.event_id).exclude(pk=section.pk)
    elsewhere = sum(fund(announced(text)) for text in others.values_list("prizes", flat=True))
    return fund(prizes) + elsewhere if elsewhere else None


def _visitors(homes: list[int]) -> dict[int | None, str]:
    """How visitors are written, ``7@Open``, by the primary key of their home entry (28M3)."""
    if not homes:
        return {}
    entries = Player.objects.filter(pk__in=homes).values_list("pk", "number", "section__name")
    return {pk: f"{number}@{section}" for pk, number, section in entries}


def _extra(section: Section, numbers: dict[int, int]) -> tuple[ExtraGame, ...]:
    games = models.ExtraGame.objects.filter(section=section).order_by("pk")
    rows = games.values_list("white", "black", "white_kind", "black_kind")
    return tuple(
        ExtraGame(numbers[white], numbers[black], _KINDS[white_kind], _KINDS[black_kind])
        for white, black, white_kind, black_kind in rows
    )


def _rounds_played(supposing: Supposed) -> set[int]:
    """The rounds in which a result is supposed."""
    seats = [pk for pk, (kind, *_points) in supposing.items() if kind != Kind.OPEN.letter]
    return set(Seat.objects.filter(pk__in=seats).values_list("round", flat=True)) if seats else set()


def _cells(
    section: Section, rounds: Rounds, numbers: dict[int, int], supposing: Supposed
) -> tuple[dict[int, list[Cell]], dict[int, tuple[Board, ...]]]:
    """Each number's cells in order of rounds and slots, and the boards of each published round.

    If the sides of a game are in different rounds (28M2), a side appears when its own round is published too,
    and a side of an earlier round when the game has a result: a single game ahead or behind does not make its
    round the one being played.
    """
    colorless = {pk for (pk,) in _colorless_in(section.pk)} if rounds else set()
    seats = _seats_of(section.pk) if rounds else []
    sides: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for pk, round_pk, player, _side, _kind, _points_q, game, *_ in seats:
        if game is not None:
            sides[game].append((pk, numbers[player], rounds[round_pk][0]))

    cells: dict[int, list[Cell]] = defaultdict(list)
    boards: dict[int, list[Board]] = defaultdict(list)
    for pk, round_pk, player, side, letter, points_q, game, round_of_game, slot, board, scored_q in seats:
        letter, points_q, scored_q = supposing.get(pk, (letter, points_q, scored_q))
        at, published = rounds[round_pk]
        at_board, board_published = rounds[round_of_game] if game is not None else (at, published)
        number = numbers[player]
        if game is None:
            cells[number].append(cell(at, _KINDS[letter], points_q=points_q, board_points_q=scored_q))
        # A single side remains only after somebody deleted rows by hand; check_standings reports it.
        elif board_published and len(sides[game]) == 2:
            first, second = sides[game]
            _pk, opponent, there = second if first[0] == pk else first
            color = "" if game in colorless else side
            kind = _KINDS[letter]
            awarded = kind.points_q if points_q is None else points_q
            if published and not (kind is Kind.OPEN and at < at_board):
                cells[number].append(Cell(at, kind, opponent, color, awarded, there, scored_q))
            if side == _WHITE:
                boards[at_board].append(Board(board, slot, number, opponent))
    return cells, {at: tuple(sorted(column)) for at, column in boards.items()}


def _matches(rounds: Rounds) -> dict[int, tuple[Match, ...]]:
    """The boards of each published round's matches, if they have any."""
    published = [pk for pk, (_number, is_published) in rounds.items() if is_published]
    rows = MatchBoard.objects.filter(game__round__in=published).order_by("game__board", "game__slot", "board")
    matches: dict[tuple[int, int, int], list[MatchBoardLine]] = defaultdict(list)
    read = rows.values_list(
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
    )
    for pk, match, slot, board, home_kind, away_kind, home, home_rating, away, away_rating, *points_q in read:
        matches[pk, match, slot].append(
            MatchBoardLine(
                board,
                _KINDS[home_kind],
                _KINDS[away_kind],
                home and first_last(home),
                home_rating,
                away and first_last(away),
                away_rating,
                *points_q,
            )
        )
    found: dict[int, list[Match]] = defaultdict(list)
    for (pk, match, slot), lines in matches.items():
        found[rounds[pk][0]].append(Match(match, slot, tuple(lines)))
    return {at: tuple(each) for at, each in found.items()}


def _decisions(section: Section, numbers: dict[int, int]) -> Iterator[tuple[Decision, Recording]]:
    rows = DecisionRow.objects.filter(standings=section.standings_id, withdrawn=False)
    for row in rows.order_by("pk"):
        if (decided := decision(row, numbers)) is not None:
            drawn_from = tuple([numbers[pk] for pk in sorted(row.members)]) if row.seed else ()
            yield decided, Recording(row.recorded_at, row.recorded_by, row.seed, drawn_from)


def decision(row: DecisionRow, numbers: dict[int, int]) -> Decision | None:
    """A decision by pairing number; None if one of its players is off the roster since."""
    if not row.members <= numbers.keys():
        return None
    order = tuple(tuple(sorted(numbers[pk] for pk in level)) for level in row.order)
    return Decision(row.code, row.after_round, order)
