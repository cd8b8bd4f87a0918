"""The why page: its numbers are read off the page as a parent would, and added up."""

import re
from fractions import Fraction
from typing import NamedTuple
from urllib.parse import urljoin

import pytest
from django.contrib.auth.models import User
from django.test import Client, TestCase

from tests.addresses import at
from tests.cases import case
from tests.factories import EntryFactory, a_section, as_it_stands, director_of, imported, played
from tests.html import Element, visit
from tests.views.why_pages import adds_up, arithmetic, chains, steps, systems, table, why
from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.selectors import players_document
from tournaments import demo
from tournaments.models import Section
from tournaments.services import orders, rosters
from tournaments.services.finishing import finish


def name_of(section: Section, number: int) -> str:
    return players_document(section.standings_id).chart.by_number[number].name


@pytest.fixture
def vermont() -> Section:
    return imported(case("vermont"), "modified_median,solkoff,cumulative")


@pytest.mark.parametrize("name", ["example_a", "example_b", "midevent"])
def test_the_numbers_add_up_in_every_system_that_can_be_posted(client: Client, name: str) -> None:
    file = case(name)
    assert adds_up(client, imported(file, ",".join(SYSTEMS))) > len(file.chart.cards) * 8


def number_of(shown: str) -> Fraction:
    """``− 7½`` as a number."""
    digits = shown.replace(" ", "").replace("−", "-")
    sign = -1 if digits.startswith("-") else 1
    glyph = Fraction({"¼": 1, "½": 2, "¾": 3}.get(digits[-1], 0), 4)
    return sign * (Fraction(digits.strip("-¼½¾") or 0) + glyph)


def test_what_was_left_out_is_marked_with_the_reason(client: Client, vermont: Section) -> None:
    page = arithmetic(client, vermont, 4)
    assert "with the weakest left out, because the score is above half." in page
    assert "left out: the weakest" in page
    assert "the opponent's adjusted score (34E1)" in page


def test_opponents_stand_by_name_with_color_and_result(client: Client, vermont: Section) -> None:
    page = why(client, vermont, 4)
    terms = page.one("#vs5").all(".tally")[1].texts(".addends li")
    assert terms[0] == "White Hal won, round 1 counts 2 0 + 1 + 0 + 1 = 2"


def test_a_step_that_leaves_two_equal_is_one_line_and_the_one_that_decides_is_open(
    client: Client, vermont: Section
) -> None:
    page = why(client, vermont, 2)
    assert chains(page)[4] == "Equal on two tiebreaks. The third decides: Cumulative, 8 to 7."
    assert steps(page, 4) == [
        "Modified Median equal, 7 each",
        "Solkoff equal, 8 each",
        "Cumulative decides: 8 to 7",
    ]
    decides = page.one("#vs4").one(".rungs > li.ok")
    assert decides.texts(".tally h4") == ["Dan 8", "Bill 7"]
    assert decides.texts(".tally .sum") == ["1 + 2 + 2 + 3 = 8", "1 + 1 + 2 + 3 = 7"]
    assert "How early the points came" in decides


def test_the_arithmetic_of_an_equal_step_is_in_it(client: Client, vermont: Section) -> None:
    equal = why(client, vermont, 2).one("#vs4").all(".rungs > li")[1]
    assert "How strong the opponents were" in equal
    assert equal.texts("details > p")[1:] == ["Dan 2 + 1 + 4 + 1 = 8", "Bill 3 + 2 + 1 + 2 = 8"]


def test_the_players_directly_above_and_below_are_compared(client: Client, vermont: Section) -> None:
    page = why(client, vermont, 4)
    assert list(chains(page)) == [5, 2]
    assert "Why below Ed?" in page
    assert "Why above Bill?" in page
    assert page.one(".between").texts(".one bdi") == ["Ed", "Dan", "Bill"]
    assert chains(why(client, vermont, 1)) == {3: "4 points to 3, so Ann is ahead."}


def test_the_first_neighbor_has_every_term_and_the_next_one_a_way_to_them(
    client: Client, vermont: Section
) -> None:
    page = why(client, vermont, 4)
    assert page.one("#vs5").all(".tally")
    assert not page.one("#vs2").all(".tally")
    (way,) = page.one("#vs2").all("a[data-opens]")
    # The page of the one below has the same two, with every term.
    below = visit(client, urljoin(at("why", vermont, 4), way["href"]))
    assert [box.text for box in below.one("#vs4").all(".tally h4")] == ["Dan 8", "Bill 7"]


