"""What must always hold is a constraint of the database: each is violated here once, past every service."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import IntegrityError, models, transaction
from django.db.models import RestrictedError
from django.utils import timezone

from tests.factories import SectionFactory, UserFactory, a_section, paired
from tiebreaks.models import Decision, FinalSheet, FrozenAwards, Standings
from tournaments.models import (
    Event,
    ExtraGame,
    Game,
    Invitation,
    KeptApart,
    LogEntry,
    MatchBoard,
    Mirror,
    MirroredPart,
    PairingDraft,
    PairingReasons,
    Player,
    Role,
    Round,
    Seat,
    Section,
    Staff,
    TeamMember,
    TeamTable,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    """Four players; in round one 1 has White against 2 at the first board, and 3 has a bye."""
    section = a_section(players=4)
    paired(section, 1, "1 2\n3 H")
    return section


def player(number: int) -> Player:
    return Player.objects.get(number=number)


def board() -> Game:
    return Game.objects.get()


def seat(**fields: Any) -> Seat:
    """Number 4's seat in round one, for the constraint to refuse."""
    return Seat(**{"round": Round.objects.get(), "player": player(4), "kind": "H", **fields})


def mirror(section: Section) -> Mirror:
    """A mirror that has a part named "event"."""
    made = Mirror.objects.create(event=section.event, given_at=timezone.now())
    MirroredPart.objects.create(mirror=made, name="event", text="{}", digest="")
    return made


def tie_decision(section: Section, **fields: Any) -> Decision:
    standings = section.standings
    return Decision(standings=standings, after_round=1, order=[], recorded_at=timezone.now(), **fields)


def frozen(section: Section, number: int) -> FrozenAwards:
    """A version of awards that were frozen once already."""
    fields = {"stamp": "e.1", "awards": "{}", "sha256": "", "frozen_at": timezone.now()}
    FrozenAwards.objects.create(standings=section.standings, number=1, **fields)
    return FrozenAwards(standings=section.standings, number=number, **fields)


def final(section: Section, number: int, **fields: Any) -> FinalSheet:
    """A version beside one that was reopened."""
    sheet = {"stamp": "e.1", "sheet": "{}", "keys": {}, "sha256": "", "finished_at": timezone.now()}
    reopened = {"reopened_at": timezone.now(), "reason": "A slip"}
    FinalSheet.objects.create(standings=section.standings, number=1, **sheet, **reopened)
    return FinalSheet(standings=section.standings, number=number, **sheet, **fields)


def two_that_hold(section: Section) -> FinalSheet:
    final(section, 2).save()
    fields = {"stamp": "e.1", "sheet": "{}", "keys": {}, "sha256": "", "finished_at": timezone.now()}
    return FinalSheet(standings=section.standings, number=3, **fields)


def another(section: Section, **fields: Any) -> Section:
    return Section(standings=Standings.objects.create(), event=section.event, **fields)


def team_table(section: Section) -> TeamTable:
    return TeamTable.objects.create(
        standings=Standings.objects.create(), event=section.event, name="Schools", slug="schools"
    )


def visitor(section: Section, home: Player) -> Player:
    """A second place for an entry that visits already."""
    fields = {"section": section, "name": home.name, "house": True, "visitor_of": home}
    Player.objects.create(number=8, **fields)
    return Player(number=9, **fields)


def extra_game(section: Section, **fields: Any) -> ExtraGame:
    game = {"white": player(1), "black": player(2), "white_kind": "W", "black_kind": "L"}
    return ExtraGame(section=section, **(game | fields))


def member(team: Player) -> TeamMember:
    return TeamMember.objects.get_or_create(team=team, board=1, name="Ann")[0]


def twin(team: Player, **fields: Any) -> TeamMember:
    """Another player of a team that has one."""
    member(team)
    return TeamMember(**{"team": team, "name": "Bo", **fields})


def reasons(section: Section, **fields: Any) -> PairingReasons:
    PairingReasons.objects.create(section=section, round=1)
    return PairingReasons(section=section, **fields)


def a_draft(section: Section, **fields: Any) -> PairingDraft:
    """A second draft; the section has one of round 1."""
    PairingDraft.objects.create(section=section, round=1, changed_at=timezone.now())
    return PairingDraft(section=section, changed_at=timezone.now(), **fields)


def kept_apart(one: Player, other: Player) -> KeptApart:
    """A pair that is kept apart already."""
    KeptApart.objects.create(one=one, other=other)
    return KeptApart(one=one, other=other)


