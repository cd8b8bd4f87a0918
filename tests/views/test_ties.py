"""The page of ties: what waits, what was recorded, who may decide, and what the public pages then say."""

import random
import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, enter, games_of, paired, played
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tiebreaks.models import Decision
from tiebreaks.selectors import players_document
from tournaments.models import Section, Staff
from tournaments.services.ceremony import freeze
from tournaments.services.decisions import PLAYOFF, record_decision, toss_coin


@pytest.fixture
def section(kim: User) -> Section:
    """One round of one: 1, 3 and 5 share first place and two trophies; 2, 4 and 6 have lost."""
    section = a_section(6, rounds=1, by=kim, order="solkoff", place_trophies=2)
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL")
    return as_it_stands(section)


def decide(
    client: Client, section: Section, how: str, follow: bool = False, **places: object
) -> tuple[int, Element]:
    fields = {name.replace("_", "-"): str(place) for name, place in places.items()}
    answer = client.post(at("decide-tie", section), {"how": how, "sure": "yes", **fields}, follow=follow)
    return answer.status_code, read(answer)


def ranks(section: Section) -> list[int]:
    return [standing.number for standing in players_document(section.standings_id).standings]


def test_what_was_typed_of_a_tie_that_a_colleague_decided_stands_with_no_other_tie(
    section: Section, desk: Any, kim: User
) -> None:
    seen = section.stamp
    record_decision(PLAYOFF, section, [[1], [3], [5]], by=kim)
    typed = {
        "how": "playoff",
        "place-1": "1",
        "place-3": "2",
        "place-5": "3",
        "note": "Blitz at 5 PM",
        "stamp": seen,
    }
    page = read(desk.post(at("decide-tie", section), typed))
    assert "Blitz at 5 PM" in page.one("main")
    assert page.all("[name=note]")
    assert {each["value"] for each in page.all("[name=note]")} == {""}


def test_what_was_typed_of_a_tie_that_is_refused_stays_with_it(section: Section, desk: Any) -> None:
    typed = {"how": "playoff", "place-1": "1", "place-3": "1", "place-5": "1", "note": "Blitz at 5 PM"}
    page = read(desk.post(at("decide-tie", section), typed | {"stamp": section.stamp}))
    assert sorted(each["value"] for each in page.all("[name=note]")) == ["", "Blitz at 5 PM"]


def test_a_refusal_stands_in_the_card_of_its_tie(section: Section, desk: Any) -> None:
    typed = {"how": "playoff", "place-1": "", "place-3": "", "place-5": "", "stamp": section.stamp}
    page = read(desk.post(at("decide-tie", section), typed))
    [card] = [card for card in page.all("form.tie") if "Choose a place for everyone" in card.text]
    assert card.one("select[autofocus]")["name"] == "place-1"
    assert len(page.all("[role=alert]")) == 1


def test_a_tie_that_somebody_else_decided_meanwhile_says_who_and_how(section: Section, desk: Any) -> None:
    seen = section.stamp
    record_decision(
        PLAYOFF, section, [[5], [1], [3]], by=UserFactory.create(first_name="Lou", last_name="Ash")
    )
    answer = desk.post(
        at("decide-tie", section),
        {"how": "playoff", "place-1": "1", "place-3": "2", "place-5": "3", "stamp": seen},
    )
    assert answer.status_code == 409
    assert "Lou Ash decided this tie in the meantime: Playoff: " in read(answer)
    assert Decision.objects.count() == 1


def test_a_decision_that_was_withdrawn_in_another_tab_is_said_to_be_so(section: Section, desk: Any) -> None:
    row = record_decision(PLAYOFF, section, [[1], [3], [5]], by=UserFactory.create())
    address = at("withdraw-decision", section, row.pk)
    first, second = (visit(desk, at("ties", section)).form(address) for _tab in range(2))
    assert first.send(desk).status_code == 302
    answer = second.send(desk)
    assert answer.status_code == 409
    page = read(answer)
    assert "This decision was withdrawn already." in page
    assert page.all("form.tie"), "the page of the ties, with this one to decide"