def test_another_player_can_be_chosen(client: Client, vermont: Section) -> None:
    assert list(chains(why(client, vermont, 4, against=3))) == [3]
    assert "Chip" in why(client, vermont, 4, against=3).one(".between")


def test_another_player_is_found_by_typing(client: Client, vermont: Section) -> None:
    assert list(chains(why(client, vermont, 4, q="chi"))) == [3]
    nobody = why(client, vermont, 4, q="zebra")
    assert nobody.one("#rivals-count").text == "Nobody else here has this name."
    assert list(chains(nobody)) == [5, 2]


def test_several_who_answer_to_what_was_typed_are_listed(client: Client) -> None:
    section = a_section(0, rounds=1)
    entries = [EntryFactory.create(name=name) for name in ("Ana García", "Ana Lindqvist", "Bo Ray", "Cy Ito")]
    rosters.add_players(section, entries, by=director_of(section))
    played(section, 1, "1 3 WL\n2 4 WL")
    page = why(client, section, 3, q="ana")
    assert page.one("#rivals-count").text == "2 found"
    assert page.texts("#rivals a") == ["Ana García", "Ana Lindqvist"]
    assert list(chains(why(client, section, 3, q="garcia"))) == [1]
    way = page.all("#rivals a")[1]["href"]
    assert list(chains(visit(client, urljoin(at("why", section, 3), way)))) == [2]


def test_who_is_not_ranked_is_found_by_typing_too_and_the_page_says_that_there_is_no_place(
    client: Client,
) -> None:
    section = a_section(2)
    rosters.add_players(section, [EntryFactory.create(name="Hal House", house=True)], by=director_of(section))
    played(section, 1, "3 1 WL")
    for page in (why(client, section, 1, q="house"), why(client, section, 1, against=3)):
        told = "Hal House is a house player and is not ranked, so there is nothing to compare."
        assert page.one(".unranked").text == told
        assert chains(page) == {}
        assert "Nobody else here has this name." not in page
        assert page.link("Back to nearby players")


def test_players_whom_nothing_separates_are_told_so(client: Client) -> None:
    section = a_section(4, order="solkoff,head_to_head")
    played(section, 1, "1 2 WL\n3 4 WL")
    page = why(client, section, 1)
    assert chains(page)[3] == "Equal on two tiebreaks. Level after round 1."
    assert steps(page, 3) == ["Solkoff equal, 0 each", "Result between tied players equal, 0 each"]


def test_they_are_level_so_far_while_games_of_the_next_round_are_open(client: Client) -> None:
    section = a_section(4, order="solkoff,head_to_head")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4")
    assert chains(why(client, section, 1))[3] == "Equal on two tiebreaks. Level so far."


def test_a_playoff_that_was_not_held_has_left_nobody_equal(client: Client) -> None:
    """The page had them "equal on four tiebreaks", a playoff and a coin toss among them."""
    section = a_section(4, order="solkoff,head_to_head,playoff,coin_toss")
    played(section, 1, "1 2 WL\n3 4 WL")
    page = why(client, section, 1)
    assert chains(page)[3] == "Equal on two tiebreaks. Level after round 1."
    assert steps(page, 3)[2:] == ["Playoff not held", "Coin toss not held"]
    assert page.one("#vs3").texts(".rungs .mark") == ["=", "=", "–", "–"]
    assert "Equal on two tiebreaks: level after round 1" in page.one(".between").spoken
    tree = visit(client, at("tie", section, 1)).one(".tie")
    assert "All equal on Solkoff, Result between tied players." in tree
    only = a_section(2, order="playoff")
    played(only, 1, "1 2 DD")
    assert chains(why(client, only, 1)) == {2: "Level after round 1."}


