"""The ceremony's pages: who sees them, what they say before and after freezing, what leaves them."""

from hashlib import sha256
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import (
    EntryFactory,
    UserFactory,
    a_section,
    as_it_stands,
    director_of,
    enter,
    games_of,
    played,
)
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tiebreaks.models import FrozenAwards
from tournaments.models import Section
from tournaments.services import prizes, rosters, teams, visibility
from tournaments.services.ceremony import freeze
from tournaments.services.verifying import verify
from tournaments.text.wording import date_and_clock

PAGES = ["ceremony", "ceremony-show", "checklist", "receipts", "awards-file", "cash-file"]


@pytest.fixture
def section(kim: User) -> Section:
    """1 has won both games, 2 and 3 one each and nothing separates them, 4 none."""
    section = a_section(4, 2, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    return announce(section, "1st place trophy\n1st place $100\n2nd place $50")


def announce(section: Section, lines: str) -> Section:
    prizes.announce(section, lines, in_this_order=False, by=director_of(section))
    return as_it_stands(section)


def test_many_unverified_rounds_are_one_line_that_opens_and_the_event_counts_them(
    kim: User, desk: Client
) -> None:
    section = a_section(2, 3, by=kim, order="solkoff")
    for number in (1, 2, 3):
        played(section, number, "1 2 WL")
    announce(section, "1st place trophy")
    for page in ("ceremony", "finish"):
        (lines,) = visit(desk, at(page, section)).all("details:has(.unverified)")
        assert lines.all("summary")[0].text == "3 rounds have results that are not verified"
        assert [line.text.partition(" Verify")[0] for line in lines.all(".unverified")] == [
            f"No board of round {number} is verified." for number in (1, 2, 3)
        ]
    event = visit(desk, reverse("event-ceremony", args=[section.event.slug]))
    assert "3 rounds have results that are not verified" in event


def test_unverified_rounds_stand_open_where_slips_are_read_twice(kim: User, desk: Client) -> None:
    section = a_section(2, 4, by=kim, order="solkoff")
    for number in (1, 2, 3, 4):
        played(section, number, "1 2 WL")
    section = announce(section, "1st place trophy")

    def are_open() -> list[bool]:
        pages = (visit(desk, at(page, section)) for page in ("ceremony", "finish"))
        return [page.one("details:has(.unverified)").has("open") for page in pages]

    assert are_open() == [False, False]
    verify(games_of(section, 1)[0], "WL", by=kim)
    assert are_open() == [True, True]


def the_upset(section: Section) -> None:
    """The last game was not won by 1 but by 3."""
    enter(games_of(section, 2)[0], "LW")


# --- who may --------------------------------------------------------------------------------------


def test_the_director_reads_every_page_another_finds_none_and_a_signed_out_one_signs_in(
    section: Section, kim: User, desk: Client, client: Client
) -> None:
    freeze(section, by=kim)
    addresses = [*(at(name, section) for name in PAGES), at("awards-version", section, 1)]
    stranger = signed_in(UserFactory.create())
    for address in addresses:
        assert desk.get(address).status_code == 200, address
        assert stranger.get(address).status_code == 404, address
        assert client.get(address)["Location"] == f"{reverse('sign-in')}?next={address}"
        assert desk.post(address).status_code == 405, address
    assert stranger.post(at("freeze-awards", section)).status_code == 404
    assert client.post(at("freeze-awards", section)).status_code == 302
    assert desk.get(at("freeze-awards", section)).status_code == 405
    assert desk.get(at("awards-version", section, 2)).status_code == 404


# --- before and after freezing --------------------------------------------------------------------


def test_before_all_rounds_are_held_the_page_says_what_is_missing(kim: User, desk: Client) -> None:
    section = a_section(4, 2, by=kim, order="solkoff")
    assert "No prizes are announced" in visit(desk, at("ceremony", section))
    announce(section, "1st–2nd trophies")
    played(section, 1, "1 2 WL\n3 4")
    page = visit(desk, at("ceremony", section))
    assert "1 result missing" in page
    assert "Round 2: not paired" in page
    assert "Freeze the awards" not in page


def test_a_contested_trophy_stands_there_with_the_way_to_the_ties(desk: Client, section: Section) -> None:
    announce(section, "1st–2nd trophies")
    page = visit(desk, at("ceremony", section))
    assert "2nd place trophy: undecided" in page
    assert at("ties", section) in page.one(".missing").links
    assert "Freeze the awards" not in page
    refused = desk.post(at("freeze-awards", section))
    assert refused.status_code == 422
    assert "2nd place trophy is undecided" in read(refused)


def test_two_trophies_of_one_tie_are_one_line(desk: Client, section: Section) -> None:
    announce(section, "1st–3rd trophies")
    for name in ("ceremony", "finish"):
        waiting = visit(desk, at(name, section)).one(".missing ul")
        (line,) = waiting.all("li")
        assert "2nd place trophy and 3rd place trophy: undecided." in line


def test_a_section_that_has_not_begun_says_so_where_it_is_not_called(
    section: Section, kim: User, desk: Client
) -> None:
    announce(a_section(4, 3, event=section.event, by=kim, name="Novice"), "1st place trophy")
    page = visit(desk, reverse("event-ceremony", args=[section.event.slug]))
    left_out = next(line for line in page.all(".missing li") if "Novice" in line)
    assert "Play has not begun." in left_out
    assert "not complete" not in left_out


def freeze_by_form(desk: Client, section: Section) -> Element:
    form = visit(desk, at("ceremony", section)).form(at("freeze-awards", section))
    return read(form.send(desk, follow=True))


def test_the_awards_page_knows_which_version_is_frozen_and_whether_it_still_holds(
    desk: Client, section: Section
) -> None:
    leads_there = at("ceremony", section)

    def the_way() -> str:
        page = visit(desk, at("awards", section))
        return next(link.text for link in page.one("#live").all("a") if link["href"] == leads_there)

    assert the_way() == "Freeze them for the ceremony"
    freeze_by_form(desk, section)
    page = visit(desk, at("awards", section))
    assert the_way() == "Ceremony"
    assert "Awards list 1 was frozen" in page
    assert "Freeze them" not in page
    the_upset(section)
    assert the_way() == "See what changed, and freeze again"
    assert "The awards below are not the frozen ones" in visit(desk, at("awards", section))
    freeze_by_form(desk, section)
    assert "Awards list 2 was frozen" in visit(desk, at("awards", section))
    assert the_way() == "Ceremony"


def test_the_prizes_page_warns_that_awards_were_announced(desk: Client, section: Section) -> None:
    assert "frozen" not in visit(desk, at("prizes", section)).one("main").text
    freeze_by_form(desk, section)
    warning = visit(desk, at("prizes", section)).one("main .notice.warning")
    assert "by Kim Okafor. Changes here affect awards that were announced." in warning.text
    assert at("ceremony", section) in warning.links


def test_frozen_corrected_and_frozen_again_every_page_says_so(
    desk: Client, client: Client, section: Section
) -> None:
    assert "Awards list" not in visit(client, at("trophies", section))
    assert "Awards list 1 is frozen." in freeze_by_form(desk, section)
    first = FrozenAwards.objects.get()
    public = visit(client, at("trophies", section))
    assert "Awards list 1, frozen " in public
    # It broke within the line of the list; the page of the list has it whole.
    assert "SHA-256" not in public
    announced = visit(client, at("announced", section, 1))
    assert f"Check it yourself SHA-256 {first.sha256}" in announced
    assert "Corrected since awards list" not in public

    the_upset(section)
    one, three = (section.players.get(number=number).name for number in (1, 3))
    public = visit(client, at("trophies", section))
    assert "Corrected since awards list" in public
    assert f"1st place trophy: was for {one}. Now for {three}." in public
    # The hash is that of another list than the one above it, and says so.
    assert "This page shows corrected awards, not announced yet. Awards list 1, " in public
    assert "Awards list 1, frozen" not in public
    assert at("announced", section, 1) in public.links
    page = visit(desk, at("ceremony", section))
    assert "The awards changed after the freeze." in page
    assert f"1st place trophy: {one} → {three}" in page
    assert "Freeze the awards again" in page

    assert "Awards list 2 is frozen." in freeze_by_form(desk, section)
    assert "Corrected since awards list" not in visit(client, at("trophies", section))
    second = visit(desk, at("awards-version", section, 2))
    assert f"1st place trophy: {one} → {three}" in second
    assert "−$75" in second
    assert "+$75" in second
    assert "Awards list 2 replaced this list." in visit(desk, at("awards-version", section, 1))


def test_of_two_tabs_the_second_is_told_who_froze_the_same_awards_when(
    desk: Client, section: Section
) -> None:
    forms = [visit(desk, at("ceremony", section)).form(at("freeze-awards", section)) for _tab in range(2)]
    first, second = (read(form.send(desk, follow=True)) for form in forms)
    version = FrozenAwards.objects.get()
    at_that_time = date_and_clock(version.frozen_at)
    told = f"Awards list 1 was frozen already, {at_that_time} by Kim Okafor. The awards are the same."
    assert first.texts(".notice[role=status]") == ["Awards list 1 is frozen."]
    assert second.texts(".notice[role=status]") == [told]


def test_a_director_who_has_not_seen_a_correction_does_not_freeze_it(desk: Client, section: Section) -> None:
    the_upset(section)
    answer = desk.post(at("freeze-awards", section), {"stamp": section.stamp})
    assert answer.status_code == 409
    assert "Check them again" in read(answer)
    assert not FrozenAwards.objects.exists()


# --- shown, checked, signed ------------------------------------------------------------------------


def show(desk: Client, section: Section, award: object = "") -> Element:
    return visit(desk, f"{at('ceremony-show', section)}?award={award}")


def test_the_projector_goes_from_the_last_trophy_to_the_first_and_stops_there(
    desk: Client, section: Section
) -> None:
    announce(section, "1st place trophy\nTop under 1860\nTop unrated")
    one, four = (section.players.get(number=number).name for number in (1, 4))
    begin, last, first = (show(desk, section, n) for n in ("", 1, 2))
    assert begin.link("Next →") == "?award=1"
    assert "not frozen" in begin
    assert (last.headings, last.texts(".name")) == (["Top under 1860"], [four])  # nobody is unrated
    assert last.link("← Previous") == "?award=0"
    assert (first.headings, first.texts(".name")) == (["1st place trophy"], [one])
    assert not first.all("[rel=next]")
    for wild in ("99", "-1", "x", "²"):
        assert show(desk, section, wild).text in (begin.text, first.text)


def test_the_first_place_is_the_last_screen_and_no_medal_names_who_won_it(
    desk: Client, section: Section
) -> None:
    section.players.filter(number=1).update(name="Alder, Ann")
    announce(section, "1st–2nd trophies\nBiggest upset\n1+ points: medal")
    section.players.filter(number=2).update(rating=2100)
    the_upset(section)  # now 3 is first, and has the upset
    three = section.players.get(number=3).name
    screens = [show(desk, section, n) for n in range(1, 5)]
    titles = [screen.headings[0] for screen in screens]
    assert titles == ["1 point or more: medal", "Biggest upset", "2nd place trophy", "1st place trophy"]
    assert [three in screen for screen in screens] == [False, True, False, True]
    medals = screens[0]
    assert "Ann Alder" in screens[titles.index("2nd place trophy")]
    assert medals.texts(".name") == [section.players.get(number=2).name]
    assert "and 2 more, called for trophies later" in medals


def test_medals_whose_winners_all_have_trophies_are_called_first_without_names(
    desk: Client, section: Section
) -> None:
    the_upset(section)  # nothing is tied now
    announce(section, "1st–4th trophies\n1+ points: medal\nSportsmanship trophy")
    screens = [show(desk, section, n) for n in range(1, 6)]
    places = [f"{nth} place trophy" for nth in ("4th", "3rd", "2nd", "1st")]
    assert [screen.headings[0] for screen in screens] == ["1 point or more: medal", *places]
    assert not screens[0].texts(".name")
    assert "for 3 players, called for other awards later" in screens[0]
    page, sheet = visit(desk, at("ceremony", section)), visit(desk, at("checklist", section))
    assert page.texts("ol.awards .title") == ["1 point or more: medal", *places]
    said = sheet.texts(".checklist tr:has(.box) td:nth-child(2)")
    assert said == [*["1 point or more: medal · called for another award later"] * 3, *places]


def test_a_first_place_that_is_listed_after_others_is_called_last_all_the_same(
    desk: Client, section: Section
) -> None:
    prizes.announce(section, "Top under 1860\n1st place trophy", in_this_order=True, by=director_of(section))
    screens = [show(desk, section, n) for n in (1, 2)]
    assert [screen.headings[0] for screen in screens] == ["Top under 1860", "1st place trophy"]


def test_the_page_the_list_to_tick_and_the_projector_call_in_one_order(
    desk: Client, section: Section
) -> None:
    """The list has who is called for a trophy later after the others, and says so."""
    announce(section, "1st place trophy\nTop under 1860\nBiggest upset\n1+ points: medal")
    names = {number: section.players.get(number=number).name for number in (1, 2, 3, 4)}
    shown = [show(desk, section, n) for n in range(1, len(section.prizes.splitlines()) + 1)]
    titles = [screen.headings[0] for screen in shown if screen.headings[0] != "Awards"]
    page, sheet = visit(desk, at("ceremony", section)), visit(desk, at("checklist", section))
    assert list(dict.fromkeys(page.texts("ol.awards .title"))) == titles
    said = sheet.texts(".checklist tr:has(.box) td:nth-child(2)")
    later = f"{titles[0]} · called for another award later"
    assert list(dict.fromkeys(said)) == [titles[0], later, *titles[1:]]
    assert "Called for another award later:" in page
    assert sheet.texts(".checklist tbody th")[:3] == [names[2], names[3], names[1]]
    assert said.index(later) == 2
    assert page.texts(".awards .winner bdi")[:3] == [names[2], names[3], names[1]]


def test_a_medal_of_many_has_screens_equally_full_and_the_last_says_who_comes_later(
    kim: User, desk: Client
) -> None:
    section = a_section(26, 1, by=kim, order="solkoff")
    played(section, 1, "\n".join(f"{n} {n + 13} {'WL' if n == 1 else 'DD'}" for n in range(1, 14)))
    announce(section, "1st place trophy\n½+ points: medal")
    screens = [show(desk, section, n) for n in range(1, 6)]
    assert [len(screen.texts(".name")) for screen in screens] == [6, 6, 6, 6, 1]
    assert [screen.texts(".part") for screen in screens] == [*([f"{n} of 4"] for n in range(1, 5)), []]
    assert ["called for a trophy later" in screen for screen in screens] == [False] * 3 + [True, False]
    assert ["1 / 2" in screen for screen in screens] == [True] * 4 + [False]


def test_everybody_at_a_score_is_on_the_list_to_tick(desk: Client, section: Section) -> None:
    """Who is called for a trophy later takes the medal then."""
    announce(section, "1st place trophy\n1+ points: medal")
    names = visit(desk, at("checklist", section)).texts(".checklist tbody th")
    assert len(names) == 4


def test_a_list_to_tick_has_thirty_names_a_page(kim: User, desk: Client) -> None:
    section = a_section(64, 1, by=kim, order="solkoff")
    played(section, 1, "\n".join(f"{n} {n + 1} DD" for n in range(1, 64, 2)))
    announce(section, "½+ points: medal")
    pages = visit(desk, at("checklist", section)).all(".sheet")
    assert [len(page.all(".box")) for page in pages] == [30, 30, 4]
    assert "page 3 of 3" in pages[2]
    assert all(len(page.all("thead")) == 1 for page in pages)


def test_one_ceremony_calls_every_section_of_the_event_and_then_the_teams(
    section: Section, kim: User, desk: Client
) -> None:
    announce(section, "1st place trophy")
    other = a_section(0, 1, event=section.event, by=kim, name="Reserve", order="solkoff")
    rosters.add_players(
        other, [EntryFactory.create(name=name, team=name[:3]) for name in ("Elm, Eva", "Fir, Finn")], by=kim
    )
    played(other, 1, "1 2 WL")
    announce(other, "1st–2nd trophies")
    teams.make_table(section.event, name="Schools", sections=[other], minimum=1, place_trophies=1, by=kim)
    a_section(2, 1, event=section.event, by=kim, name="Without prizes")
    freeze(other, by=kim)

    page = visit(desk, reverse("event-ceremony", args=[section.event.slug])).one("main ul.sections")
    assert (
        reverse("event-ceremony", args=[section.event.slug])
        in visit(desk, reverse("desk-event", args=[section.event.slug])).links
    )
    assert page.in_order(
        section.name,
        *("awards not frozen yet", "1 award to call", "Reserve", "awards list 1 frozen", "Schools"),
    )
    assert "Without prizes" not in page
    screens = [
        visit(desk, f"{reverse('event-ceremony-show', args=[section.event.slug])}?award={n}")
        for n in range(7)
    ]
    said = [(screen.headings[0], screen.texts(".name")) for screen in screens]
    one = section.called(section.players.get(number=1).name)
    assert said == [
        ("Awards", [section.name]),
        ("1st place trophy", [one]),
        ("Awards", ["Reserve"]),
        ("2nd place trophy", ["Finn Fir"]),
        ("1st place trophy", ["Eva Elm"]),
        ("Awards", ["Schools"]),
        ("1st place team trophy", ["Elm"]),
    ]
    assert not screens[-1].all("[rel=next]")
    lists = visit(desk, reverse("event-checklist", args=[section.event.slug]))
    # Each sheet is called by what it lists.
    assert lists.texts(".sheet h2") == [section.name, "Reserve", "Schools"]
    assert [sheet.texts("tbody th") for sheet in lists.all(".sheet")] == [
        [one],
        ["Finn Fir", "Eva Elm"],
        ["Elm"],
    ]


def test_an_events_ceremony_calls_the_sections_in_the_order_of_its_page(
    section: Section, kim: User, desk: Client
) -> None:
    announce(section, "1st place trophy")
    first = announce(a_section(2, 1, event=section.event, by=kim, name="Reserve"), "1st place trophy")
    played(first, 1, "1 2 WL")
    visibility.arrange_sections(section.event, [first.pk, section.pk], by=kim)
    at_event = [section.event.slug]
    listed = visit(desk, reverse("event-ceremony", args=at_event)).one("main ul.sections")
    assert listed.in_order("Reserve", section.name)
    assert visit(desk, f"{reverse('event-ceremony-show', args=at_event)}?award=0").texts(".name") == [
        "Reserve"
    ]
    assert (
        visit(desk, reverse("event-checklist", args=at_event)).one("main").in_order("Reserve", section.name)
    )


def test_a_section_that_an_events_ceremony_leaves_out_says_why_and_where_to_mend_it(
    section: Section, kim: User, desk: Client
) -> None:
    event = section.event
    draft = announce(a_section(2, 1, event=event, by=kim, name="Novice", draft=True), "1st place trophy")
    bare = a_section(2, 1, event=event, by=kim, name="Bare")
    over = announce(a_section(2, 1, event=event, by=kim, name="Over"), "1st place trophy")
    visibility.archive(over, hide=False, by=kim)
    for name in ("event-ceremony", "event-checklist"):
        page = visit(desk, reverse(name, args=[event.slug]))
        left_out = {line.one("bdi").text: line for line in page.all(".missing li")}
        assert set(left_out) == {"Novice", "Bare", "Over"}
        assert "draft" in left_out["Novice"]
        assert left_out["Novice"].link("Publish it") == at("visibility", draft)
        assert "No prizes are announced" in left_out["Bare"]
        assert left_out["Bare"].link("Announce prizes") == at("prizes", bare)
        assert "archived" in left_out["Over"]
        assert left_out["Over"].link("Bring it back") == at("visibility", over)


def test_a_section_that_is_not_over_is_not_called_with_the_event_and_its_own_show_says_projected(
    section: Section, kim: User, desk: Client
) -> None:
    announce(section, "1st place trophy")
    event = [section.event.slug]
    going_on = announce(a_section(4, 2, event=section.event, by=kim, name="Novice"), "1st place trophy")
    played(going_on, 1, "1 2 WL\n3 4 DD")
    for name in ("event-ceremony", "event-checklist"):
        page = visit(desk, reverse(name, args=event))
        (left_out,) = page.all(".missing li")
        assert "Novice" in left_out
        assert "1 round is not complete." in left_out
        assert left_out.link("See the projected awards") == at("ceremony", going_on)
    screens = [visit(desk, f"{reverse('event-ceremony-show', args=event)}?award={n}") for n in range(2)]
    assert section.name in screens[0]
    assert not screens[1].all("[rel=next]")
    assert all("Projected" not in screen for screen in screens)
    assert all("Projected, not final" in show(desk, going_on, n) for n in range(2))


def test_an_event_without_prizes_says_where_to_announce_them(kim: User, desk: Client) -> None:
    section = a_section(2, 1, by=kim)
    for name in ("event-ceremony", "event-ceremony-show", "event-checklist"):
        assert desk.get(reverse(name, args=[section.event.slug])).status_code == 200
    page = visit(desk, reverse("event-ceremony", args=[section.event.slug]))
    assert "There is nothing to call yet." in page
    assert at("prizes", section) in page.one(".missing").links


def test_an_undecided_trophy_says_so_on_the_projector_and_is_nobodys_in_the_file(
    desk: Client, section: Section
) -> None:
    announce(section, "1st–2nd trophies")
    page = show(desk, section, 1)
    assert "2nd place trophy" in page
    assert "Undecided" in page
    assert visit(desk, at("checklist", section)).texts(".warn").count("undecided") == 2
    assert file(desk, "awards-file", section)[1].splitlines()[1] == "2nd place trophy,,,,,,undecided"


def test_the_checklist_has_a_box_for_each_award_from_the_last_to_the_first(
    desk: Client, section: Section
) -> None:
    announce(section, "1st place trophy\nTop under 1860\n1+ points: medal")
    page = visit(desk, at("checklist", section))
    assert len(page.all(".box")) == 5
    assert page.in_order("1 point or more", "Top under 1860", "1st place trophy")


def test_a_receipt_has_the_amount_to_the_cent_and_a_line_to_sign(
    desk: Client, kim: User, section: Section
) -> None:
    assert "Not frozen" in visit(desk, at("receipts", section))
    freeze(section, by=kim)
    page = visit(desk, at("receipts", section))
    assert "$150 to 3 winners" in page
    assert [page.texts("b").count(money) for money in ("$100.00", "$25.00")] == [1, 2]
    assert page.text.count("Received Date") == 3
    assert page.texts("p").count("1st place $100") == 1
    assert page.texts("p").count("2nd place $50, shared by 2") == 2
    assert "Awards list 1" in page


# --- files ----------------------------------------------------------------------------------------


def file(desk: Client, name: str, section: Section) -> tuple[str, str]:
    answer = desk.get(at(name, section))
    assert answer.headers["Content-Type"] == "text/csv; charset=utf-8"
    return answer.headers["Content-Disposition"], answer.content.decode("utf-8-sig")


def test_the_files_name_their_version_and_hold_public_fields_amounts_and_no_formula(
    desk: Client, kim: User, section: Section
) -> None:
    section.players.filter(number=1).update(name="=HYPERLINK(1)", team="+Oak", uscf_id="12345678")
    announce(section, "1st place trophy\n1st place $100\n2nd place $50.01")
    assert "cash-not-frozen.csv" in file(desk, "cash-file", section)[0]
    freeze(section, by=kim)
    two, three = (section.players.get(number=number).name for number in (2, 3))
    where, awards = file(desk, "awards-file", section)
    assert f"{section.event.slug}-{section.slug}-awards-version-1.csv" in where
    assert awards.splitlines() == [
        "award,number,name,rating,team,grade,why",
        "1st place trophy,1,'=HYPERLINK(1),2000,'+Oak,,Alone on 2 points.",
    ]
    assert file(desk, "cash-file", section)[1].splitlines() == [
        "number,name,rating,team,grade,amount,from",
        "1,'=HYPERLINK(1),2000,'+Oak,,100.00,1st place $100",
        f'2,{two},1950,,,25.01,"2nd place $50.01, shared by 2"',
        f'3,{three},1900,,,25.00,"2nd place $50.01, shared by 2"',
    ]


def test_every_version_can_be_taken_away_and_the_bytes_have_the_hash_that_is_shown(
    desk: Client, kim: User, section: Section
) -> None:
    first, _is_new = freeze(section, by=kim)
    the_upset(section)
    freeze(section, by=kim)
    one, three = (section.players.get(number=number).name for number in (1, 3))

    def taken(file: str, number: int = 1) -> Any:
        return desk.get(reverse("awards-version-file", args=[*where, number, file]))

    where = [section.event.slug, section.slug]
    page = visit(desk, at("awards-version", section, 1))
    for kind in ("awards.csv", "cash.csv", "awards.json"):
        address = reverse("awards-version-file", args=[*where, 1, kind])
        assert address in page.links
        assert signed_in(UserFactory.create()).get(address).status_code == 404
    assert [name in taken("awards.csv").content.decode() for name in (one, three)] == [True, False]
    assert [name in taken("awards.csv", 2).content.decode() for name in (one, three)] == [False, True]
    assert f"{one},2000,,,100.00,1st place $100" in taken("cash.csv").content.decode()
    assert "cash-version-1.csv" in taken("cash.csv").headers["Content-Disposition"]
    assert sha256(taken("awards.json").content).hexdigest() == first.sha256
    assert "awards-version-1.json" in taken("awards.json").headers["Content-Disposition"]
    assert taken("awards.txt").status_code == taken("awards.csv", 3).status_code == 404