def test_to_withdraw_what_counts_no_more_opens_no_tie(section: Section, desk: Any) -> None:
    first = record_decision(PLAYOFF, section, [[5], [1, 3]], by=UserFactory.create())
    second = record_decision(PLAYOFF, as_it_stands(section), [[1], [3]], by=UserFactory.create())
    for row, said in ((first, "The tie is open again."), (second, "The standings stay as they are.")):
        address = at("withdraw-decision", section, row.pk)
        answer = visit(desk, at("ties", section)).form(address).send(desk, follow=True)
        assert f"The decision was withdrawn. {said}" in read(answer)


def test_what_is_frozen_stays_so_whatever_is_decided(section: Section, desk: Any, kim: User) -> None:
    row = record_decision(PLAYOFF, section, [[5], [1], [3]], by=kim)
    assert "frozen" not in visit(desk, at("ties", section))
    version, _new = freeze(as_it_stands(section), by=kim)
    page = visit(desk, at("ties", section))
    assert f"Awards list {version.number} was frozen" in page
    assert "change them only when you freeze them again" in page
    page.form(at("withdraw-decision", section, row.pk)).send(desk)
    assert "change them only when you freeze them again" in visit(desk, at("ties", section))


def test_a_decision_is_withdrawn_on_a_second_press_that_says_what_it_does(
    section: Section, desk: Any
) -> None:
    record_decision(PLAYOFF, section, [[1], [3], [5]], by=UserFactory.create())
    [asked] = visit(desk, at("ties", section)).all("details.withdrawing")
    assert "The players are then tied again, on phones too." in asked.text
    assert asked.one("form button").text == "Withdraw this decision"


# --- who may --------------------------------------------------------------------------------------


def test_the_director_and_her_deputy_decide_and_nobody_else(
    section: Section, desk: Client, client: Client
) -> None:
    deputy, stranger = UserFactory.create(), UserFactory.create()
    Staff.objects.create(event=section.event, user=deputy)
    for reader in (desk, signed_in(deputy)):
        assert reader.get(at("ties", section)).status_code == 200
    signed_out = client.get(at("ties", section))
    assert signed_out.status_code == 302
    assert signed_out.headers["Location"].startswith(reverse("sign-in"))
    assert client.post(at("decide-tie", section)).status_code == 302
    other = signed_in(stranger)
    assert other.get(at("ties", section)).status_code == 404
    assert decide(other, section, "draw", place_1="", place_3="", place_5="")[0] == 404
    assert not Decision.objects.exists()
    assert decide(signed_in(deputy), section, "playoff", place_1=0, place_3=1, place_5=2)[0] == 302
    row = Decision.objects.get()
    withdraw = at("withdraw-decision", section, row.pk)
    assert other.post(withdraw).status_code == 404
    assert client.post(withdraw).status_code == 302
    assert not Decision.objects.get().withdrawn
    assert desk.post(withdraw).status_code == 302
    assert Decision.objects.get().withdrawn


def test_deciding_takes_a_post(section: Section, desk: Client) -> None:
    row = record_decision(PLAYOFF, section, [[1], [3], [5]], by=UserFactory.create())
    assert desk.get(at("decide-tie", section)).status_code == 405
    assert desk.get(at("withdraw-decision", section, row.pk)).status_code == 405


# --- who beat whom ---------------------------------------------------------------------------------


def test_a_playoff_is_recorded_by_who_beat_whom(section: Section, desk: Client) -> None:
    assert decide(desk, section, "playoff", games="5 1\n5 > 3\n\n#3 1", place_1="", place_3="")[0] == 302
    assert ranks(section)[:3] == [5, 3, 1]
    assert Decision.objects.get().note == "5 1; 5 > 3; #3 1"


def test_players_who_drew_in_a_playoff_stay_level(section: Section, desk: Client) -> None:
    decide(desk, section, "playoff", games="5 1\n5 3\n1=3")
    standings = players_document(section.standings_id).standings
    assert [(each.number, each.rank) for each in standings][:3] == [(5, 1), (1, 2), (3, 2)]


