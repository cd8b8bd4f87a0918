"""Bad input, by `manage.py pair` and on the page of the desk: a clear sentence and what can be done, never a
traceback, never a silent rematch.
"""

import io
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, as_it_stands, imported, played
from tests.html import Element, read, visit
from tests.views.pairing_page import page_of
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats import wallchart_csv
from tournaments.models import Section
from tournaments.pairing import options
from tournaments.pairing.request import round_to_pair
from tournaments.services import orders, pairings
from tournaments.services.apart import keep_apart

HEAD = "# rounds: 5\nnumber,name,rating,team,house,r1,r2,r3,r4\n"
THREE = """1,Ann,1900,Elm,,W2w,W3b,B,
2,Bob,1800,Elm,,L1b,B,W3w,
3,Cora,1700,Elm,,B,L1w,L2b,
"""
FOUR = """1,Ann,1900,Elm,,W3w,,,
2,Bob,1800,Elm,,W4b,,,
3,Cora,1700,Elm,,L1b,,,
4,Dan,1600,Elm,,L2w,,,
"""
TWO_LEFT = FOUR.replace("W4b,,", "W4b,U,").replace("L2w,,", "L2w,U,")
TWICE = """1,Ann,1900,,,W2w,W2b,,
2,Bob,1800,,,L1b,L1w,,
"""
# 2, 3 and 5 have met each other.
SIX = """1,Ann,1900,,,W5w,W4w,U,
2,Bob,1800,,,W3w,W6b,W5b,
3,Cora,1700,,,L2b,W5w,U,
4,Dan,1600,,,W6w,L1b,U,
5,Eve,1500,,,L1b,L3b,L2w,
6,Fay,1400,,,L4b,L2w,U,
"""
HOUSE = "Enter a house player (28M1)."
OTHER = "Give somebody a half-point or zero-point bye."
BY_HAND = "Pair the round by hand."

# By name: the rows, what is told, and what can be done.
IMPOSSIBLE = {
    "everybody_has_had_a_bye": (
        THREE,
        "The number of players is odd, and everybody has had a full-point bye or a forfeit win (28L3).",
        (HOUSE, OTHER, BY_HAND),
    ),
    "two_left_who_met_twice": (
        TWICE,
        "These players cannot be paired, not even by meeting a second time.",
        (OTHER, BY_HAND),
    ),
}
POSSIBLE = {
    "two_left_who_have_met": (
        TWO_LEFT,
        (),
        "Cora and Ann meet a second time: no legal pairing avoids it (27A1).",
        "Cora and Ann met in round 1",
    ),
    "a_house_player_for_three_of_five_rounds": (
        THREE + "4,Hugh,1000,,yes,,,,\n",
        (),
        "Bob and Ann meet a second time: no legal pairing avoids it (27A1).",
        "met in round 1",
    ),
    "all_of_one_team": (
        FOUR,
        ("teams=plus_two",),
        "All players of this round are of one team, so teammates meet (28N1).",
        "All players of this round are of one team, so teammates meet (28N1).",
    ),
    "all_of_one_team_that_never_meets": (
        FOUR,
        ("teams=never",),
        "are teammates",
        "are teammates",
    ),
}


def by_command(tmp_path: Path, text: str, *arguments: str) -> str:
    """What the command prints or complains of."""
    path, out, err = tmp_path / "section.csv", io.StringIO(), io.StringIO()
    path.write_text(text, encoding="utf-8")
    try:
        call_command("pair", str(path), *arguments, stdout=out, stderr=err)
    except CommandError:
        assert err.getvalue()
    return out.getvalue() + err.getvalue()


def at_the_desk(kim: User, text: str, *posted: str) -> tuple[Section, int]:
    """The section of a file, and the round to be paired."""
    file = wallchart_csv.read(text)
    section = imported(file, by=kim)
    if posted:
        orders.post_options(section, options.parse(posted), by=kim, reason="as on the flyer")
    return section, round_to_pair(file.chart)


def proposed(desk: Client, section: Section, number: int) -> Element:
    form = visit(desk, at("pairing", section, number)).form(at("propose-pairing", section, number))
    return read(form.send(desk, follow=True))


