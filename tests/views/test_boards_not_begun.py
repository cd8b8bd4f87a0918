"""Somebody leaves while a round is being played, and the director says which open boards have not begun: only
these may be changed (29G2, 29G3)."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, enter, games_of, paired, played
from tests.html import Element, read, visit
from tests.views.repaired_rounds import WHY, boards
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import LogEntry, MatchBoard, Seat, Section
from tournaments.services import drafts, matches, pairings, rosters
from tournaments.services.apart import keep_apart

FOLD = "Some boards have not begun…"


@pytest.fixture
def begun(kim: User) -> Section:
    """Eleven players in round 2: 1 – 2 is over, 3 went home from 3 – 4. 4 and 10, who has the bye, met in
    round 1. Boards 3 to 5 are open: 5 – 11, 6 – 7 and 8 – 9."""
    section = a_section(0, 5, by=kim, order="solkoff")
    rosters.add_players(section, [EntryFactory.create(rating=1900 - 50 * at) for at in range(11)], by=kim)
    played(section, 1, "1 6 WL\n7 2 LW\n3 8 WL\n4 10 WL\n5 9 WL\n11 B")
    paired(section, 2, "1 2\n3 4\n5 11\n6 7\n8 9\n10 B", publish=True, by=kim)
    enter(games_of(section, 2)[0], "WL", by=kim)
    pairings.withdraw(section.players.get(number=3), 1, by=kim, reason=WHY, unpairing=True)
    return as_it_stands(section)


def page_with(desk: Client, section: Section, *waiting: int) -> Element:
    """The page, with these boards marked as not begun."""
    return visit(desk, at("pairing", section, 2), {"waiting": waiting})


def post(desk: Client, section: Section, page: Element, **typed: Any) -> Any:
    return page.form(at("change-pairing", section, 2)).send(desk, {"reason": WHY, **typed})


def moved(way: Element, section: Section) -> set[int]:
    """Who gets another board."""
    names = {name for each in way.texts("li bdi") for name in each.split(" – ")}
    return {player.number for player in section.players.all() if player.called in names}


def ways(page: Element) -> dict[str, Element]:
    return {way.one("button")["value"]: way for way in page.all(".way")}


def test_every_open_board_of_a_round_that_has_begun_can_be_marked_as_not_begun(
    desk: Client, begun: Section
) -> None:
    fold = page_with(desk, begun).one(".repair details")
    assert fold.one("summary").text == FOLD
    assert not fold.has("open")
    called = {player.number: player.called for player in begun.players.all()}
    assert fold.texts("label") == [
        f"Board {board}: {called[white]} – {called[black]}"
        for board, white, black in ((3, 5, 11), (4, 6, 7), (5, 8, 9))
    ]
    assert [box["value"] for box in fold.all("[type=checkbox]:not([checked])")] == ["3", "4", "5"]


def test_only_players_of_the_marked_boards_and_who_waits_move(desk: Client, begun: Section) -> None:
    page = page_with(desk, begun, 4, 5)
    assert page.one(".repair details").has("open")
    assert [box["value"] for box in page.all("[type=checkbox][name=waiting][checked]")] == ["4", "5"]
    assert "Boards 4 and 5 have not begun. All other boards count as begun." in page
    found = ways(page)
    assert {*found} == {"ladder", "again"}
    assert moved(found["again"], begun) == {4, 6, 7, 8, 9, 10}
    assert moved(found["ladder"], begun) < {4, 6, 7, 8, 9, 10}
    assert not any("count as begun" in way for way in found.values())


@pytest.mark.parametrize("how", ["ladder", "again"])
def test_the_boards_that_were_shown_are_published_with_the_reason(
    desk: Client, begun: Section, how: str
) -> None:
    before = boards(begun)
    page = page_with(desk, begun, 4, 5)
    seen = page.one(f"[name=way-{how}]")["value"]
    answer = post(desk, begun, page, do=how)
    assert answer.status_code == 302
    after = boards(begun)
    assert {board: after[board] for board in (1, 3)} == {board: before[board] for board in (1, 3)}
    assert {frozenset(map(int, both.split("-"))) for both in seen.split()} == {
        frozenset(both) for both in after.values()
    }
    assert LogEntry.objects.latest("pk").reason == WHY


def test_the_ladder_leaves_a_board_that_is_not_marked(desk: Client, begun: Section) -> None:
    for board, both in ((3, {5, 11}), (4, {6, 7}), (5, {8, 9})):
        found = ways(page_with(desk, begun, board))
        assert moved(found["ladder"], begun) == {4, 10} | both


def unmarked(desk: Client, section: Section, round: int) -> Element:
    """The page after every tick was taken away."""
    page = visit(desk, at("pairing", section, round))
    every = [box["value"] for box in page.all(".not-begun [type=hidden][name=waiting]")]
    return visit(desk, at("pairing", section, round), {"waiting": every})


def ticked(page: Element) -> list[str]:
    return [box["value"] for box in page.all("[type=checkbox][name=waiting][checked]")]


def test_before_any_result_no_board_has_begun_until_the_director_says_so(
    desk: Client, begun: Section, kim: User
) -> None:
    page = visit(desk, at("pairing", locked(begun, kim), 1))
    assert "Before its games begin it can be paired again (29G)." in page
    assert ticked(page) == ["3", "4"]
    assert not page.one(".repair details").has("open")


def test_where_no_board_is_marked_all_have_begun(desk: Client, begun: Section, kim: User) -> None:
    """29G3: who waits is paired, and nobody else moves."""
    section = locked(begun, kim)
    page = unmarked(desk, section, 1)
    assert ticked(page) == []
    assert page.one(".repair details").has("open")
    assert "No board is marked, so all boards count as begun." in page
    assert "Before its games begin" not in page
    assert page.one("#draft")["data-here"] == f"{at('pairing', section, 1)}?waiting="
    assert page.texts(".way h3") == ["Give the full-point bye: no board changes"]
    before = boards(section, 1)
    page.form(at("change-pairing", section, 1)).send(desk, {"do": "ladder", "reason": WHY})
    assert boards(section, 1) == before
    assert Seat.objects.filter(round__section=section, kind="B").exists()


def test_of_a_round_that_is_being_played_too_no_mark_says_that_all_boards_have_begun(
    desk: Client, begun: Section, kim: User
) -> None:
    assert {"ladder", "open"} <= ways(page_with(desk, begun)).keys()
    page = unmarked(desk, begun, 2)
    told = "Board 99 got a result or was changed meanwhile. It is no longer marked. "
    assert page.text == page_with(desk, begun, 99).text.replace(told, "")
    assert page.all(".way")
    assert all(moved(way, begun) <= {4, 10} for way in page.all(".way"))


@pytest.mark.parametrize(("how", "over", "left"), [("ladder", 4, 5), ("again", 5, 4)])
def test_a_marked_board_that_got_a_result_meanwhile_is_no_longer_marked(
    desk: Client, begun: Section, kim: User, how: str, over: int, left: int
) -> None:
    """29G3: its game is over, so its players stay."""
    page = page_with(desk, begun, 4, 5)
    enter(next(game for game in games_of(begun, 2) if game.board == over), "WL", by=kim)
    before = boards(begun)
    answer = post(desk, begun, page, do=how)
    assert answer.status_code == 409
    now = read(answer)
    assert f"Board {over} got a result or was changed meanwhile. It is no longer marked." in now
    assert [box["value"] for box in now.all("[type=checkbox][name=waiting][checked]")] == [str(left)]
    assert now.one("#why")["value"] == WHY
    assert boards(begun) == before
    assert post(desk, begun, now, do="ladder").status_code == 302
    assert boards(begun)[over] == before[over]


def test_a_result_of_a_marked_board_that_the_way_leaves_alone_is_no_reason_to_ask_again(
    desk: Client, begun: Section, kim: User
) -> None:
    page = page_with(desk, begun, 4, 5)
    assert not moved(ways(page)["ladder"], begun) & {8, 9}
    enter(next(game for game in games_of(begun, 2) if game.board == 5), "WL", by=kim)
    assert post(desk, begun, page, do="ladder").status_code == 302


@pytest.mark.parametrize("number", [1, 2, 99])
def test_a_board_that_is_over_or_gone_cannot_be_marked(desk: Client, begun: Section, number: int) -> None:
    page = page_with(desk, begun, number, 4)
    told = f"Board {number} got a result or was changed meanwhile. It is no longer marked."
    assert told in page.texts(".repair [role=status]")
    assert "Board 4 has not begun. All other boards count as begun." in page


def test_what_is_no_number_marks_no_board(desk: Client, begun: Section) -> None:
    page = visit(desk, at("pairing", begun, 2), {"waiting": ["x", "-1", "", "9" * 40]})
    assert not page.all("[type=checkbox][name=waiting][checked]")


def test_other_boards_than_those_that_were_shown_are_not_published(desk: Client, begun: Section) -> None:
    page = page_with(desk, begun, 5)
    before = boards(begun)
    answer = post(desk, begun, page, do="ladder", waiting=["4"])
    assert answer.status_code == 409
    assert boards(begun) == before
    assert [box["value"] for box in read(answer).all("[type=checkbox][name=waiting][checked]")] == ["4"]


def test_what_the_page_asks_for_every_few_seconds_keeps_the_marks(desk: Client, begun: Section) -> None:
    page = page_with(desk, begun, 4, 5, 99)
    assert page.one("#draft")["data-here"] == f"{at('pairing', begun, 2)}?waiting=4&waiting=5"


def test_a_board_that_was_locked_before_the_round_was_posted_stays(
    desk: Client, begun: Section, kim: User
) -> None:
    section = locked(begun, kim)
    page = visit(desk, at("pairing", section, 1))
    assert [box["value"] for box in page.all("[type=checkbox][name=waiting]")] == ["3", "4"]
    assert "Board 2 was locked, so it stays as it is." in page.one(".repair details")


def locked(begun: Section, kim: User) -> Section:
    """Eight players of a round of which board 2 was locked; board 1 lost a player."""
    section = a_section(8, 3, event=begun.event, name="Reserve", by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    draft = section.pairing_drafts.get().draft
    made = [replace(board, locked=at == 1) for at, board in enumerate(draft.boards)]
    drafts.edit(section, 1, replace(draft, boards=tuple(made)), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    first = games_of(section, 1)[0].seats.get(side="w").player
    pairings.withdraw(first, 0, by=kim, reason=WHY, unpairing=True)
    return as_it_stands(section)


def test_before_any_result_too_the_director_may_say_that_some_boards_have_begun(
    desk: Client, begun: Section, kim: User
) -> None:
    """29G2: a game begins before its result comes in."""
    section = locked(begun, kim)
    page = visit(desk, at("pairing", section, 1))
    assert page.one(".repair summary").text == "Some boards have begun already…"
    page = visit(desk, at("pairing", section, 1), {"waiting": 4})
    assert "Board 4 has not begun. All other boards count as begun." in page
    kept = {board: boards(section, 1)[board] for board in (2, 3)}
    page.form(at("change-pairing", section, 1)).send(desk, {"do": "again", "reason": WHY})
    assert {board: boards(section, 1)[board] for board in (2, 3)} == kept


def test_where_nobody_waits_no_board_is_to_be_marked(desk: Client, begun: Section, kim: User) -> None:
    pairings.give_bye(begun, 2, [4], Kind.HALF_BYE, by=kim, reason=WHY)
    assert not page_with(desk, begun).all(".repair")


def test_matches_of_teams_are_marked_as_matches(desk: Client, kim: User) -> None:
    section = a_section(0, 4, by=kim, boards=2)
    names = ("Alder", "Birch", "Cedar", "Dogwood", "Elder", "Fir", "Gum", "Hazel")
    rosters.add_players(section, [EntryFactory.create(name=name) for name in names], by=kim)
    paired(section, 1, "1 5\n2 6\n3 7\n4 8", publish=True, by=kim)
    first = MatchBoard.objects.filter(game=games_of(section, 1)[0]).order_by("board")[0]
    matches.record_board(first, "WL", revision=first.revision, by=kim)
    pairings.withdraw(section.players.get(number=2), 0, by=kim, reason=WHY, unpairing=True)
    page = visit(desk, at("pairing", section, 1))
    fold = page.one(".repair details")
    assert fold.one("summary").text == "Some matches have not begun…"
    assert fold.texts("label") == ["Match 3: Cedar – Gum", "Match 4: Dogwood – Hazel"]
    page = visit(desk, at("pairing", section, 1), {"waiting": [3, 9]})
    assert "Match 3 has not begun. All other matches count as begun." in page
    assert "Match 9 got a result or was changed meanwhile. It is no longer marked." in page
    told = page.one(".repair").text.casefold()
    assert "player" not in told
    assert "board" not in told


def test_a_match_of_which_a_board_was_played_has_begun(desk: Client, kim: User) -> None:
    """29G3: its teams stay, although the match has no result yet."""
    section = a_section(6, 4, by=kim, boards=2)
    paired(section, 1, "1 4\n2 5\n3 6", publish=True, by=kim)
    for game in games_of(section, 1)[:2]:
        first = MatchBoard.objects.filter(game=game).order_by("board")[0]
        matches.record_board(first, "WL", revision=first.revision, by=kim)
    pairings.withdraw(section.players.get(number=3), 0, by=kim, reason=WHY, unpairing=True)
    page = visit(desk, at("pairing", section, 1))
    assert not page.all("[name=waiting]")
    assert page.texts(".way h3") == ["Give the full-point bye: no match changes"]
    before = boards(section, 1)
    page.form(at("change-pairing", section, 1)).send(desk, {"do": "ladder", "reason": WHY})
    assert boards(section, 1) == before


def test_where_nobody_can_be_paired_around_open_boards_the_page_still_asks_which_have_not_begun(
    desk: Client, kim: User
) -> None:
    """4 had a bye already, and the director keeps 4 apart from 5 and 6."""
    section = a_section(7, 4, by=kim)
    played(section, 1, "1 2 WL\n3 5 WL\n6 7 WL\n4 B")
    paired(section, 2, "1 3\n4 2\n6 5\n7 B", publish=True, by=kim)
    enter(games_of(section, 2)[0], "WL", by=kim)
    pairings.withdraw(section.players.get(number=2), 1, by=kim, reason=WHY, unpairing=True)
    pairings.withdraw(section.players.get(number=7), 1, by=kim, reason=WHY)
    keep_apart(section, never="4-5, 4-6", asked="", by=kim)
    page = page_with(desk, section)
    assert not page.all(".way, #why")
    assert page.texts(".repair summary") == [FOLD]
    assert "There is no way to pair who waits around what has begun." in page
