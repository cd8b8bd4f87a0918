"""An event moves into a database with other rows: every page, the log and undo are as before."""

from io import BytesIO

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.management import call_command
from django.db import models

from tests.factories import a_section, as_it_stands, enter, games_of, played, undone
from tests.services.backups.reading_pages import owners, public_pages
from tests.sign_in import signed_in
from tiebreaks import final
from tiebreaks.models import Decision, FinalSheet, FrozenAwards, PostedOrder, Standings
from tournaments.errors import ReadOtherwise
from tournaments.models import Event, Game, LogEntry, MatchBoard, Player, Role, Section, Staff, Verb
from tournaments.pairing.options import Options
from tournaments.pairing.options import written as written_options
from tournaments.selectors.awards.ceremony import ceremony
from tournaments.selectors.awards.final import final_page
from tournaments.selectors.entries.apart import kept_apart
from tournaments.selectors.results.verifying import progress
from tournaments.services import apart, backups, finishing, orders, people, rosters
from tournaments.services.backups import schema
from tournaments.services.decisions import toss_coin
from tournaments.services.verifying import verify


def written(event: Event) -> BytesIO:
    file = BytesIO()
    backups.one_event(event, file)
    return file


def removed(event: Event) -> None:
    Standings.objects.filter(section__event=event).delete()
    Standings.objects.filter(teamtable__event=event).delete()
    event.delete()


def moved(event: Event) -> Event:
    """The event in another database: none of its rows is there, and their keys belong to other rows."""
    file = written(event)
    removed(event)
    played(a_section(6, 2), 1, "1 2 WL\n3 4 DD\n5 6 LW")
    [restored] = backups.restore(file, backups.Source("x.wallchart"), by=None)
    return restored.event


def of(model: type[models.Model], event: Event, *names: str) -> list[tuple[object, ...]]:
    path = schema.OF_EVENT[model]
    return list(model._default_manager.filter(**{path: event.pk}).order_by("pk").values_list(*names))


def test_every_public_page_is_the_same_but_for_its_epoch(full_event: Event) -> None:
    before = public_pages(full_event)
    assert len(before) > 40
    assert public_pages(moved(full_event)) == before


def test_the_rows_have_new_keys_in_their_old_order_and_the_documents_agree(full_event: Event) -> None:
    names = of(Player, full_event, "section__name", "number", "name")
    keys = {pk for (pk,) in of(Player, full_event, "pk")}
    event = moved(full_event)
    assert of(Player, event, "section__name", "number", "name") == names
    assert keys.isdisjoint(pk for (pk,) in of(Player, event, "pk"))
    call_command("check_standings")


def test_pairing_options_pairs_kept_apart_reserved_boards_and_assigned_ratings_move_too(
    event: Event, kim: User
) -> None:
    section = a_section(4, 2, event=event, by=kim, order="solkoff")
    orders.post_options(section, Options(teams="never"), by=kim)
    apart.keep_apart(section, "1-4", "2-3", by=kim)
    rosters.edit_player(section.players.get(number=2), by=kim, fixed_board=7, assigned_rating=1650)
    there = moved(event).sections.get()
    assert there.pairing_options == written_options(Options(teams="never"))
    assert (
        PostedOrder.objects.filter(standings=there.standings_id).latest("pk").pairing == there.pairing_options
    )
    pairs = [(row.one.number, row.other.number, row.asked) for row in kept_apart(there)]
    assert pairs == [(1, 4, False), (2, 3, True)]
    two = there.players.get(number=2)
    assert (two.fixed_board, two.assigned_rating) == (7, 1650)
    call_command("replay", there.event.slug)


def test_a_restore_draws_new_epochs_and_keeps_versions_and_the_log(full_event: Event) -> None:
    def log(event: Event) -> list[tuple[object, ...]]:
        entries = LogEntry.objects.filter(standings__in=[owner.standings_id for owner in owners(event)])
        entries = entries.exclude(verb=Verb.RESTORE)
        named = entries.order_by("pk").select_related("who", "undoes")
        return [(e.epoch, e.version, e.at, e.who, e.verb, e.summary, e.reason) for e in named]

    before = {owner.slug: owner.standings for owner in owners(full_event)}
    entries = log(full_event)
    event = moved(full_event)
    after = {owner.slug: owner.standings for owner in owners(event)}
    assert {slug: row.version for slug, row in after.items()} == {s: r.version for s, r in before.items()}
    assert all(after[slug].epoch != row.epoch for slug, row in before.items())
    assert {row.published.stamp for row in after.values()} == {row.stamp for row in after.values()}
    assert log(event) == entries


