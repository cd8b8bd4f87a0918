"""Why somebody has the full-point bye, on a phone: plainly, by the rules, and nothing private."""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.test import Client
from pytest_django import DjangoAssertNumQueries

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
    undone,
)
from tests.html import Element, visit
from tests.views.test_public_names import choose
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.models import Published
from tiebreaks.published import read_players
from tournaments.models import PairingDraft, PairingReasons, Player, Seat, Section
from tournaments.pairing import sentences
from tournaments.pairing.draft import Draft, DraftBoard, give_bye
from tournaments.selectors.pairing.bye_reasons import told_in_public
from tournaments.services import drafts, pairings, rosters
from tournaments.services.reasons import keep


@pytest.fixture
def section(kim: User) -> Section:
    """Seven players: 7, the lowest rated, had the bye of round 1; in round 2 it is 6, who lost."""
    section = a_section(7, 3, by=kim)
    played(section, 1, "1 4 WL\n2 5 WL\n3 6 WL\n7 B", by=kim)
    post(section, kim)
    return as_it_stands(section)


def post(section: Section, kim: User, *, round: int = 2) -> None:
    section = as_it_stands(section)
    drafts.keep(section, round, drafts.propose(section, round), by=kim)
    drafts.publish(as_it_stands(section), round, by=kim)
    keep(section.pk, round)


def rests(section: Section, round: int = 2) -> Player:
    """Who has the full-point bye."""
    bye = Seat.objects.get(
        round__section=section, round__number=round, kind=Kind.FULL_BYE.letter, game__isnull=True
    )
    return bye.player


def page_of(client: Client, section: Section, *, round: int = 2) -> Element:
    return visit(client, at("bye", section, round, rests(section, round).number))


def told(*sentence: Any) -> None:
    """Say this of the bye of round 2."""
    (row,) = PairingReasons.objects.filter(round=2)
    assert row.bye
    row.bye = [row.bye[0], list(sentence)]
    row.save()
    caches["fragments"].clear()


def test_a_bye_says_plainly_why_she_has_it_then_the_rule_and_the_line_of_her_score_group(
    client: Client, section: Section
) -> None:
    player, page = rests(section), page_of(client, section)
    assert player.number == 6
    assert page.one("main h2").text == f"{player.called} (0)"
    assert page.texts(".reason") == [
        "The number of players to pair was odd, so one had no opponent."
        " It goes to the lowest rated of the lowest score group who can have it."
    ]
    assert page.texts(".rule") == [
        "Full-point bye: lowest-rated eligible player of the lowest score group (28L2)."
    ]
    assert page.text.count("The group with 0 points: ") == 1


def test_who_was_passed_over_is_named_with_what_anybody_can_read_in_the_chart(
    client: Client, kim: User
) -> None:
    section = a_section(7, 3, by=kim)
    played(section, 1, "1 4 WL\n2 5 WL\n3 6 WL\n7 B", by=kim)
    played(section, 2, "4 1 WL\n5 2 WL\n3 7 WL\n6 B", by=kim)
    post(section, kim, round=3)
    lowest, next_one = (section.players.get(number=number).called for number in (7, 6))
    had = "had a full-point bye or forfeit win, 28L3"
    assert page_of(client, section, round=3).texts(".rule")[1:] == [
        f"Passed over: {lowest} ({had}), {next_one} ({had})."
    ]


def test_each_page_that_names_the_bye_leads_to_the_reason(client: Client, section: Section) -> None:
    player = rests(section)
    why = at("bye", section, 2, player.number)
    round = visit(client, at("round", section, 2))
    assert round.one(".absence a")["href"] == why
    assert round.one(".absence").text == f"Full-point bye: {player.called}"
    hers = visit(client, at("player", section, player.number))
    assert hers.link("Why this bye?") == why
    assert [link for link in hers.one(".played").links if "/byes/" in link] == [why]
    assert hers.all(".played .these-two")[-1].text == "Why? Round 2: why this bye"


def test_a_bye_that_was_requested_has_no_reasons_and_no_page(client: Client, kim: User) -> None:
    section = a_section(4, 2, by=kim)
    paired(section, 1, "1 2\n3 H\n4 U", publish=True, by=kim)
    for number in (1, 3, 4, 9):
        assert client.get(at("bye", section, 1, number)).status_code == 404
    assert not visit(client, at("round", section, 1)).all(".absence a")
    assert "Why this bye?" not in visit(client, at("player", section, 3))


def test_a_bye_of_a_draft_or_of_a_round_not_planned_has_no_page(client: Client, section: Section) -> None:
    drafts.keep(section, 3, drafts.propose(section, 3), by=section.event.staff.get().user)
    for round in (3, 9):
        assert [client.get(at("bye", section, round, n)).status_code for n in range(1, 8)] == [404] * 7


