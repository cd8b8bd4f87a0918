"""Why two players meet, on a phone: the sentences of the round as it was posted, and nothing private."""

from dataclasses import replace
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client

from tests.addresses import at
from tests.cases import case
from tests.factories import (
    EntryFactory,
    a_section,
    as_it_stands,
    corrected,
    enter,
    games_of,
    imported,
    paired,
    played,
    swap_colors,
    undone,
)
from tests.html import visit
from tests.views.pairing_page import boards
from tiebreaks.engine.messages import Message
from tournaments.models import PairingDraft, PairingReasons, Section
from tournaments.pairing import sentences
from tournaments.pairing.draft import Draft, DraftBoard, put, swapped
from tournaments.pairing.pairing import pair
from tournaments.pairing.result import PairingResult
from tournaments.selectors.pairing.basis import basis_of, draft_of
from tournaments.selectors.pairing.posted_boards import before_boards
from tournaments.services import drafts, pairings, rosters
from tournaments.services.reasons import keep
from tournaments.services.trading import trade_places


@pytest.fixture
def section(kim: User) -> Section:
    """Eight players; round 1 held, round 2 proposed."""
    section = a_section(8, 3, by=kim)
    played(section, 1, "1 5 WL\n6 2 LW\n3 7 WL\n8 4 LW")
    drafts.keep(as_it_stands(section), 2, drafts.propose(as_it_stands(section), 2), by=kim)
    return as_it_stands(section)


def post(section: Section, kim: User, on_commit: Any) -> None:
    with on_commit(execute=True):
        drafts.publish(section, 2, by=kim)


def reasons(client: Client, section: Section, board: int) -> list[str]:
    """In the words of the rules."""
    return visit(client, at("board", section, 2, board)).texts(".rule")


def plain(client: Client, section: Section, board: int) -> str:
    return visit(client, at("board", section, 2, board)).one(".reason").text


def colors(client: Client, section: Section, board: int) -> list[str]:
    """Those below the fold as well."""
    return visit(client, at("board", section, 2, board)).texts(".of-colors, .by-rules .more")


def posted_with(section: Section, draft: Draft, *, by: User) -> list[tuple[int, int]]:
    """Publish the draft with its reasons; White and Black of its boards."""
    drafts.edit(section, 2, draft, by=by)
    drafts.publish(section, 2, by=by)
    keep(section.pk, 2)
    return [(board.white, board.black) for board in draft.boards]


def test_a_posted_board_tells_the_reason_and_the_line_of_its_score_group(
    client: Client, section: Section, kim: User, django_capture_on_commit_callbacks: Any
) -> None:
    post(section, kim, django_capture_on_commit_callbacks)
    page = visit(client, at("board", section, 2, 1))
    (row,) = PairingReasons.objects.all()
    _white, _black, told, group = row.boards[0]
    assert told
    assert reasons(client, section, 1) == [Message(id, **values) for id, values in told]
    ((id, values),) = group[1]
    assert f"The group with 1 point: {Message(id, **values)}" in page
    assert at("board", section, 2, 1) in visit(client, at("round", section, 2)).links


def test_a_board_that_was_kept_over_a_changed_result_says_so_and_nothing_of_the_groups_that_were(
    client: Client, section: Section, kim: User
) -> None:
    """A board that the rules would make now too has the reason of now."""
    corrected(games_of(section, 1)[0], "DD", by=kim)
    drafts.publish(as_it_stands(section), 2, by=kim)
    keep(section.pk, 2, overtaken=True)
    now = pair(before_boards(basis_of(section, 2, draft_of(section, 2)).request, ()))
    assert isinstance(now, PairingResult)
    by_rules = {(board.white, board.black) for board in now.boards}
    kept = "They were paired before a result of an earlier round came in or changed."
    told = {both: plain(client, section, at) for at, both in enumerate(boards(section), 1)}
    assert {both for both, why in told.items() if why.startswith(kept)} == told.keys() - by_rules
    assert 0 < len(told.keys() - by_rules) < len(told)