@pytest.mark.parametrize(
    ("games", "places", "said"),
    [
        ("5 1\n5 beat 3", {}, ["line 2", "5 beat 3", "the winner first"]),
        ("5 5", {}, ["line 1", "two different numbers"]),
        ("5 1\n1 3\n3 5", {}, ["the same place for all"]),
        ("5 1", {}, ["number 3", "a place for everyone"]),
        ("5 1\n5 2\n1 3", {}, ["number 2", "only those still tied"]),
        ("5 1\n5 3\n1 3", {"place_1": 0}, ["not both"]),
    ],
)
def test_who_beat_whom_that_cannot_be_is_said_and_kept_in_the_form(
    section: Section, desk: Client, games: str, places: dict[str, Any], said: list[str]
) -> None:
    status, page = decide(desk, section, "playoff", games=games, **places)
    assert status == 422
    assert all(each in page for each in said)
    assert games.splitlines()[0] in page
    assert not Decision.objects.exists()


# --- what waits -----------------------------------------------------------------------------------


def test_ties_about_a_trophy_stand_before_the_others(section: Section, desk: Client) -> None:
    page = visit(desk, at("ties", section))
    assert (
        page.text.index("Ties for trophies")
        < page.text.index("Tied for 1st–3rd on 1 point")
        < page.text.index("1 other tie")
    )
    assert page.text.index("1 other tie") < page.text.index("Tied for 4th–6th on 0 points")


def test_a_round_that_is_being_played_is_said_and_nothing_is_offered(kim: User, desk: Client) -> None:
    section = a_section(4, by=kim, order="solkoff")
    assert "No round is complete yet" in visit(desk, at("ties", section))
    paired(section, 1, "1 2\n3 4", publish=True)
    page = visit(desk, at("ties", section))
    assert "Games are still open: Round 1." in page
    assert "Let Wallchart toss" not in page
    for game in games_of(section, 1):
        enter(game, "WL")
    page = visit(desk, at("ties", section))
    assert "More rounds follow" in page
    assert "Let Wallchart toss" in page


def test_a_posted_playoff_waits_though_the_next_step_separates(kim: User, desk: Client) -> None:
    section = a_section(6, rounds=2, by=kim, order="playoff,solkoff")
    played(section, 1, "1 4 WL\n2 5 WL\n3 6 WL")
    played(section, 2, "4 6 WL\n1 H\n2 H\n3 H\n5 H")
    page = visit(desk, at("ties", section))
    assert "The posted order requires this step first: Playoff." in page
    assert page.text.count("Record the playoff") == 1
    assert decide(desk, section, "playoff", place_1=1, place_2=1, place_3=0)[0] == 302
    assert ranks(section)[:3] == [3, 1, 2]


def test_the_round_page_says_that_a_trophy_is_undecided_and_the_set_up_leads_there_too(
    section: Section, desk: Client
) -> None:
    assert "1 tie for a trophy is undecided." in visit(desk, at("desk-round", section, 1))
    decide(desk, section, "draw", place_1="", place_3="", place_5="")
    page = visit(desk, at("desk-round", section, 1))
    assert "undecided" not in page
    for address in (at("desk-round", section, 1), at("order", section)):
        assert at("ties", section) in visit(desk, address).links


def test_while_rounds_are_to_come_the_round_page_does_not_ask_for_a_decision(kim: User, desk: Client) -> None:
    section = a_section(4, rounds=2, by=kim, order="solkoff", place_trophies=1)
    played(section, 1, "1 2 WL\n3 4 WL")
    assert "undecided" not in visit(desk, at("desk-round", section, 1))