def test_a_bye_that_the_director_set_says_so(client: Client, kim: User) -> None:
    section = a_section(3, 2, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    drafts.edit(section, 1, Draft((DraftBoard(2, 3),), bye=1), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    keep(section.pk, 1)
    page = page_of(client, section, round=1)
    assert page.texts(".reason") == ["The director gave this bye."]
    assert not page.all(".rule")


def test_a_bye_that_moved_to_somebody_else_after_posting_is_the_directors(
    client: Client, section: Section, kim: User
) -> None:
    """What was told of the first is not told of the second."""
    before = rests(section)
    pairings.remove_bye(Seat.objects.get(player=before, round__number=2), by=kim, reason="mixed up")
    game = section.round_set.get(number=2).games.first()
    assert game is not None
    other = game.seats.get(side="w").player
    pairings.remove_pairing(game, by=kim, reason="mixed up")
    pairings.pair(as_it_stands(section), 2, f"{other.number} B", by=kim, reason="mixed up")
    assert page_of(client, section).texts(".reason") == ["The director gave this bye."]
    gone = visit(client, at("bye", section, 2, before.number)).one(".reason")
    assert f"{before.called} does not have the full-point bye of round 2 any more." in gone


def test_reasons_that_come_a_moment_later_are_read_without_a_new_version(
    client: Client, section: Section
) -> None:
    PairingReasons.objects.all().delete()
    none = "There is no record here of how this round was paired. Ask the director."
    assert page_of(client, section).texts(".reason") == [none]
    keep(section.pk, 2)
    assert none not in page_of(client, section)


def test_a_round_that_was_imported_says_that_another_program_paired_it(client: Client, kim: User) -> None:
    section = imported(case("late_entry"))
    bye = Seat.objects.filter(round__section=section, kind=Kind.FULL_BYE.letter, game__isnull=True).first()
    assert bye is not None
    page = visit(client, at("bye", section, bye.round.number, bye.player.number))
    assert page.one(".reason").text == (
        "This round was paired with another program. Its file does not say why this player has the bye."
    )


def test_the_bye_of_a_team_is_told_of_teams(client: Client, kim: User) -> None:
    section = a_section(0, 3, by=kim, boards=4)
    rosters.add_players(
        section, [EntryFactory.create(name=name) for name in ("Alder", "Birch", "Cedar")], by=kim
    )
    post(section, kim, round=1)
    page = page_of(client, section, round=1)
    assert page.one(".reason").text.startswith("The number of teams to pair was odd, so one had no opponent.")
    assert "player" not in page.one("main").text.lower()


def test_a_request_for_a_later_round_who_is_new_and_what_is_for_the_director_stay_private(
    client: Client, section: Section
) -> None:
    """A half-point bye of a round that is played is in the chart; one of a round to come is not."""
    passed = [
        [sentences.HALF_BYE, {"name": "Ann Alder", "round": 3}],
        [sentences.NEW, {"name": "Bo Birch, Jr."}],
        [sentences.UNRATED, {"name": "Cy Cedar"}],
        [sentences.NOT_PAIRABLE, {"name": "Di Dogwood"}],
        [sentences.NOT_APART, {"name": "Ed Elm", "couples": "Ann Alder and Bo Birch, Jr."}],
        [sentences.MORE_REQUESTS, {"name": "Flo Fir", "rule": "28T"}],
    ]
    told(
        [sentences.BYE_UNRATED, {"points": "0", "round": None, "other": ""}],
        [sentences.PASSED_OVER, {"names": passed}],
        [sentences.GROUP_ABOVE, {}],
    )
    assert page_of(client, section).texts(".rule")[1:] == [
        "Passed over: Bo Birch, Jr. (unrated, 28L2), Cy Cedar (unrated, 28L2),"
        " Di Dogwood (the others could not be paired, 27A1),"
        " Ed Elm (the others could not be paired as well),"
        " Flo Fir (the others could not be paired as well)."
    ]
    told([sentences.BYE_AFTER_ALL, {"points": "0", "round": 3, "other": ""}])
    page = page_of(client, section)
    assert "Nobody else in the 0-point group can have it." in page.one(".reason").text
    assert not page.all(".rule")


def test_a_parent_reads_why_in_spanish(client: Client, section: Section) -> None:
    passed = [[sentences.HAD_BYE, {"name": "Ann Alder"}]]
    told([sentences.BYE, {"points": "0"}], [sentences.PASSED_OVER, {"names": passed}])
    page = visit(client, "/es" + at("bye", section, 2, rests(section).number))
    assert page.one(".reason").text.startswith("El número de jugadores por emparejar era impar")
    assert "had a full-point bye" not in page


def test_where_the_public_reads_no_last_names_no_reason_has_one(
    client: Client, section: Section, kim: User
) -> None:
    other = section.players.get(number=7)
    told(
        [sentences.BYE_FOR_COLOR, {"points": "0", "other": other.called}],
        [sentences.PASSED_OVER, {"names": [[sentences.UNRATED, {"name": other.called}]]}],
    )
    assert other.called in page_of(client, section)
    choose(section.event, kim, short_names=True)
    caches["fragments"].clear()
    assert other.called not in page_of(client, section)


def test_a_page_that_did_not_change_is_a_304_after_one_query(
    client: Client, section: Section, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    address = at("bye", section, 2, rests(section).number)
    tag = client.get(address).headers["ETag"]
    with django_assert_num_queries(1):
        assert client.get(address, headers={"if-none-match": tag}).status_code == 304
    with django_assert_num_queries(2):  # whether its reasons came since
        assert client.get(address).status_code == 200


def test_a_house_player_whose_bye_was_published_all_the_same_has_no_page_of_it(
    client: Client, kim: User
) -> None:
    """28M1: a house player rests without a bye, so no reason of the rules is true of one."""
    section = a_section(8, 3, by=kim)
    rosters.add_players(section, [EntryFactory.create(name="Host, Hal", rating=1000, house=True)], by=kim)
    drafts.keep(section, 1, drafts.propose(as_it_stands(section), 1), by=kim)
    draft = PairingDraft.objects.get(section=section, round=1).draft
    drafts.edit(section, 1, give_bye(draft, 9), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    keep(section.pk, 1)
    assert rests(section, 1).number == 9
    assert client.get(at("bye", section, 1, 9)).status_code == 404
    for page in (at("round", section, 1), at("player", section, 9)):
        assert at("bye", section, 1, 9) not in visit(client, page).links
    document = read_players(Published.objects.get(standings=section.standings_id).body)
    row = PairingReasons.objects.get(section=section, round=1)
    assert not told_in_public(document, row), "nor has a mirror of it"
    pairings.remove_bye(Seat.objects.get(round__section=section, kind="B"), by=kim, reason="the host rests")
    assert client.get(at("bye", section, 1, 9)).status_code == 404, "nor is one told of that is gone"


# --- results that came or changed after the bye was given ------------------------------------------


def five(kim: User, results: str) -> Section:
    """Five players; 5 had the bye of round 1, and in round 2 it goes to 4, who played 2."""
    section = a_section(5, 3, by=kim, order="solkoff")
    played(section, 1, f"{results}\n5 B", by=kim)
    return as_it_stands(section)


def on_a_score(section: Section, points: str, why: str) -> str:
    return f"{rests(section).called} got the bye on a score of {points}: {why}."


STILL_MISSING = "a result was still missing"
CORRECTED = "an earlier result or bye was corrected afterwards"


def test_a_bye_whose_score_was_corrected_afterwards_says_on_which_it_was_given(
    client: Client, kim: User
) -> None:
    """The points beside the name are those of now, and the group is that of then."""
    section = five(kim, "1 3 WL\n2 4 WL")
    post(section, kim)
    page = page_of(client, section)
    assert rests(section).number == 4
    assert "on a score of" not in page
    assert "The group with 0 points: " in page
    corrected(games_of(section, 1)[1], "LW", by=kim)
    page, told = page_of(client, section), on_a_score(section, "0", CORRECTED)
    assert page.one("main h2").text.endswith("(1)")
    assert page.one(".reason").text.endswith(f"who can have it. {told}")
    assert page.texts(".rule")[-1] == told
    assert "The group with 0 points, as it was paired: " in page
    corrected(games_of(section, 1)[1], "WL", by=kim)
    assert "on a score of" not in page_of(client, section)


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_bye_on_an_assumed_result_says_so_and_the_result_is_no_correction(
    client: Client, desk: Client, kim: User, by_hand: bool
) -> None:
    """28O, 29H9: as boards do."""
    section = five(kim, "1 3\n2 4")
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    assumed = "has the bye on a score of ½: a missing result was assumed (28O)."
    assert f"{section.players.get(number=4).called} {assumed}" in visit(desk, at("pairing", section, 2))
    if by_hand:
        drafts.edit(section, 2, Draft((DraftBoard(5, 1), DraftBoard(4, 2)), bye=3), by=kim)
    drafts.publish(section, 2, by=kim)
    keep(section.pk, 2)
    for result in ("", "LW"):
        for game in games_of(section, 1) if result else ():
            enter(game, result)
        page = page_of(client, section)
        assert page.one(".reason").text.endswith(on_a_score(section, "½", STILL_MISSING))
        assert page.texts(".rule")[-1] == f"{rests(section).called} {assumed}"
        assert "corrected" not in page
        assert "The group with ½ point, as it was paired: " in page


def test_beside_assigned_ratings_a_corrected_score_is_read_at_once(client: Client, kim: User) -> None:
    """PAIRING §7: three sentences on a phone, the others below a fold."""
    section = five(kim, "1 3 WL\n2 4 WL")
    section.players.filter(number=1).update(assigned_rating=2000)
    post(section, kim)
    counted = "Ratings that the director assigned count here."
    assert page_of(client, section).one(".reason").text.endswith(f"who can have it. {counted}")
    corrected(games_of(section, 1)[1], "LW", by=kim)
    page = page_of(client, section)
    assert page.one(".reason").text.endswith(f"who can have it. {on_a_score(section, '0', CORRECTED)}")
    assert page.texts(".by-rules .more") == [counted]


def test_the_bye_of_a_round_that_an_older_release_posted_says_nothing_of_its_score(
    client: Client, kim: User
) -> None:
    section = five(kim, "1 3 WL\n2 4 WL")
    post(section, kim)
    row = PairingReasons.objects.get(round=2)
    assert row.bye
    row.bye = row.bye[:2]
    row.save()
    corrected(games_of(section, 1)[1], "LW", by=kim)
    assert page_of(client, section).one(".reason").text.endswith("who can have it.")


# --- a bye that is gone -----------------------------------------------------------------------------


def remove(section: Section, kim: User) -> Player:
    """Take the bye of round 2 back."""
    player = rests(section)
    pairings.remove_bye(player.seats.get(round__number=2), by=kim, reason="arrived after all")
    return player


def test_a_bye_that_a_posted_round_has_no_more_says_so_and_leads_to_the_pairings(
    client: Client, section: Section, kim: User
) -> None:
    """Its link is on phones. A bye that the round never had is nobody's."""
    player = remove(section, kim)
    gone = at("bye", section, 2, player.number)
    page = visit(client, gone)
    assert page.one(".reason").text == (
        f"{player.called} does not have the full-point bye of round 2 any more. The pairings changed after"
        " they were posted: see all boards of the round."
    )
    assert page.one("h1 .soft").text == "Round 2, full-point bye", "as where the bye is"
    assert page.one("title").as_shown.startswith("Round 2, full-point bye")
    assert at("round", section, 2) in page.links
    assert page.all("[data-newer]"), "it follows the section as the page of a bye does"
    assert "numbers in parentheses" not in page
    assert f"{player.called} ya no tiene el bye de punto entero de la ronda 2." in visit(client, f"/es{gone}")
    for never in (at("bye", section, 2, 5), at("bye", section, 1, 5), at("bye", section, 3, player.number)):
        assert client.get(never).status_code == 404
    undone(as_it_stands(section), by=kim)
    assert "any more" not in visit(client, gone)


def test_the_page_of_a_bye_that_is_gone_calls_the_player_as_public_pages_do(
    client: Client, section: Section, kim: User
) -> None:
    player = remove(section, kim)
    gone = at("bye", section, 2, player.number)
    assert player.called in visit(client, gone)
    choose(section.event, kim, short_names=True)
    caches["fragments"].clear()
    first, last = player.called.split()[:2]
    page = visit(client, gone)
    assert f"{first} {last[0]}. does not have the full-point bye" in page
    assert last not in page.text


def test_a_bye_of_a_draft_that_was_never_posted_is_nobodys(client: Client, kim: User) -> None:
    section = a_section(3, 3, by=kim)
    paired(section, 1, "1 2\n3 B", by=kim)
    pairings.remove_bye(Seat.objects.get(round__section=section, kind="B"), by=kim)
    pairings.publish(as_it_stands(section), 1, by=kim)
    assert client.get(at("bye", section, 1, 3)).status_code == 404


def test_a_half_point_bye_that_is_gone_never_had_a_page(client: Client, section: Section, kim: User) -> None:
    player = section.players.get(number=5)
    game = player.seats.get(round__number=2).game
    assert game
    pairings.remove_pairing(game, by=kim, reason="ill")
    pairings.give_bye(as_it_stands(section), 2, [5], Kind.HALF_BYE, by=kim, reason="ill")
    pairings.remove_bye(player.seats.get(round__number=2), by=kim, reason="a mistake")
    assert client.get(at("bye", section, 2, 5)).status_code == 404