def pressed(desk: Client, page: Element, section: Section, number: int, do: str, **typed: str) -> Element:
    form = page.form(at("change-pairing", section, number))
    fields = {name.replace("_", "-"): value for name, value in typed.items()}
    return read(form.send(desk, {**fields, "do": do}, follow=True))


@pytest.mark.parametrize("case", IMPOSSIBLE)
def test_what_cannot_be_is_told_with_the_choices(tmp_path: Path, desk: Client, kim: User, case: str) -> None:
    rows, told, choices = IMPOSSIBLE[case]
    assert f"{told} {' '.join(choices)}" in by_command(tmp_path, HEAD + rows)
    section, number = at_the_desk(kim, HEAD + rows)
    page = proposed(desk, section, number)
    assert told in page
    for choice in choices:
        assert page.link(choice)


@pytest.mark.parametrize("case", POSSIBLE)
def test_what_the_rules_would_rather_avoid_is_told(
    tmp_path: Path, desk: Client, kim: User, case: str
) -> None:
    rows, options, told, at_desk = POSSIBLE[case]
    arguments = [part for option in options for part in ("--option", option)]
    assert told in by_command(tmp_path, HEAD + rows, *arguments)
    section, number = at_the_desk(kim, HEAD + rows, *options)
    assert at_desk in proposed(desk, section, number)


def test_three_players_are_paired_for_three_of_five_rounds(tmp_path: Path) -> None:
    rows = "1,Ann,1900,,,,,,\n2,Bob,1800,,,,,,\n3,Cora,1700,,,,,,\n"
    told = by_command(tmp_path, HEAD + rows)
    assert "Bye: 3 Cora" in told
    assert "Warning" not in told


def test_an_odd_number_with_the_bye_forbidden(tmp_path: Path) -> None:
    rows = "1,Ann,1900,,,,,,\n2,Bob,1800,,,,,,\n3,Cora,1700,,,,,,\n"
    told = "The number of players is odd, a bye is forbidden, and no house player is there (28M1)."
    for text, arguments in ((HEAD, ("--bye", "none")), (f"# bye: none\n{HEAD}", ())):
        assert f"{told} {HOUSE} {OTHER} {BY_HAND}" in by_command(tmp_path, text + rows, *arguments)
    table = by_command(tmp_path, f"# format: round robin\n{HEAD}{rows}", "--bye", "none")
    assert "The round-robin table has an odd number of players: Ann has no opponent" in table


def test_boards_that_contradict_each_other_are_named_by_their_line(tmp_path: Path) -> None:
    rows = FOUR.replace("W3w,,", "W3w,?2w,").replace("W4b,,", "W4b,U,")
    assert "number 2 has U in round 2" in by_command(tmp_path, HEAD + rows)
    alone = by_command(tmp_path, HEAD + FOUR.replace("W3w,,", "W3w,?1w,"))
    assert "an opponent other than the player" in alone
    assert "each number once" in by_command(tmp_path, f"# no pair: 3 3\n{HEAD}{FOUR}")


def test_two_full_point_byes_are_named(tmp_path: Path) -> None:
    rows = FOUR.replace("W3w,,", "W3w,B,").replace("W4b,,", "W4b,B,")
    assert "more are set to have it: Ann; Bob (28L)." in by_command(tmp_path, HEAD + rows)


def test_pairs_that_are_never_to_meet_and_leave_no_pairing_are_named(desk: Client, kim: User) -> None:
    section, _number = at_the_desk(kim, HEAD + TWICE.replace("W2w,W2b,,", ",,,").replace("L1b,L1w,,", ",,,"))
    keep_apart(section, "1-2", "", by=kim)
    page = proposed(desk, section, 1)
    assert "Not everybody can be paired while these are never to meet: Ann and Bob." in page
    assert page.link("Keep one of these pairs apart only if possible (28T).")