def publish(section: Section, kim: User, swapped_first: bool) -> None:
    """Round 2, its first board as the rules or with its colors swapped by the director."""
    if swapped_first:
        drafts.edit(section, 2, swapped(PairingDraft.objects.get().draft, 0), by=kim)
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)


@pytest.mark.parametrize("swapped_first", [False, True])
def test_a_board_whose_score_was_corrected_afterwards_says_on_which_it_was_paired(
    client: Client, section: Section, kim: User, swapped_first: bool
) -> None:
    """The points beside the name are those of now, and the group is that of then."""
    publish(section, kim, swapped_first)
    one = section.players.get(number=1).name
    told = f"{one} was paired on a score of 1: a result or a bye was corrected afterwards."
    board = next(at for at, both in enumerate(boards(section), 1) if 1 in both)
    assert "was paired on a score" not in visit(client, at("board", section, 2, board))
    corrected(games_of(section, 1)[0], "DD", by=kim)
    assert told in plain(client, section, board)
    assert told in reasons(client, section, board)
    assert visit(client, at("board", section, 2, board)).text.count("was paired on a score of") == 2
    corrected(games_of(section, 1)[0], "WL", by=kim)
    assert "was paired on a score" not in visit(client, at("board", section, 2, board))


@pytest.mark.parametrize("swapped_first", [False, True])
def test_a_board_whose_colors_before_were_corrected_afterwards_says_that_it_was_paired_on_others(
    client: Client, section: Section, kim: User, swapped_first: bool
) -> None:
    """Why the two have their colors is as it was told when the round was paired."""
    publish(section, kim, swapped_first)
    there = range(1, 5)
    before = [colors(client, section, board) for board in there]
    swap_colors(games_of(section, 1)[0], by=kim)
    for board, both, was in zip(there, boards(section), before, strict=True):
        caveats = [
            f"{section.players.get(number=number).name} was paired on other colors: an earlier round was"
            " corrected since."
            for number in both
            if number in (1, 5)
        ]
        assert colors(client, section, board) == [*caveats, *was]
        assert set(reasons(client, section, board)) >= {*caveats}