def test_the_page_costs_the_same_queries_whatever_is_tied(kim: User, desk: Client) -> None:
    counts = set()
    for players in (4, 40):
        section = a_section(players, by=kim, order="win_count")
        played(section, 1, "\n".join(f"{n} {n + 1} WL" for n in range(1, players, 2)))
        toss_coin(section, range(1, players, 2), by=kim)
        toss_coin(section, range(2, players + 1, 2), by=kim)
        with CaptureQueriesContext(connection) as queries:
            assert desk.get(at("ties", section)).status_code == 200
        counts.add(len(queries))
    # Session, user, section, document, what was recorded, its players, what is frozen.
    assert counts == {7}


# --- deciding -------------------------------------------------------------------------------------


def test_a_playoff_is_recorded_by_places_and_the_same_place_is_level(section: Section, desk: Client) -> None:
    status, page = decide(
        desk, section, "playoff", follow=True, place_1=1, place_3=1, place_5=0, note="blitz"
    )
    assert status == 200
    assert ranks(section)[0] == 5
    assert "Recorded: " in page
    assert "Kim Okafor" in page
    assert "blitz" in page.texts("q")
    assert "Tied for 2nd–3rd on 1 point" in page


def test_the_programs_coin_shows_its_seed(section: Section, desk: Client) -> None:
    _status, page = decide(desk, section, "draw", follow=True, place_1="", place_3="", place_5="")
    row = Decision.objects.get()
    assert f"seed {row.seed}" in page
    assert "Ties for trophies" not in page


def test_wallchart_asks_before_it_tosses_and_tosses_the_tie_it_asked_about(
    section: Section, desk: Client
) -> None:
    ties = visit(desk, at("ties", section)).form(at("decide-tie", section), "place-1")
    asking = desk.post(ties.action, ties.fields | {"how": "draw", "note": "before the crowd"})
    # The question has an address, so that Back and Reload show it again.
    asked = visit(desk, asking.headers["Location"])
    names = [section.players.get(number=number).name for number in (1, 3, 5)]
    assert "Toss a coin now?" in asked
    assert asked.in_order(*names)
    assert not Decision.objects.exists()
    sure = asked.form(at("decide-tie", section))
    desk.post(sure.action, sure.fields | {"how": "draw"})
    assert (Decision.objects.get().note, Decision.objects.get().seed != "") == ("before the crowd", True)
    assert set(ranks(section)[:3]) == {1, 3, 5}


def test_a_second_tab_is_told_that_the_coin_was_tossed(section: Section, desk: Client) -> None:
    ties = visit(desk, at("ties", section)).form(at("decide-tie", section), "place-1")
    asking = desk.post(ties.action, ties.fields | {"how": "draw"}).headers["Location"]
    tabs = [visit(desk, asking).form(at("decide-tie", section)) for _tab in range(2)]
    first, second = (desk.post(sure.action, sure.fields | {"how": "draw"}) for sure in tabs)
    assert first.status_code == 302
    assert second.status_code == 409
    assert "Wallchart already tossed a coin for these players." in read(second)
    assert Decision.objects.count() == 1


def test_a_coin_tossed_by_hand_has_none(section: Section, desk: Client) -> None:
    _status, page = decide(desk, section, "toss", follow=True, place_1=0, place_3=1, place_5=2)
    assert "Coin toss" in page
    assert "drawn by the program" not in page


def test_what_is_refused_says_what_is_allowed_and_keeps_what_was_typed(
    section: Section, desk: Client
) -> None:
    status, page = decide(desk, section, "playoff", place_1=0, place_3="", place_5=2, note="half told")
    assert status == 422
    assert "Nothing was recorded." in page
    assert "number 3: no place chosen" in page
    form = page.form(at("decide-tie", section), "place-5")
    assert (form.fields["place-1"], form.fields["place-5"]) == (["0"], ["2"])
    assert form.choices("place-5")["2"] == "3rd"
    assert form.fields["note"] == ["half told"]