def test_a_locked_board_for_which_others_meet_again_is_named_and_released_there(
    tmp_path: Path, desk: Client, kim: User
) -> None:
    told = "meet a second time, because this is set: Ann – Fay (27A1)."
    rows = SIX.replace("W4w,U,", "W4w,U,?6w").replace("L2w,U,", "L2w,U,?1b")
    assert told in by_command(tmp_path, HEAD + rows)
    section, number = at_the_desk(kim, HEAD + SIX)
    page = proposed(desk, section, number)
    assert "second time" not in page
    page = pressed(desk, page, section, number, "save", white_0="1", black_0="6", lock_0="on")
    page = pressed(desk, page, section, number, "again", lock_0="on")
    assert told in page
    link = page.link("Release the board Ann – Fay.")
    assert page.one(link).has("checked")


def test_a_locked_board_whose_player_went_home_is_a_contradiction(desk: Client, kim: User) -> None:
    section, number = at_the_desk(kim, HEAD + FOUR)
    page = proposed(desk, section, number)
    page = pressed(desk, page, section, number, "save", lock_0="on")
    pairings.give_bye(section, number, [1], Kind.UNPAIRED, by=kim)
    page = visit(desk, at("pairing", section, number))
    assert "is not in this round and is set on a board" in page
    assert page.one(page.link("Unlock board 1. Then pair again, or remove the board."))


@pytest.mark.parametrize("act", ["save", "again"])
def test_a_locked_board_whose_player_withdrew_is_unlocked_by_its_number_and_removed_then(
    desk: Client, kim: User, act: str
) -> None:
    section, number = at_the_desk(kim, HEAD + FOUR)
    page = proposed(desk, section, number)
    page = pressed(desk, page, section, number, "save", lock_1="on")
    white = int(page.one("#white-1")["value"])
    pairings.withdraw(section.players.get(number=white), number - 1, by=kim)
    page = pressed(desk, visit(desk, at("pairing", section, number)), section, number, act)
    assert "has left and is set on a board" in page
    assert page.one(page.link("Unlock board 2. Then pair again, or remove the board.")).has("checked")
    assert not page.all("#remove-1"), "a locked board is not removed"
    assert "Remove one of the two." not in page
    assert "Merge it with another section." not in page, "it would change nothing about the board"
    form = page.form(at("change-pairing", section, number))
    page = read(form.send(desk, {"do": "remove-1", "lock-1": []}, follow=True))
    assert "is set on a board" not in page


def test_a_locked_board_that_no_round_of_the_table_has_is_named(desk: Client, kim: User) -> None:
    rows = "1,Ann,W4w,,\n2,Bob,W3w,,\n3,Cora,L2b,,\n4,Dan,L1b,,\n"
    head = "# format: round robin\n# rounds: 3\nnumber,name,r1,r2,r3\n"
    section, number = at_the_desk(kim, head + rows)
    page = proposed(desk, section, number)
    page = pressed(desk, page, section, number, "save", white_0="1", black_0="4", lock_0="on")
    told = "No round of the table that is left has what is set for this one: Ann – Dan (30A)."
    assert told in page
    assert page.one(page.link("Release the board Ann – Dan."))
    assert told in pressed(desk, page, section, number, "again", lock_0="on")


# --- what the pairing page offers instead ---------------------------------------------------------


def test_a_round_that_cannot_be_paired_says_why_and_what_to_do(desk: Client, kim: User) -> None:
    three = a_section(3, 5, by=kim)
    for number, lines in ((1, "1 2 WL\n3 B"), (2, "1 3 WL\n2 B"), (3, "2 3 WL\n1 B")):
        played(three, number, lines)
    answer = page_of(desk, three, 4).form(at("propose-pairing", three, 4)).send(desk, follow=True)
    assert answer.status_code == 422
    assert "everybody has had a full-point bye" in read(answer)
    page = read(answer)
    assert "Do one of these:" in page
    assert page.texts(".ways-out li") == [
        "Enter a house player (28M1).",
        "Give somebody a half-point or zero-point bye.",
        "Pair the round by hand.",
    ]
    assert page.link("Enter a house player (28M1).") == at("add-player", three)
    assert page.link("Give somebody a half-point or zero-point bye.") == f"{at('desk-round', three, 4)}#byes"
    assert page.link("Pair the round by hand.") == f"{at('desk-round', three, 4)}#pairing"
    for anchor in ("#byes", "#pairing"):
        assert visit(desk, at("desk-round", three, 4)).all(anchor)