def test_a_tie_is_level_only_while_something_is_played_and_is_left_as_it_is_when_the_section_is_final(
    client: Client,
) -> None:
    section = a_section(4, rounds=1, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    leaves = "The posted tiebreaks leave these two tied."
    page = why(client, section, 1)
    assert "level so far" not in page.one(".between")
    assert "still tied" in page.one(".between")
    assert chains(page)[3] == f"{leaves} A playoff or coin toss decides."
    finish(as_it_stands(section), by=director_of(section))
    assert chains(why(client, section, 1))[3] == f"{leaves} They share the place."
    for name in ("standings", "final"):
        shown = visit(client, at(name, section))
        assert f"{leaves} They share the place." in shown, name
        assert "A playoff or coin toss decides." not in shown, name


def test_one_who_is_alone_on_a_score_is_in_no_tie(client: Client, vermont: Section) -> None:
    """It was "1 players tied on 4 points for 1st"."""
    assert visit(client, at("tie", vermont, 1)).one(".tie h3").text == "1st place, alone on 4 points."


def test_all_who_share_a_rank_are_compared_at_once(client: Client) -> None:
    section = a_section(8, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL\n7 8 WL")
    page = why(client, section, 1)
    assert page.texts(".chain h3") == ["Why tied with 3 others?", f"Why above {name_of(section, 2)}?"]
    assert "and 1 other" in page.one(".between")


def test_before_the_first_result_nobody_is_compared(client: Client) -> None:
    section = a_section(4)
    played(section, 1, "1 2\n3 4")
    page = why(client, section, 1)
    assert chains(page) == {}
    assert "Places appear after the first result." in page


def test_points_from_games_rank_ahead_where_that_is_posted_though_the_values_are_equal(
    client: Client,
) -> None:
    """A bye and a win: both have 1 point and Kashdan cannot tell them apart by value alone."""
    section = a_section(3, order="most_blacks:otb_first")
    played(section, 1, "1 2 WL\n3 B")
    page = why(client, section, 3)
    first, third = name_of(section, 1).split()[0], name_of(section, 3).split()[0]
    assert chains(page)[1] == (
        f"Both have 1 point. {first} has points from games, {third} from byes and forfeits only."
    )


def test_a_system_of_the_tied_group_counts_the_games_among_them(client: Client) -> None:
    section = a_section(3, order="head_to_head")
    played(section, 1, "1 2 WL\n3 B")
    played(section, 2, "2 3 WL\n1 U")
    (system,) = systems(arithmetic(client, section, 1))
    assert system.value == "1"
    assert "won against a tied player (34E5)" in system.element
    assert adds_up(client, section) == 3
    assert why(client, section, 1).one(".rungs > li.ok").all(".games table")


def test_who_was_never_tied_is_told_that_the_system_was_not_reached(client: Client) -> None:
    section = a_section(2, order="head_to_head")
    played(section, 1, "1 2 WL")
    assert "not used: no longer tied" in arithmetic(client, section, 1)


def test_the_page_of_a_house_player_explains_without_a_rank(client: Client) -> None:
    section = a_section(2)
    rosters.add_players(section, [EntryFactory.create(house=True)], by=director_of(section))
    played(section, 1, "3 1 WL")
    page = why(client, section, 3)
    assert "house player, not ranked" in page
    assert chains(page) == {}
    assert arithmetic(client, section, 3).one("h2").text == name_of(section, 3)
    assert client.get(at("tie", section, 3)).status_code == 404


# --- the whole tie --------------------------------------------------------------------------------


def test_the_whole_tie_says_who_leaves_it_at_which_step(client: Client, vermont: Section) -> None:
    page = visit(client, at("tie", vermont, 2))
    assert page.one(".tie h3").text == "4 players tied on 3 points for 2nd–5th"
    standings = players_document(vermont.standings_id).standings[1:5]
    assert page.texts(".leaf bdi") == [name_of(vermont, standing.number) for standing in standings]
    assert page.texts(".leaf b") == ["2", "3", "4", "5"]
    assert page.one(".leaf.you bdi").text == "Bill"


def test_a_tie_that_nothing_splits_is_level(client: Client) -> None:
    section = a_section(4, order="solkoff,head_to_head")
    played(section, 1, "1 2 WL\n3 4 WL")
    page = visit(client, at("tie", section, 1))
    assert page.texts(".leaf b") == ["1=", "1="]
    assert "All equal on Solkoff, Result between tied players." in page
    assert "Level after round 1." in page


# --- the games among the tied ---------------------------------------------------------------------


class Games(NamedTuple):
    """The little table of a why page, as it was read: by number, the cells of each row, and its value."""

    rivals: list[int]
    cells: dict[int, list[str]]
    adds: dict[int, list[int]]
    value: dict[int, str]
    table: Element


def games(page: Element) -> Games:
    table = page.one(".games table")
    lines = {int(line["data-number"]): line for line in table.all("tbody tr")}
    return Games(
        rivals=[int(number) for number in table.texts("abbr")],
        cells={number: line.texts("td.met, td.self") for number, line in lines.items()},
        adds={n: [int(game["data-adds"]) for game in line.all("[data-adds]")] for n, line in lines.items()},
        value={number: line.one("data")["value"] for number, line in lines.items()},
        table=table,
    )


WORTH = {"1": 1, "½": 0, "0": -1}


def three_tied(order: str) -> Section:
    """On 2½ of 4: 1 beat 2 and drew with 2, and lost to 3 by forfeit; 2 and 3 have not met."""
    section = a_section(6, rounds=4, order=order)
    played(section, 1, "1 2 WL\n3 H\n4 5 DD\n6 H")
    played(section, 2, "2 1 DD\n3 4 WL\n5 6 DD")
    played(section, 3, "3 1 XF\n2 5 WL\n4 6 DD")
    played(section, 4, "1 6 WL\n4 2 LW\n3 5 LW")
    return section


def first_games(client: Client, section: Section, number: int = 1, **query: int) -> Games:
    return games(systems(arithmetic(client, section, number, **query))[0].element)


def test_who_met_twice_who_has_not_met_and_a_forfeit_that_does_not_count_stand_in_the_table(
    client: Client,
) -> None:
    found = first_games(client, three_tied("head_to_head"))
    assert found.rivals == [1, 3, 2]
    assert found.cells == {
        1: ["", "(F) forfeit loss, not counted", "1 ½"],
        3: ["(X) forfeit win, not counted", "", "· not met"],
        2: ["0 ½", "· not met", ""],
    }
    assert found.value == {1: "1", 3: "0", 2: "-1"}
    assert "Games among the 3 players still tied here" in found.table
    assert found.table.texts("data") == ["+1", "0", "−1"]
    assert found.table.one("tr.own")["data-number"] == "1"


def test_a_forfeit_counts_in_the_table_where_that_is_posted(client: Client) -> None:
    section = three_tied("head_to_head:with_forfeits")
    found = first_games(client, section)
    assert found.cells[3] == ["", "X forfeit win", "· not met"]
    assert found.value == {3: "1", 1: "0", 2: "-1"}
    assert "X won by forfeit, F lost by forfeit: counted, as posted." in arithmetic(client, section, 1)


def test_the_basis_of_100_is_said_and_shown(client: Client) -> None:
    section = three_tied("head_to_head:minus_100")
    found = first_games(client, section)
    assert found.value == {1: "100", 3: "100", 2: "99"}
    assert {number: 100 + sum(adds) for number, adds in found.adds.items()} == {1: 100, 3: 100, 2: 99}
    assert "Each player starts with 100. A loss takes 1 off." in arithmetic(client, section, 1)


def test_where_all_must_have_met_the_table_says_who_has_not(client: Client) -> None:
    section = three_tied("head_to_head:all_met")
    names = {card.number: card.name for card in players_document(section.standings_id).chart.cards}
    page = arithmetic(client, section, 2)
    assert f"Have not met: {names[1]} and {names[3]}; {names[2]} and {names[3]}." in page
    found = first_games(client, section)
    assert found.cells[2] == ["0 ½", "", "· not met"]
    assert set(found.value.values()) == {""}
    assert "Have not met" not in arithmetic(client, three_tied("head_to_head"), 2)


def test_a_score_group_is_set_against_everybody_on_the_same_score(client: Client) -> None:
    """Cumulative puts 1 ahead; 2 and 3 go on, and their games against 1 still count."""
    section = a_section(6, rounds=3, order="cumulative,head_to_head:score_group")
    played(section, 1, "1 4 WL\n5 6 DD\n2 U\n3 U")
    played(section, 2, "5 1 LW\n2 4 WL\n6 3 LW")
    played(section, 3, "1 3 LW\n2 6 WL\n4 5 DD")
    found = games(systems(arithmetic(client, section, 3))[1].element)
    assert found.rivals == [1, 3, 2]
    assert found.cells == {3: ["1", "", "· not met"], 2: ["· not met", "· not met", ""]}
    assert "against all players with the same score" in found.table


def test_a_game_that_is_still_being_played_is_marked(client: Client) -> None:
    section = a_section(4, order="head_to_head")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3\n2 4 DD")
    found = first_games(client, section)
    assert found.cells == {1: ["", "? still playing"], 3: ["? still playing", ""]}
    assert found.adds == {1: [0], 3: [0]}
    # After round 1 they had not met.
    assert first_games(client, section, after=1).cells[1] == ["", "· not met"]


def test_who_goes_on_tied_is_split_by_the_next_system_in_each_part(client: Client) -> None:
    """SwissSys' count leaves 1 and 3 together and 2 behind; Solkoff goes on with 1 and 3."""
    section = three_tied("head_to_head:minus_100,playoff")
    third = [standing.tied for standing in players_document(section.standings_id).standings[:3]]
    assert third == [2, 2, 1]
    assert "not used: no longer tied" in systems(arithmetic(client, section, 2))[1].element


def test_too_many_for_a_table_is_said(client: Client) -> None:
    section = a_section(44, order="head_to_head")
    played(section, 1, "\n".join(f"{n} {n + 1} WL" for n in range(1, 44, 2)))
    page = arithmetic(client, section, 1)
    assert "Games among the 22 players still tied here. There are too many for a table." in page
    assert not page.all("[data-adds]")


def test_a_name_is_harmless_in_the_table(client: Client) -> None:
    section = a_section(0, rounds=1)
    entries = [EntryFactory.create(name=name) for name in ("<b>Ann</b>", '"Bill" & co', "Cy", "Di")]
    rosters.add_players(section, entries, by=director_of(section))
    orders.post_order(section, "head_to_head:all_met", by=director_of(section))
    played(section, 1, "1 3 WL\n2 4 WL")
    page = arithmetic(client, section, 1)
    assert '<b>Ann</b> and "Bill" & co' in page


def test_who_was_never_tied_is_shown_no_table(client: Client) -> None:
    section = a_section(2, order="head_to_head")
    played(section, 1, "1 2 WL")
    assert not arithmetic(client, section, 1).all(".games")


# --- the demo -------------------------------------------------------------------------------------


class TestTheDemo(TestCase):
    """The section of the demo that is being played; the demo is loaded once."""

    k8: Section

    @classmethod
    def setUpTestData(cls) -> None:
        event = demo.load(User.objects.create_user("robin"))
        cls.k8 = Section.objects.select_related("event").get(event=event, name="K-8 Championship")

    def test_the_numbers_of_every_why_page_of_the_demo_add_up_to_the_table(self) -> None:
        for section in Section.objects.filter(event=self.k8.event).select_related(
            "event", "standings__published"
        ):
            body = players_document(section.standings_id)
            expected = len(body.chart.cards) * len(body.order.steps)
            assert adds_up(self.client, section) == expected
            assert adds_up(self.client, section, after=2) == expected

    def test_an_opponents_adjusted_score_is_shown_with_its_own_terms(self) -> None:
        inner = 0
        for number in range(1, 41, 4):
            for system in systems(arithmetic(self.client, self.k8, number)):
                for line in system.element.all("li[data-term]"):
                    for total in line.texts(".total"):
                        sum_, shown = total.split(" = ")
                        added = sum(map(number_of, re.findall(r"[−-]? ?[\d½¼¾]+", sum_)))
                        assert added == Fraction(line["data-term"]) == number_of(shown)
                        inner += 1
        assert inner > 80

    def test_what_an_unplayed_round_counts_is_said_with_its_rule(self) -> None:
        pages = " ".join(arithmetic(self.client, self.k8, number).text for number in range(1, 41))
        assert "unplayed round: counts as an opponent with 0 (34E1)" in pages
        assert "not played: always counts a half point (34E1)" in pages
        assert "deducted: points from an unplayed round (34E3)" in pages

    def test_every_chain_of_the_demo_agrees_with_the_ranks(self) -> None:
        body = players_document(self.k8.standings_id)
        rank = {standing.number: standing.rank for standing in body.standings}
        for number in rank:
            for other, said in chains(why(self.client, self.k8, number)).items():
                if rank[number] == rank[other]:
                    assert said.endswith("Level so far.")
                    continue
                higher = body.chart.by_number[min(number, other, key=rank.__getitem__)].name
                assert "decides" in said or higher.split()[0] in said, said

    def test_head_to_head_shows_the_games_among_the_tied_and_they_add_up_to_the_standings(self) -> None:
        orders.post_order(self.k8, "head_to_head,solkoff", by=director_of(self.k8), reason="asked for")
        shown = 0
        for query in ({}, {"after": 3}):
            values = {number: row[0] for number, row in table(self.client, self.k8, **query).items()}
            for number in values:
                (system, _solkoff) = systems(arithmetic(self.client, self.k8, number, **query))
                if not system.element.all(".games"):
                    assert system.value == ""
                    continue
                read_off = games(system.element)
                for each, cells in read_off.cells.items():
                    total = sum(WORTH[game] for cell in cells for game in cell.split() if game in WORTH)
                    assert total == sum(read_off.adds[each]) == int(read_off.value[each]) == int(values[each])
                shown += 1
        assert shown > 50