def test_the_page_of_a_player_leads_to_the_reasons_of_her_boards(
    client: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    section = as_it_stands(section)
    game = next(each for each in games_of(section, 2) if each.seats.filter(player__number=1).exists())
    now = at("board", section, 2, game.board)
    page = visit(client, at("player", section, 1))
    assert page.link("Why this pairing?") == now
    assert [link for link in page.one(".played").links if "/boards/" in link] == [
        at("board", section, 1, 1),
        now,
    ]
    assert [link.text for link in page.all(".played .these-two")] == [
        f"Why paired? Board {board}: why these two" for board in (1, game.board)
    ]
    enter(game, "WL", by=kim)
    assert "Why this pairing?" not in visit(client, at("player", section, 1))


def test_a_board_that_is_over_says_its_result(client: Client, section: Section, kim: User) -> None:
    drafts.publish(section, 2, by=kim)
    assert "Result: 1–0" in visit(client, at("board", section, 1, 1))
    assert "Result" not in visit(client, at("board", section, 2, 1)).one("main")


def test_the_heading_of_a_board_names_the_colors(client: Client, section: Section) -> None:
    white, black = (section.players.get(number=number).called for number in (1, 5))
    heading = visit(client, at("board", section, 1, 1)).one("main h2").text
    assert heading == f"White {white} (0) – Black {black} (0)"


def test_a_board_says_plainly_why_each_player_has_the_color(
    client: Client, section: Section, kim: User
) -> None:
    """Round 1 alternates; in round 2 each of the two had the other color."""
    keep(section.pk, 1)
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    for game in games_of(section, 2):
        white, black = (game.seats.get(side=side).player.called for side in "wb")
        told = colors(client, section, game.board)
        if "both" not in told[0]:
            assert told == [
                f"{white} has White, having had Black more often.",
                f"{black} has Black, having had White more often.",
            ]
    swap_colors(games_of(section, 2)[0], by=kim)
    now = games_of(section, 2)[0].seats.get(side="w").player.called
    assert colors(client, section, 1) == [
        f"{now} has White: the director swapped the colors after the round was posted."
    ]


def test_a_phone_shows_three_sentences_at_most_and_the_others_below_a_fold(
    client: Client, section: Section, kim: User
) -> None:
    """PAIRING §7: one for the pairing, one for the colors, one more. Nothing is left out."""
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    (row,) = PairingReasons.objects.all()
    white, black, texts, _group = row.boards[0]
    one, other = (section.players.get(number=number).called for number in (white, black))
    page = visit(client, at("board", section, 2, 1))
    first, both_colors = page.one(".reason").text, page.texts(".of-colors")
    assert not page.all(".by-rules .more"), "that they are two is no reason to hide one"
    assumed = [[sentences.ASSUMED_POINTS, {"one": name, "points": "1"}] for name in (one, other)]
    row.boards[0][2] = [*texts, *assumed]
    row.save()
    caches["fragments"].clear()
    page = visit(client, at("board", section, 2, 1))
    of_both = [f"{name} was paired on a score of 1: a result was still missing." for name in (one, other)]
    assert page.one(".reason").text == f"{first} {of_both[0]}"
    assert page.texts(".of-colors") == both_colors[:1]
    assert page.texts(".by-rules .more") == [of_both[1], *both_colors[1:]]
    assert len(page.texts(".by-rules .rule")) == len(texts) + 2


def test_a_parent_reads_the_color_in_spanish(client: Client, section: Section, kim: User) -> None:
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    told = visit(client, "/es" + at("board", section, 2, 1)).all(".of-colors")[0].text
    assert "lleva blancas" in told or "lleva negras" in told


def test_of_a_match_it_is_said_which_team_has_white_on_the_first_board(client: Client, kim: User) -> None:
    section = a_section(0, 3, by=kim, boards=4)
    teams = [EntryFactory.create(name=name) for name in ("Alder", "Birch", "Cedar", "Dogwood")]
    rosters.add_players(section, teams, by=kim)
    drafts.keep(as_it_stands(section), 1, drafts.propose(as_it_stands(section), 1, lot="w"), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    keep(section.pk, 1)
    told = visit(client, at("board", section, 1, 1)).one(".of-colors").text
    assert told == (
        "Neither has had a color yet, so colors alternate from board to board in rank order: Alder has White"
        " on board 1."
    )


def test_a_corrected_result_changes_nothing_of_why_a_round_was_paired(
    client: Client, section: Section, kim: User, django_capture_on_commit_callbacks: Any
) -> None:
    post(section, kim, django_capture_on_commit_callbacks)
    before = reasons(client, section, 1)
    with django_capture_on_commit_callbacks(execute=True):
        enter(games_of(section, 2)[0], "WL", by=kim)
    assert reasons(client, section, 1) == before


def test_reasons_that_come_a_moment_later_are_read_without_a_new_version(
    client: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    assert "There is no record here" in visit(client, at("board", section, 2, 1))
    keep(section.pk, 2)
    assert "There is no record here" not in visit(client, at("board", section, 2, 1))


def test_a_board_whose_colors_were_swapped_says_so_and_still_why_the_two_meet(
    client: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)

    *meet, colors = reasons(client, section, 1)
    swap_colors(games_of(section, 2)[0], by=kim)
    now = games_of(section, 2)[0].seats.get(side="w").player.name
    swapped = f"The director swapped the colors after the round was posted: {now} has white."
    assert reasons(client, section, 1) == [*meet, swapped]
    swap_colors(games_of(section, 2)[0], by=kim)
    assert reasons(client, section, 1) == [*meet, colors]


def test_a_conflict_that_the_director_swapped_is_told_no_more(
    client: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    (row,) = PairingReasons.objects.all()
    white, black, told, group = row.boards[0]
    for id in (sentences.KEPT_REVERSED, sentences.KEPT_ALONE):
        values = {"one": "Somebody", "other": "Anybody", "misses": "Somebody", "color": "white"}
        row.boards[0] = [white, black, [*told, [id, values]], group]
        row.save()
        assert len(reasons(client, section, 1)) == len(told) + 1
        swap_colors(games_of(section, 2)[0], by=kim)
        assert len(reasons(client, section, 1)) == len(told)
        swap_colors(games_of(section, 2)[0], by=kim)


def test_a_board_that_follows_from_another_names_it_by_its_number_of_the_round(
    client: Client, section: Section, kim: User
) -> None:
    section.first_board = 11
    section.save()
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    follows, went = reasons(client, section, 12)[0].split(": ")
    assert follows == "Follows from board 11"
    pairings.remove_pairing(games_of(section, 2)[0], by=kim, reason="paired by mistake")
    changed = f"Follows from a board that was changed afterwards: {went}"
    assert reasons(client, section, 12)[0] == changed
    one, other = went.removesuffix(".").split(" went to ")
    assert plain(client, section, 12) == (
        f"{one} would have played here, but the rules paired {one} with {other}. That board is not in this"
        " round."
    )


def test_a_board_that_the_director_set_says_so_and_the_others_why_they_were_made(
    client: Client, section: Section, kim: User
) -> None:
    """The rules paired the others around the locked board, and would not do so without it."""
    found = Draft((DraftBoard(1, 8, locked=True),))
    drafts.keep(section, 2, drafts.propose(section, 2, keeping=found), by=kim)
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    told = {board: plain(client, section, board) for board in (1, 2, 3, 4)}
    assert [board for board in told if told[board] == "Paired by the director."] == [2]
    told_of_rules = [text for board in told for text in reasons(client, section, board)]
    assert not any("The rules would pair" in text for text in told_of_rules)
    assert all(told.values())


def test_what_is_moved_or_swapped_by_hand_is_set_by_the_director(
    client: Client, section: Section, kim: User
) -> None:
    """The boards that nobody touched have the reasons they were proposed for."""
    proposed = PairingDraft.objects.get().draft
    _first, second, third, fourth = proposed.boards
    moved = put(swapped(proposed, 3), 0, "white", second.white)
    posted_with(section, moved, by=kim)
    called = {player.number: player.called for player in section.players.all()}
    one, other, untouched, turned = (reasons(client, section, board) for board in (1, 2, 3, 4))
    assert one == other == []
    assert [plain(client, section, board) for board in (1, 2)] == ["Paired by the director."] * 2
    assert "director" not in " ".join([*untouched, plain(client, section, 3)])
    assert turned[-1] == f"{called[fourth.black]} has white: set by the director."
    assert len(turned) == 2
    assert third.full


def test_an_undone_proposal_leads_back_to_the_reasons_of_the_one_before(
    client: Client, section: Section, kim: User
) -> None:
    first = PairingDraft.objects.get().draft
    locked = Draft((DraftBoard(1, 8, locked=True),))
    drafts.keep(section, 2, drafts.propose(section, 2, keeping=locked), by=kim)
    second = PairingDraft.objects.get().draft
    drafts.edit(section, 2, put(second, 1, "black", 4), by=kim)
    for _step in range(2):
        drafts.undo(section, 2, by=kim)
    assert PairingDraft.objects.get().draft == first
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    assert not any("director" in text for n in (1, 2, 3, 4) for text in reasons(client, section, n))


def test_a_board_of_an_older_proposal_that_is_seated_by_hand_is_the_directors(
    client: Client, section: Section, kim: User
) -> None:
    first = PairingDraft.objects.get().draft
    locked = Draft((DraftBoard(1, 8, locked=True),))
    drafts.keep(section, 2, drafts.propose(section, 2, keeping=locked), by=kim)
    posted_with(section, first, by=kim)
    assert plain(client, section, 1) == "Paired by the director."


def test_a_board_that_was_locked_as_it_stood_tells_why_it_was_proposed(
    client: Client, section: Section, kim: User
) -> None:
    row = PairingDraft.objects.get()
    first, *others = row.draft.boards
    posted_with(section, Draft((replace(first, locked=True), *others)), by=kim)
    _white, _black, told, *_more = row.reasons[0]
    assert reasons(client, section, 1) == [Message(id, **values) for id, values in told]


def test_a_board_that_changed_after_the_round_was_posted_is_the_directors(
    client: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    for game in games_of(section, 2):
        pairings.remove_pairing(game, by=kim, reason="paired by mistake")
    pairings.pair(as_it_stands(section), 2, "1 8", by=kim, reason="paired by mistake")
    assert plain(client, section, 1) == "Paired by the director."


def test_a_round_that_was_typed_is_explained_too(
    client: Client, kim: User, django_capture_on_commit_callbacks: Any
) -> None:
    section = a_section(4, 2, by=kim)
    with django_capture_on_commit_callbacks(execute=True):
        paired(section, 1, "1 4\n2 3", publish=True)
    page = visit(client, at("board", section, 1, 1))
    assert page.texts(".reason") == ["Paired by the director."]
    assert "The rules would pair" not in page
    assert "is due" not in page


def test_a_second_meeting_that_the_director_set_is_told_as_such(
    client: Client, section: Section, kim: User
) -> None:
    """27A1"""
    drafts.keep(
        section, 2, drafts.propose(section, 2, keeping=Draft((DraftBoard(5, 1, locked=True),))), by=kim
    )
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    again = next(game.board for game in games_of(section, 2) if game.seats.filter(player__number=1).exists())
    assert plain(client, section, again) == "Paired by the director. They met before, in round 1."
    assert "They meet a second time, after round 1 (27A1)." in reasons(client, section, again)


def test_a_second_meeting_that_was_typed_is_told_as_such(client: Client, kim: User) -> None:
    """27A1: held against the rules, which have another pairing."""
    section = a_section(4, 3, by=kim)
    played(section, 1, "1 3 WL\n4 2 LW", by=kim)
    paired(section, 2, "3 1\n2 4", publish=True, by=kim)
    keep(section.pk, 2)
    assert plain(client, section, 1) == "Paired by the director. They met before, in round 1."
    assert "They meet a second time, after round 1 (27A1)." in reasons(client, section, 1)


def test_a_second_meeting_since_two_traded_places_is_told_as_such(
    client: Client, section: Section, kim: User
) -> None:
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    (one,) = [game for game in games_of(section, 2) if game.seats.filter(player__number=1).exists()]
    other = one.seats.exclude(player__number=1).get().player.number
    trade_places(one, other, 5, by=kim, reason="wrong table")
    assert plain(client, section, one.board) == "Paired by the director. They met before, in round 1."
    assert reasons(client, section, one.board) == ["They meet a second time, after round 1 (27A1)."]


@pytest.mark.parametrize(
    "id",
    [
        sentences.APART,
        sentences.ASKED_APART,
        "{one} meets {other} instead of {ideal}, who is kept apart by the director.",
    ],
)
def test_who_is_kept_apart_is_not_told(client: Client, section: Section, kim: User, id: str) -> None:
    """The last as rounds of earlier releases have it."""
    told = {"one": "A", "other": "B", "ideal": "Somebody"}
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    (row,) = PairingReasons.objects.all()
    row.boards = [[white, black, [[id, told]], group] for white, black, _told, group in row.boards]
    row.save()
    page = visit(client, at("board", section, 2, 1))
    assert "Somebody" not in page
    assert page.one(".reason").text == "They are the nearest match that the rules allow."


def test_a_round_that_was_imported_says_that_another_program_paired_it(client: Client, kim: User) -> None:
    section = imported(case("vermont"))
    page = visit(client, at("board", section, 2, 1))
    assert page.one(".reason").text == (
        "This round was paired with another program. Its file does not say why these two play."
    )
    assert "29E4" not in page
    assert "There is no record here" not in page


def test_a_draft_and_a_board_that_is_not_there_have_no_page(client: Client, section: Section) -> None:
    for number, board in ((2, 1), (1, 9), (9, 1)):
        assert client.get(at("board", section, number, board)).status_code == 404


def test_a_round_that_cannot_be_explained_has_no_reasons(section: Section) -> None:
    keep(section.pk, 3)
    keep(0, 1)
    assert not PairingReasons.objects.exists()


def test_a_round_posted_over_open_games_shows_the_points_known_before_it(client: Client, kim: User) -> None:
    section = a_section(4, 3, by=kim)
    played(section, 1, "1 2 WL\n3 4 WL", by=kim)
    played(section, 2, "1 3\n2 4 WL", by=kim)
    paired(section, 3, "2 3\n1 4", publish=True, by=kim)
    shown = visit(client, at("round", section, 3)).texts("tbody .pts")
    playing = "still playing round 2"
    assert sorted(shown) == [f"1 · 1 · {playing}", "2 · 1", f"3 · 1 · {playing}", "4 · 0"]
    heading = visit(client, at("board", section, 3, 1)).one("main h2").text
    assert "(1)" in heading
    assert f"(1, {playing})" in heading
    enter(games_of(section, 2)[0], "DD", by=kim)
    shown = visit(client, at("round", section, 3)).texts("tbody .pts")
    assert sorted(shown) == ["1 · 1½", "2 · 1", "3 · 1½", "4 · 0"]


def test_after_a_bye_phones_and_the_desk_tell_the_same_points(
    client: Client, desk: Client, kim: User
) -> None:
    section = a_section(5, 3, by=kim)
    played(section, 1, "1 3 WL\n2 4 WL\n5 B", by=kim)
    paired(section, 2, "2 1\n3 5\n4 B", publish=True, by=kim)
    of_phones = visit(client, at("round", section, 2)).all("tbody .side")
    of_desk = visit(desk, at("desk-round", section, 2)).all("tr.board .player")
    assert [side.one(".pts").text.split(" · ")[1] for side in of_phones] == ["1", "1", "0", "1"]
    assert [side.one(".points").text for side in of_desk] == ["1", "1", "0", "1"]


@pytest.mark.parametrize(
    ("result", "shown", "told"),
    [
        ("XF", "X–F", "{white} won by forfeit. The game was not played."),
        ("FX", "F–X", "{black} won by forfeit. The game was not played."),
        ("FF", "F–F", "Both lost by forfeit. The game was not played."),
        ("WL", "1–0", ""),
    ],
)
def test_a_forfeit_is_said_in_words(client: Client, kim: User, result: str, shown: str, told: str) -> None:
    section = a_section(2, 3, by=kim)
    played(section, 1, f"1 2 {result}")
    page = visit(client, at("board", as_it_stands(section), 1, 1))
    white, black = (section.players.get(number=number).called for number in (1, 2))
    assert f"Result: {shown}" in page
    assert page.texts(".forfeit") == ([told.format(white=white, black=black)] if told else [])


def test_a_board_that_a_posted_round_has_no_more_says_so_and_leads_to_the_pairings(
    client: Client, section: Section, kim: User
) -> None:
    """Its link is on slips and phones. A number that no board of the round had is nobody's."""
    drafts.publish(section, 2, by=kim)
    pairings.remove_pairing(games_of(section, 2)[1], by=kim, reason="ill")
    gone = at("board", section, 2, 2)
    page = visit(client, gone)
    assert "Board 2 is not played in round 2 any more." in page.one("main")
    assert page.one("h1 .soft").text == "Round 2, board 2", "as where the board is"
    assert page.one("title").as_shown.startswith("Round 2, board 2")
    assert at("round", section, 2) in page.links
    assert page.all("[data-newer]"), "it follows the section as the page of a board does"
    assert "numbers in parentheses" not in page
    assert "El tablero 2 ya no se juega en la ronda 2." in visit(client, f"/es{gone}")
    for never in (at("board", section, 2, 5), at("board", section, 1, 5), at("board", section, 3, 2)):
        assert client.get(never).status_code == 404
    undone(section, by=kim)
    assert "not played" not in visit(client, gone)


def test_a_board_of_a_draft_that_was_never_posted_is_nobodys(
    client: Client, section: Section, kim: User
) -> None:
    drafts.discard(section, 2, by=kim)
    (_first, second) = paired(section, 2, "1 2\n3 4")
    pairings.remove_pairing(second, by=kim)
    pairings.publish(section, 2, by=kim)
    assert client.get(at("board", section, 2, 2)).status_code == 404
