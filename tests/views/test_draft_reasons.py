"""What the pairing page says of each board: the reason that the rules proposed it for, until the director
changes it."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, corrected, enter, games_of, played
from tests.html import Element, read, visit
from tests.views.pairing_page import page_of, pressed
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.models import PairingDraft, Seat, Section
from tournaments.pairing.options import Options
from tournaments.pairing.pairing import pair
from tournaments.pairing.result import PairingResult
from tournaments.selectors.pairing.basis import basis_of, draft_of
from tournaments.services import drafts, orders, pairings, rosters
from tournaments.services.reasons import keep


@pytest.fixture
def section(kim: User) -> Section:
    """Ten players; round 1 held, round 2 proposed."""
    section = a_section(10, 4, by=kim)
    played(section, 1, "1 6 WL\n7 2 LW\n3 8 WL\n9 4 LW\n5 10 WL")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    return as_it_stands(section)


def told(page: Element) -> list[list[str]]:
    """The sentences of each board."""
    return [board.texts(".why summary span:not(.natural), .why p") for board in page.all(".pair")]


def told_in_public(section: Section, kim: User, *, overtaken: bool = False) -> list[list[str]]:
    """The same of the published draft, on the pages of its boards."""
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2, overtaken=overtaken)
    return [
        visit(Client(), at("board", section, 2, game.board)).texts(".rule") for game in games_of(section, 2)
    ]


def test_a_board_that_is_locked_as_proposed_keeps_its_reason_at_the_desk_and_in_public(
    desk: Client, section: Section, kim: User
) -> None:
    before = page_of(desk, section)
    for at_ in range(len(told(before))):
        page = read(pressed(desk, page_of(desk, section), section, "save", **{f"lock_{at_}": "on"}))
        assert told(page) == told(before), "a lock moves nobody's place of the half either"
    assert page.texts(".natural") == before.texts(".natural")
    assert told_in_public(section, kim) == told(before)


def test_pairing_again_around_boards_locked_as_proposed_tells_the_same(
    desk: Client, section: Section
) -> None:
    before = told(page_of(desk, section))
    page = read(pressed(desk, page_of(desk, section), section, "again", lock_0="on"))
    assert len(page.all(".locked")) == 1
    assert told(page) == before


@pytest.mark.parametrize("of_result", [True, False])
def test_a_board_tells_at_the_desk_what_it_does_in_public_when_something_else_changes(
    desk: Client, section: Section, kim: User, of_result: bool
) -> None:
    """A board that the rules would make now has the reason of now; of any other it is told that it was kept,
    and beside it what they would do."""
    before = told(page_of(desk, section))
    if of_result:
        corrected(games_of(section, 1)[0], "LW", by=kim)
    else:
        rosters.edit_player(section.players.get(number=1), by=kim, reason="wrong rating", rating=100)
    page = page_of(desk, section)
    assert "changed after this was paired" in page
    now = told(page)
    kept = [texts for texts in now if " were paired before " in texts[0]]
    assert kept
    assert kept != now
    assert any(text.startswith("The rules would pair ") for texts in kept for text in texts)
    assert not {text for texts in kept for text in texts} & {text for texts in before for text in texts}
    assert "The director kept" not in page, "nothing is decided in a draft"
    assert all("They were not paired again since." in texts[0] for texts in kept)
    in_public = told_in_public(section, kim, overtaken=True)
    decided = ["The director kept the board." in texts[0] for texts in in_public]
    assert decided == [texts in kept for texts in now]
    others = [texts[0] for texts in now if texts not in kept]
    assert others == [texts[0] for texts, is_kept in zip(in_public, decided, strict=True) if not is_kept]


def test_a_draft_that_somebody_left_says_so_and_not_that_the_director_kept_it(
    desk: Client, section: Section, kim: User
) -> None:
    """Ten players need no bye; without one of them the rules give one, and the draft gives none."""
    gone = section.players.get(number=1)
    pairings.withdraw(gone, 1, by=kim)
    page = page_of(desk, section)
    kept = [texts[0] for texts in told(page) if "were paired before" in texts[0]]
    assert kept
    for text in kept:
        assert f" were paired before this changed: {gone.called} withdrew. They were not paired again" in text
    assert "The director kept" not in page
    assert "nobody" in page.one(".field.bye")
    assert not any("full-point bye" in text for text in page.texts("li.group p"))


def test_a_bye_that_the_rules_would_not_give_now_is_told_at_the_desk_to_be_of_before(
    desk: Client, kim: User
) -> None:
    section = a_section(9, 4, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    bye = section.players.get(number=PairingDraft.objects.get().bye)
    rosters.edit_player(bye, by=kim, rating=2400)
    page = page_of(desk, section, 1)
    changed = f"the rating of {bye.called}. The round was not paired again since."
    assert f"Full-point bye: given before this changed: {changed}" in page
    assert "The director kept" not in page
    assert "lowest-rated" not in page.one("#draft")


def test_who_is_put_back_leaves_no_reason_that_was_for_a_score_group_without_that_player(
    desk: Client, kim: User
) -> None:
    """Of the 0-point group one is away: its four others become five, so that others are odd players."""
    section = a_section(10, 4, by=kim)
    played(section, 1, "1 6 WL\n7 2 LW\n3 8 WL\n9 4 LW\n5 10 WL")
    section = as_it_stands(section)
    pairings.give_bye(section, 2, [8], Kind.HALF_BYE, by=kim)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    before = [text for texts in told(page_of(desk, section)) for text in texts]
    assert any("odd player" in text for text in before)
    seat = Seat.objects.get(player__number=8, round__number=2, player__section=section)
    page = read(pressed(desk, page_of(desk, section), section, f"in-{seat.pk}"))
    assert "is in this round now" in page
    request = basis_of(section, 2, draft_of(section, 2)).request
    made = pair(request)
    assert isinstance(made, PairingResult)
    by_rules = {(board.white, board.black) for board in made.boards}
    boards = PairingDraft.objects.get().draft.boards
    for texts, board in zip(told(page), boards, strict=True):
        if (board.white, board.black) not in by_rules:
            assert " were paired before this changed: " in texts[0]
            assert not {*before} & {*texts}
    page = read(pressed(desk, page, section, "half-8"))
    assert [text for texts in told(page) for text in texts] == before


def test_only_what_the_director_changed_is_set_by_the_director(
    desk: Client, section: Section, kim: User
) -> None:
    before = told(page_of(desk, section))
    first, second, *_others = PairingDraft.objects.get().draft.boards
    typed = {"white_0": str(second.white), "lock_0": "on", "lock_2": "on"}
    page = read(pressed(desk, page_of(desk, section), section, "save", **typed))
    called = {player.number: player.called for player in section.players.all()}
    now = told(page)
    names = {called[second.white], called[first.black]}
    assert {*now[0][0].removeprefix("Set by the director: ").removesuffix(".").split(" and ")} == names
    assert now[2:] == before[2:]
    page = read(pressed(desk, page, section, "swap-3"))
    fourth = PairingDraft.objects.get().draft.boards[3]
    assert told(page)[3] == [*before[3][:-1], f"{called[fourth.white]} has white: set by the director."]
    assert [len(texts) for texts in told_in_public(section, kim)[:2]] == [0, 0]


def test_of_a_change_for_colors_both_differences_are_told_in_the_detail(
    desk: Client, section: Section
) -> None:
    """The sentence names the smaller one (29E5c)."""
    page = page_of(desk, section)
    both = "Differences of this change: 50 and 50 points. The smaller one counts (29E5c)."
    found = [board.texts(".why .differences") for board in page.all(".pair")]
    assert found[0] == [both]
    assert [told for told in found if told] == [[both]] * 2, "not where a board follows from another"


def test_headings_stand_where_the_groups_begin_that_acceleration_made(desk: Client, kim: User) -> None:
    """Round 2 of eight players, the upper half on an added point: 2, 1 and 0 points with it (28R1)."""
    section = a_section(8, 4, by=kim)
    orders.post_options(section, Options(acceleration="added_score"), by=kim)
    played(section, 1, "1 3 WL\n4 2 LW\n5 7 WL\n8 6 LW")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    items = page_of(desk, section).all(".pairs > .group, .pairs > .pair")
    shown = [item.texts("h2")[0] if item.texts("h2") else "board" for item in items]
    assert shown == ["2 points", "board", "1 point", "board", "board", "0 points", "board"]
    lines = page_of(desk, section).texts(".pairs > .group p")
    assert [line.split(",")[0] for line in lines] == ["2 players", "4 players", "2 players"]


def headed(page: Element) -> list[str]:
    """The headings of the score groups and the numbers of the boards, in their order."""
    return page.texts(".pairs > .group h2, .pairs > .pair > .no")


def test_a_reserved_board_alone_in_its_group_does_not_leave_the_next_under_its_heading(
    desk: Client, kim: User
) -> None:
    section = a_section(6, 4, by=kim)
    played(section, 1, "1 4 WL\n5 2 LW\n3 6 WL")
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    assert headed(page_of(desk, section)) == ["1 point", "1", "2", "0 points", "3"]
    number = PairingDraft.objects.get().draft.boards[-1].white
    rosters.edit_player(section.players.get(number=number), by=kim, fixed_board=2)
    page = page_of(desk, section)
    assert headed(page) == ["1 point", "1", "0 points", "2", "1 point, continued", "3"]
    assert ["Reserved board" in board for board in page.all(".pair")] == [False, True, False]


def test_a_reserved_board_among_those_of_another_group_says_so_and_its_points(
    desk: Client, section: Section, kim: User
) -> None:
    assert headed(page_of(desk, section)) == ["1 point", "1", "2", "3", "0 points", "4", "5"]
    number = PairingDraft.objects.get().draft.boards[-1].white
    rosters.edit_player(section.players.get(number=number), by=kim, fixed_board=2)
    page = page_of(desk, section)
    assert headed(page) == ["1 point", "1", "2", "3", "4", "0 points", "5"]
    assert "Reserved board · 0 points" in page.all(".pair")[1]
    assert page.text.count("Reserved board") == 1


def test_only_boards_of_a_score_group_with_an_assumed_result_say_that_one_was(
    desk: Client, kim: User
) -> None:
    """28O: 5 and 10 still play and count as a draw, so they are in the ½-point group with 3, 4, 8 and 9."""
    section = a_section(10, 4, by=kim)
    pairings.pair(section, 1, "1 6\n2 7\n3 8\n4 9\n5 10", by=kim)
    pairings.publish(section, 1, by=kim)
    for game, result in zip(games_of(section, 1)[:4], ("WL", "WL", "DD", "DD"), strict=True):
        enter(game, result)
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    said = {
        frozenset((board.white, board.black)): [text for text in texts if "(28O)" in text]
        for texts, board in zip(
            told(page_of(desk, section)), PairingDraft.objects.get().draft.boards, strict=True
        )
    }
    assert len(said) == 5
    for both, texts in said.items():
        if both & {5, 10}:
            assert all("a missing result was assumed (28O)" in text for text in texts)
            assert len(texts) == len(both & {5, 10})
        else:
            assert len(texts) == bool(both & {3, 4, 8, 9})