def match_board(**fields: Any) -> MatchBoard:
    """A second board of the game, which has a first one with the same players."""
    who = {side: fields[side] for side in ("home", "away") if side in fields}
    MatchBoard.objects.create(game=board(), board=1, **who)
    return MatchBoard(**{"game": board(), "board": 2, **fields})


VIOLATIONS: dict[str, Callable[[Section], models.Model]] = {
    "staff_once_an_event": lambda s: Staff(event=s.event, user=s.event.staff.get().user),
    "role_is_known": lambda s: Staff(event=s.event, user=UserFactory.create(), role="king"),
    "nobody_is_invited_as_chief": lambda s: Invitation(
        event=s.event, role=Role.CHIEF, by=s.event.staff.get().user, until=timezone.now()
    ),
    "section_address_once_an_event": lambda s: another(s, name="Twin", slug=s.slug, rounds=1),
    "section_has_1_to_30_rounds": lambda s: another(s, name="Long", slug="long", rounds=31),
    "section_has_1_or_2_games_a_round": lambda s: another(s, name="Blitz", slug="blitz", rounds=1, games=3),
    "section_format_is_known": lambda s: another(s, name="Cup", slug="cup", rounds=1, format="knockout"),
    "first_board_is_sane": lambda s: another(s, name="Hall", slug="hall", rounds=1, first_board=0),
    "level_is_known": lambda s: another(s, name="Prep", slug="prep", rounds=1, level="X"),
    "grand_prix_points_are_sane": lambda s: another(s, name="GP", slug="gp", rounds=1, grand_prix=0),
    "match_has_1_to_20_boards": lambda s: another(s, name="Wide", slug="w", rounds=1, boards=21),
    "grades_of_a_section_are_sane": lambda s: another(s, name="13", slug="13", rounds=1, highest_grade=13),
    "half_byes_are_sane": lambda s: another(s, name="Idle", slug="idle", rounds=1, half_byes=31),
    "byes_are_requested_before_a_round": lambda s: another(
        s, name="Late", slug="late", rounds=1, byes_before=0
    ),
    "only_teams_have_game_points": lambda s: another(
        s, name="Solo", slug="solo", rounds=1, by_game_points=True
    ),
    "reasons_once_a_round": lambda s: reasons(s, round=1),
    "one_draft_of_a_round": lambda s: a_draft(s, round=1),
    "lot_is_a_color": lambda s: a_draft(s, round=2, lot="x"),
    "board_order_is_strict": lambda s: twin(board=1, team=player(1)),
    "board_order_begins_at_1": lambda s: twin(board=0, team=player(1)),
    "member_has_a_name": lambda s: twin(board=2, team=player(1), name=""),
    "board_once_a_match": lambda s: match_board(board=1),
    "home_member_sits_once": lambda s: match_board(home=member(player(1))),
    "away_member_sits_once": lambda s: match_board(away=member(player(1))),
    "board_of_a_match": lambda s: match_board(board=21),
    "board_result_is_known": lambda s: match_board(home_kind="W", away_kind="W"),
    "home_points_q_are_sane": lambda s: match_board(home_kind="W", away_kind="L", home_points_q=5),
    "away_points_q_are_sane": lambda s: match_board(home_kind="W", away_kind="L", away_points_q=5),
    "player_number_once_a_section": lambda s: Player(section=s, number=1, name="Twin"),
    "player_number_is_positive": lambda s: Player(section=s, number=0, name="Nought"),
    "player_has_a_name": lambda s: Player(section=s, number=9, name=""),
    "player_has_a_sane_age": lambda s: Player(section=s, number=9, name="Methuselah", age=121),
    "fee_is_sane": lambda s: Player(section=s, number=9, name="Rich", fee_cents=10_000_000),
    "assigned_rating_is_sane": lambda s: Player(section=s, number=9, name="Null", assigned_rating=0),
    "reserved_board_is_sane": lambda s: Player(section=s, number=9, name="Near", fixed_board=0),
    "kept_apart_once": lambda s: kept_apart(player(1), player(2)),
    "kept_apart_from_another": lambda s: KeptApart(one=player(1), other=player(1)),
    "visitor_once_a_section": lambda s: visitor(s, player(1)),
    "visitor_is_a_house_player": lambda s: Player(section=s, number=9, name="Guest", visitor_of=player(2)),
    "round_number_once_a_section": lambda s: Round(section=s, number=1),
    "round_number_is_positive": lambda s: Round(section=s, number=0),
    "part_once_a_mirror": lambda s: MirroredPart(mirror=mirror(s), name="event", text="{}", digest=""),
    "board_number_once_a_round": lambda s: Game(round=Round.objects.get(), board=1),
    "board_number_is_positive": lambda s: Game(round=Round.objects.get(), board=0),
    "player_sits_once_a_slot": lambda s: seat(player=player(3), kind="U"),
    "a_side_is_taken_once": lambda s: seat(game=board(), side="w", kind="?"),
    "slot_is_1_or_2": lambda s: seat(slot=3),
    "awarded_points_are_sane": lambda s: seat(points_q=17),
    "extra_game_has_two_players": lambda s: extra_game(s, black=player(1)),
    "extra_game_was_played": lambda s: extra_game(s, black_kind="?"),
    "decision_is_a_playoff_or_a_toss": lambda s: tie_decision(s, code="solkoff"),
    "decision_has_a_seed_only_if_tossed": lambda s: tie_decision(s, code="playoff", seed="5eed"),
    "awards_version_once": lambda s: frozen(s, 1),
    "awards_version_is_positive": lambda s: frozen(s, 0),
    "final_version_once": lambda s: final(s, 1),
    "final_version_is_positive": lambda s: final(s, 0),
    "one_final_version_holds": two_that_hold,
    "final_version_is_reopened_with_a_reason": lambda s: final(s, 2, reopened_at=timezone.now()),
    "one_log_entry_a_version": lambda s: LogEntry(
        standings=s.standings, epoch=s.standings.epoch, version=1, verb="setup", code="", values={}, rows=[]
    ),
}