def test_undo_takes_back_what_was_entered_before_the_move(full_event: Event, kim: User) -> None:
    event = moved(full_event)
    novices = Section.objects.get(event=event, name="Novice")
    assert undone(novices, by=kim).summary.startswith("Extra rated game")
    assert undone(novices, by=kim).summary.startswith("Round 3, board 1")
    champions = Section.objects.get(event=event, name="Open")
    assert undone(champions, by=kim).summary.startswith("Coin toss")
    assert Decision.objects.get(standings=champions.standings_id).withdrawn
    undone(champions, by=kim)
    assert games_of(champions, 2)[0].seats.get(side="w").kind == "L"
    call_command("check_standings")


@pytest.mark.slow
def test_a_player_who_was_removed_leaves_a_key_that_nobody_gets(full_event: Event, kim: User) -> None:
    event = moved(full_event)
    champions = Section.objects.get(event=event, name="Open")
    [removal] = [
        row
        for entry in champions.standings.log.filter(verb="roster")
        for row in entry.changes
        if row.table == "player" and row.after is None
    ]
    assert removal.before is not None
    assert removal.before["name"] == "Zoe Gone"
    assert removal.before["section_id"] == champions.pk
    assert not Player.objects.filter(pk=removal.pk).exists()
    other = a_section(3, 1)
    assert not other.players.filter(pk=removal.pk).exists()


def test_frozen_awards_keep_their_bytes_and_hash_and_nobody_gains_or_loses(full_event: Event) -> None:
    before = FrozenAwards.objects.get()
    event = moved(full_event)
    after = FrozenAwards.objects.get()
    assert (after.awards, after.sha256, after.stamp) == (before.awards, before.sha256, before.stamp)
    champions = Section.objects.select_related("standings", "event").get(event=event, name="Open")
    page = ceremony(champions)
    assert page.announced is not None
    assert not page.announced.since
    assert not page.again
    # A number changes and a later move follows it: the frozen awards are still of the same people.
    Player.objects.filter(section=champions, number=1).update(number=9)
    call_command("rebuild", verbosity=0)
    again = Section.objects.select_related("standings", "event").get(event=moved(event), name="Open")
    assert not ceremony(again).again


@pytest.mark.slow
def test_a_coin_tossed_before_the_move_is_not_tossed_again(full_event: Event, kim: User) -> None:
    event = moved(full_event)
    champions = Section.objects.get(event=event, name="Open")
    tossed = Decision.objects.get(standings=champions.standings_id)
    undone(champions, by=kim)
    again = toss_coin(champions, [1, 3], by=kim)
    assert (again.pk, again.seed, again.order) == (tossed.pk, tossed.seed, tossed.order)


@pytest.mark.slow
def test_namesakes_who_are_two_people_stay_two(full_event: Event) -> None:
    event = moved(full_event)
    apart = {p.pk: p.namesakes for p in Player.objects.filter(section__event=event) if p.namesakes}
    ours = set(Player.objects.filter(section__event=event, name="Ann").values_list("pk", flat=True))
    assert apart
    assert {key for keys in apart.values() for key in keys} | set(apart) == ours


@pytest.mark.slow
def test_what_was_verified_stays_so_by_whom_and_when(full_event: Event, kim: User) -> None:
    board = MatchBoard.objects.get(game__round__section__event=full_event, board=1)
    sent = {"result": "WL", "revision": board.revision}
    signed_in(kim).post(f"/desk/boards/{board.pk}/result/", sent)
    verify(board, "WL", by=kim)
    fields = ("revision", "verified_revision", "verified_by__username", "verified_at")
    before = of(Game, full_event, *fields), of(MatchBoard, full_event, *fields)
    event = moved(full_event)
    assert (of(Game, event, *fields), of(MatchBoard, event, *fields)) == before
    champions, _novices, matches = Section.objects.filter(event=event).order_by("pk")
    assert [board.verified for board in progress(champions, 2).boards] == [True, False]
    assert [board.by for board in progress(matches, 1).boards if board.verified] == ["Kim Okafor"]


@pytest.mark.slow
def test_what_was_read_otherwise_is_asked_after_the_move_too(full_event: Event, kim: User) -> None:
    champions = full_event.sections.order_by("pk")[0]
    with pytest.raises(ReadOtherwise):
        verify(games_of(champions, 1)[0], "FF", by=kim)
    before = [(each.label, each.said, each.by) for each in progress(champions, 1).differing]
    moved_there = moved(full_event).sections.order_by("pk")[0]
    assert [(each.label, each.said, each.by) for each in progress(moved_there, 1).differing] == before != []