@pytest.mark.parametrize("how", ["playoff", "toss", "draw"])
@pytest.mark.parametrize(
    ("places", "told"),
    [
        (
            {"place_1": 0, "place_3": 1, "place_5": 2, "place_2": 3},
            "number 2: {2}. Expected: only those still tied: 1 {1}, 3 {3}, 5 {5}",
        ),
        (
            {"place_1": 0, "place_3": 1, "place_5": 2, "place_99": 3},
            "number 99: an unknown number. Expected: only those still tied: 1 {1}, 3 {3}, 5 {5}",
        ),
        ({"place_1": 0}, "number 3: no place chosen. Expected: a place for everyone who is tied"),
        ({"place_7": 0}, "Expected: exactly one of the groups still tied: 1, 3, 5; 2, 4, 6"),
        ({"place_x": 0}, "Choose a place for everyone who is tied."),
        ({"place_" + "9" * 40: 0}, "Choose a place for everyone who is tied."),
        ({"place_1": "9" * 5000, "place_5": 0}, "number 3: no place chosen. Expected: a place for everyone"),
        ({}, "Choose a place for everyone who is tied."),
    ],
)
def test_a_resolution_that_is_not_of_a_tied_group_says_what_is_allowed_and_stores_nothing(
    section: Section, desk: Client, how: str, places: dict[str, Any], told: str
) -> None:
    status, page = decide(desk, section, how, **places)
    names = dict(section.players.values_list("number", "name"))
    assert status == 422
    assert told.format(*[names.get(number, "") for number in range(7)]) in page
    assert not Decision.objects.exists()
    assert as_it_stands(section).version == section.version


@pytest.mark.parametrize("how", ["", "lot"])
def test_nothing_is_recorded_in_no_way_that_there_is(section: Section, desk: Client, how: str) -> None:
    status, page = decide(desk, section, how, place_1=0, place_3=1, place_5=2)
    assert status == 422
    assert "a playoff, a coin toss, or a toss by Wallchart" in page
    assert not Decision.objects.exists()


def test_pressed_twice_it_is_recorded_once(section: Section, desk: Client) -> None:
    for _press in range(2):
        decide(desk, section, "playoff", place_1=0, place_3=1, place_5=2)
    assert Decision.objects.count() == 1


def test_a_corrected_result_sets_a_decision_aside_visibly(section: Section, desk: Client) -> None:
    decide(desk, section, "playoff", place_1=0, place_3=1, place_5=2)
    assert "set aside" not in visit(desk, at("ties", section))
    enter(games_of(section, 1)[0], "DD")
    page = visit(desk, at("ties", section))
    assert "set aside: the tied group changed" in page
    assert "Tied for 1st–2nd on 1 point" in page
    enter(games_of(section, 1)[0], "WL")
    assert "set aside" not in visit(desk, at("ties", section))