@pytest.mark.parametrize("name", VIOLATIONS)
def test_the_database_refuses(section: Section, name: str) -> None:
    row = VIOLATIONS[name](section)
    constraint = next(c for c in row._meta.constraints if c.name == name)
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        row.save(force_insert=True)
    # PostgreSQL names the constraint; SQLite names a check, and of a unique constraint the columns.
    names = getattr(constraint, "fields", ())
    columns = ", ".join(
        f"{row._meta.db_table}.{field.column}"
        for name in names
        for field in row._meta.concrete_fields
        if field.name == name
    )
    assert name in str(refused.value) or (columns and columns in str(refused.value))


def test_each_constraint_of_the_models_is_violated_above() -> None:
    ours = (
        Event,
        Staff,
        Invitation,
        Section,
        Player,
        KeptApart,
        TeamMember,
        Round,
        Game,
        MatchBoard,
        Seat,
        ExtraGame,
        PairingDraft,
        PairingReasons,
        MirroredPart,
        LogEntry,
        Decision,
        FrozenAwards,
        FinalSheet,
    )
    named = {constraint.name for model in ours for constraint in model._meta.constraints}
    assert named == {*VIOLATIONS, "seat_is_a_game_or_a_bye"}


@pytest.mark.parametrize(
    ("game", "side", "kind"),
    [
        (True, "", "?"),  # a game has a side
        (True, "b", "H"),  # a player at a board has no bye
        (True, "b", "Q"),  # letters mean something
        (False, "w", "H"),  # a bye has no side
        (False, "", "W"),  # nobody wins alone
        (False, "", "?"),  # nor is there anything to wait for
    ],
)
def test_a_seat_is_one_side_of_a_game_or_a_bye(section: Section, game: bool, side: str, kind: str) -> None:
    Seat.objects.filter(player__number=2).delete()
    row = seat(game=board() if game else None, side=side, kind=kind)
    with pytest.raises(IntegrityError, match="seat_is_a_game_or_a_bye"), transaction.atomic():
        row.save()


def test_a_forfeit_may_name_nobody(section: Section) -> None:
    seat(kind="X").save()


def test_the_two_slots_of_a_double_round_are_two_seats(section: Section) -> None:
    seat(slot=1).save()
    seat(slot=2).save()


def test_an_events_address_is_its_own(section: Section) -> None:
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.create(name="Twin", slug=section.event.slug)


def test_numbers_and_addresses_may_come_again_in_another_section(section: Section) -> None:
    other = SectionFactory.create(name=section.name)
    assert other.slug == section.slug
    Player.objects.create(section=other, number=1, name="Twin")


def test_a_player_who_sits_in_a_round_is_not_deleted_with_the_seat(section: Section) -> None:
    with pytest.raises(RestrictedError):
        player(1).delete()


def test_a_change_is_undone_once(section: Section) -> None:
    first, second, third = LogEntry.objects.filter(standings__section=section)[:3]
    second.undoes = third
    second.save()
    first.undoes = third
    with pytest.raises(IntegrityError), transaction.atomic():
        first.save()


def test_epochs_are_drawn_anew_for_each_section() -> None:
    sections = [SectionFactory.create() for _number in range(3)]
    assert len({section.standings.epoch for section in sections}) == 3
    assert all(section.stamp == f"{section.standings.epoch}.{section.version}" for section in sections)