@pytest.mark.slow
def test_play_goes_on_after_the_move(full_event: Event, kim: User) -> None:
    event = moved(full_event)
    matches = Section.objects.get(event=event, name="Teams of four")
    game = games_of(matches, 1)[0]
    desk = signed_in(kim)
    board = game.match_boards.get(board=1)
    sent = {"result": "WL", "revision": board.revision}
    assert desk.post(f"/desk/boards/{board.pk}/result/", sent).status_code in (200, 302)
    champions = Section.objects.get(event=event, name="Open")
    enter(games_of(champions, 1)[0], "DD", by=kim)
    call_command("check_standings")


# --- there and back -------------------------------------------------------------------------------


@pytest.mark.slow
def test_an_event_goes_to_another_database_and_back_with_what_was_entered_there(
    full_event: Event, kim: User
) -> None:
    there = moved(full_event)
    champions = Section.objects.get(event=there, name="Open")
    enter(games_of(champions, 1)[1], "DD", by=kim)
    pages = public_pages(there)
    assert public_pages(moved(there)) == pages


def test_an_event_without_sections_moves_too(event: Event) -> None:
    assert (moved(event).name, Staff.objects.filter(event__slug=event.slug).count()) == (event.name, 1)


# --- nothing was forgotten ------------------------------------------------------------------------


def test_every_table_is_in_a_backup_or_is_left_out_by_name() -> None:
    known = set(schema.TABLES) | schema.LEFT_OUT
    assert {model.__name__.lower() for model in apps.get_models()} <= known


def test_every_value_that_could_hold_a_key_is_known() -> None:
    """JSON and long texts: one that is new must be entered in schema.INSIDE or schema.WITHOUT_KEYS."""
    found = {
        (name, column)
        for name, model in schema.TABLES.items()
        for column, field in schema.columns(model).items()
        if isinstance(field, models.JSONField | models.TextField)
    }
    assert found == schema.INSIDE.keys() | schema.WITHOUT_KEYS


@pytest.mark.parametrize("table", ["event", "player", "logentry"])
def test_a_key_is_no_plain_number_elsewhere(table: str) -> None:
    assert schema.keyed(table).of["id"] == table


@pytest.mark.slow
@pytest.mark.parametrize("account_is_here", [True, False])
def test_people_who_joined_by_their_names_come_back_with_their_event(
    full_event: Event, account_is_here: bool
) -> None:
    by = full_event.staff.all()[0].user
    code = people.code_of(people.invite(full_event, Role.ASSISTANT, by=by))
    people.join_as_new(code, "Amélie Ann Birch", "posted before round one")
    lines = written(full_event)
    removed(full_event)
    if not account_is_here:
        User.objects.filter(username="Amélie Ann Birch").delete()
    [restored] = backups.restore(lines, backups.Source("x.wallchart"), by=None)
    staff = restored.event.staff.get(user__username="Amélie Ann Birch")
    assert staff.role == Role.ASSISTANT


@pytest.mark.slow
def test_who_was_removed_is_not_let_in_again_by_an_older_file(full_event: Event, kim: User) -> None:
    bob = User.objects.create(username="bob")
    person = full_event.staff.create(user=bob, role=Role.CHIEF)
    lines = written(full_event)
    people.remove(person, by=kim)
    [restored] = backups.restore(lines, backups.Source("x.wallchart"), by=None, replace=True)
    assert not restored.event.staff.filter(user=bob).exists()
    assert restored.event.staff.filter(user=kim, role=Role.CHIEF).exists()


def test_versions_of_a_final_sheet_keep_their_bytes_and_are_compared_by_player(kim: User) -> None:
    section = a_section(4, 1, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 DD")
    first = finishing.finish(as_it_stands(section), by=kim)
    finishing.reopen(as_it_stands(section), by=kim, reason="A slip was read wrong")
    finishing.finish(as_it_stands(section), by=kim)
    sheets = list(FinalSheet.objects.order_by("number").values_list("sheet", "sha256", "reason"))
    here = moved(section.event).sections.get()
    assert list(here.standings.final_sheets.values_list("sheet", "sha256", "reason")) == sheets
    assert set(here.standings.final_sheets.get(number=1).keys.values()) == set(
        here.players.values_list("pk", flat=True)
    )
    assert first.sha256 == final.digest(sheets[0][0])
    page = final_page(here.standings_id, 2)
    assert page is not None
    assert page.since is not None
    assert not page.since.counts