def test_a_rematch_that_the_options_refuse_is_allowed_with_one_press_for_this_round(
    desk: Client, kim: User
) -> None:
    four = a_section(4, 5, by=kim)
    orders.post_options(four, options.read("rematch_when_impossible=refuse"), by=kim)
    for number, lines in ((1, "1 2 WL\n3 4 WL"), (2, "3 1 WL\n4 2 WL"), (3, "1 4 WL\n2 3 WL")):
        played(four, number, lines)
    answer = page_of(desk, four, 4).form(at("propose-pairing", four, 4)).send(desk, follow=True)
    assert answer.status_code == 422
    page = read(answer)
    assert "cannot be paired without meeting a second time" in page
    asking = page.one(".ways-out details")
    assert asking.one("summary").text == "Allow rematches in this round (27A1)."
    assert "The pairing options say that a round is not paired then." in asking
    assert page.link("Pair the round by hand.")
    (form,) = asking.forms
    page = read(form.send(desk, {"rematch": "yes"}, follow=True))
    assert len(page.all("li.pair")) == 2
    assert "2 rematches" in page.one(".act").text
    assert as_it_stands(four).pairing_options == options.written(
        options.read("rematch_when_impossible=refuse")
    )


def test_a_first_round_without_a_pairing_can_be_merged_with_another_section(desk: Client, kim: User) -> None:
    two = a_section(2, 3, by=kim)
    keep_apart(two, never="1-2", asked="", by=kim)
    form = page_of(desk, two, 1).form(at("propose-pairing", two, 1))
    merging = "Merge it with another section."
    assert merging not in read(form.send(desk, follow=True))
    a_section(4, 3, event=two.event, by=kim)
    answer = page_of(desk, two, 1).form(at("propose-pairing", two, 1)).send(desk, follow=True)
    assert answer.status_code == 422
    assert read(answer).link(merging) == at("merge-sections", two)


@pytest.mark.parametrize(("players", "told"), [(0, "Nobody is in round 1."), (1, "so there is no opponent.")])
def test_where_nobody_can_be_paired_the_page_says_what_to_do(
    desk: Client, kim: User, players: int, told: str
) -> None:
    section = a_section(players, 3, by=kim, order="solkoff")
    page = page_of(desk, section, 1)
    assert told in page
    assert at("roster", section) in page.links
    assert not page.all(".begin")


def test_a_round_that_the_rules_cannot_pair_leads_to_pairing_it_by_hand(desk: Client, kim: User) -> None:
    section = a_section(2, 2, by=kim)
    played(section, 1, "1 2 WL", by=kim)
    played(section, 2, "2 1 WL", by=kim)
    section.rounds = 3
    section.save(update_fields=["rounds"])
    page = page_of(desk, section, 3)
    (form,) = [each for each in page.forms if each.action == at("propose-pairing", section, 3)]
    refused = read(form.send(desk))
    assert refused.link("Pair the round by hand, or give byes") == f"{at('desk-round', section, 3)}#pairing"


def test_where_everybody_withdrew_both_pages_say_so_and_the_roster_is_not_called_empty(
    desk: Client, kim: User
) -> None:
    section = a_section(3, 3, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 B")
    for player in section.players.all():
        pairings.withdraw(player, 1, by=kim)
    for page in (visit(desk, at("desk-round", section, 2)), page_of(desk, section, 2)):
        assert "Everybody has withdrawn." in page
        assert "The roster is empty." not in page
        assert "Pair round 2" not in page.texts("button, a.button")
        assert page.link("Roster") == at("roster", section)


def test_where_one_player_is_left_both_pages_say_so_and_offer_no_pairing(desk: Client, kim: User) -> None:
    section = a_section(3, 3, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 B")
    for number in (2, 3):
        pairings.withdraw(section.players.get(number=number), 1, by=kim)
    [name] = section.players.filter(withdrawn_after=None).values_list("name", flat=True)
    for page in (visit(desk, at("desk-round", section, 2)), page_of(desk, section, 2)):
        assert f"Only {name} is in round 2, so there is no opponent." in page
        assert "Pair round 2" not in page.texts("button, a.button")
        assert page.link("Give a bye") == f"{at('desk-round', section, 2)}#byes"