def test_a_decision_of_an_earlier_round_says_so(kim: User, desk: Client) -> None:
    section = a_section(4, rounds=2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    record_decision(PLAYOFF, section, [[3], [1]], by=kim)
    paired(section, 2, "1 3\n2 4", publish=True)
    assert "set aside: applied to other standings (after round 1)" in visit(desk, at("ties", section))


# --- what everybody reads -------------------------------------------------------------------------


def test_the_public_pages_say_what_decided(section: Section, client: Client) -> None:
    assert "undecided" in visit(client, at("trophies", section))
    record_decision(PLAYOFF, section, [[5], [3, 1]], by=UserFactory.create())
    toss_coin(section, [1, 3], by=UserFactory.create())
    second = ranks(section)[1]
    standings = visit(client, at("standings", section))
    assert "ahead by Playoff" in standings
    assert "ahead by Coin toss" in standings
    # The posted columns stay as they are posted.
    assert standings.texts(".heads .values span") == ["Solk"]
    trophies = visit(client, at("trophies", section))
    assert "by Playoff." in trophies
    assert "by Coin toss." in trophies
    assert "undecided" not in trophies
    why = visit(client, at("why", section, second))
    assert "Playoff still tied" in why
    assert "Coin toss decides:" in why
    assert "Tossed by hand" not in why
    assert "Drawn by the program from 1, 3 with the seed" in why
    assert visit(client, at("arithmetic", section, second)).one("[data-system=coin_toss]")
    # Players outside the tie are told nothing of it.
    assert "Coin toss" not in visit(client, at("why", section, 2))


def test_the_desk_names_the_playoff_without_a_number(section: Section, desk: Client) -> None:
    record_decision(PLAYOFF, section, [[5], [3], [1]], by=UserFactory.create())
    assert "1 · Playoff" in visit(desk, at("desk-round", section, 1)).texts(".leaders .soft")


def test_everybody_reads_how_a_tie_was_decided_when_and_by_whom(
    section: Section, desk: Client, client: Client
) -> None:
    decide(desk, section, "playoff", place_1=1, place_3=1, place_5=0, note="between us")
    decide(desk, section, "toss", place_1=1, place_3=0)
    when = r"Recorded by Kim Okafor, \w{3}, \w{3} \d+, 20\d\d, \d+:\d\d [AP]M"
    trophies, why = visit(client, at("trophies", section)), visit(client, at("why", section, 3))
    names = {card.number: card.name for card in players_document(section.standings_id).chart.cards}
    assert re.search(when, trophies.text)
    assert re.search(when, why.text)
    tossed = when.replace("Recorded", "Tossed by hand. Recorded")
    assert re.search(tossed, trophies.text)
    assert re.search(tossed, why.text)
    assert f"{names[5]}, then {names[1]} and {names[3]} level" in why
    assert f"{names[3]}, then {names[1]}" in why
    for page in (trophies, why):
        assert "drawn by the program" not in page
        assert "between us" not in page


def test_anybody_can_draw_the_programs_coin_again_from_what_the_page_says(
    section: Section, desk: Client, client: Client
) -> None:
    decide(desk, section, "draw", place_1="", place_3="", place_5="")
    for page in (at("why", section, 1), at("trophies", section)):
        shown = visit(client, page).text
        said = re.search(r"Drawn by the program from ([\d, ]+) with the seed (\w+)\.", shown)
        assert said
        numbers = [int(number) for number in said[1].split(", ")]
        random.Random(said[2]).shuffle(numbers)
        assert numbers == ranks(section)[:3]


def test_a_corrected_result_takes_the_claim_from_the_public_pages_and_tells_the_desk(
    section: Section, desk: Client, client: Client
) -> None:
    decide(desk, section, "playoff", place_1=0, place_3=1, place_5=2)
    public = [at("trophies", section), at("standings", section), at("why", section, 1)]
    told = f"The standings changed, so a decision was set aside: Playoff: {name_of(section, 1)}, then "
    assert all("Playoff" in visit(client, page) for page in public)
    assert "was set aside" not in visit(desk, at("desk-round", section, 1))
    enter(games_of(section, 1)[1], "DD")
    for page in public:
        assert "Playoff" not in visit(client, page)
        assert "Okafor" not in visit(client, page)
    assert told in visit(desk, at("desk-round", section, 1))
    enter(games_of(section, 1)[1], "??")
    assert told in visit(desk, at("desk-round", section, 1))
    enter(games_of(section, 1)[1], "WL")
    assert "was set aside" not in visit(desk, at("desk-round", section, 1))
    assert all("Playoff" in visit(client, page) for page in public)


def test_what_was_withdrawn_or_had_its_day_is_not_told_as_set_aside(kim: User, desk: Client) -> None:
    section = a_section(4, rounds=2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    row = record_decision(PLAYOFF, section, [[3], [1]], by=kim)
    paired(section, 2, "1 3\n2 4", publish=True)
    assert "was set aside" not in visit(desk, at("desk-round", section, 2))
    for game in games_of(section, 2):
        enter(game, "DD")
    assert "was set aside" not in visit(desk, at("desk-round", section, 2))
    row = record_decision(PLAYOFF, section, [[3], [1]], by=kim)
    enter(games_of(section, 2)[0], "WL")
    assert "was set aside" in visit(desk, at("desk-round", section, 2))
    desk.post(at("withdraw-decision", section, row.pk))
    assert "was set aside" not in visit(desk, at("desk-round", section, 2))


def name_of(section: Section, number: int) -> str:
    return players_document(section.standings_id).chart.by_number[number].name
