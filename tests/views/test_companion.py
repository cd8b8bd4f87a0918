"""Beside another pairing program: upload, see, take."""

import json
from datetime import date
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EventFactory, enter
from tests.formats.programs.spring import trf_line
from tests.formats.programs.test_rating_report import filed, round_robin
from tests.html import read
from tests.swisssys_file import player, section, states, swisssys
from tests.views.companion_pages import games_in, page_of, take, upload
from tournaments.models import CompanionFile, Event, Game, Player, Seat, Section
from tournaments.selectors.event.orders import order_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def event(kim: User) -> Event:
    return EventFactory.create(by=kim)


def test_an_upload_shows_what_changes_and_changes_nothing(desk: Client, event: Event) -> None:
    answer = upload(desk, event, states()[1])

    assert answer.status_code == 302
    assert not Section.objects.exists()
    page = read(desk.get(page_of(event)))
    assert "A new section is created." in page
    assert "Round 1 is paired." in page
    assert "Tiebreak order for sections that have none" in page


def test_a_bye_of_a_round_to_come_is_no_pairing_of_it(desk: Client, event: Event) -> None:
    lines = [
        "012 Open",
        "XXR 4",
        trf_line(1, "Alder, Ada", 1800, "   2 w 1"),
        trf_line(2, "Birch, Hugo", 1700, "   1 b 0", *[" " * 8] * 2, "0000 - H"),
    ]
    upload(desk, event, "\n".join(lines).encode())
    page = read(desk.get(page_of(event)))
    assert "Round 1 is paired." in page
    assert "Rounds 1 to 4" not in page
    take(desk, event)
    [bye] = Seat.objects.filter(game=None)
    assert (bye.player.name, bye.round.number, bye.kind, bye.round.published_at) == (
        *("Birch, Hugo", 4, "H", None),
    )


def test_the_command_that_watches_is_named_as_this_wallchart_was_started(
    desk: Client, event: Event, settings: Any
) -> None:
    watching = f"follow FILE --event {event.slug}"
    assert f"python manage.py {watching}" in read(desk.get(page_of(event)))
    settings.COMMAND = "./start-wallchart.sh"
    assert f"./start-wallchart.sh {watching}" in read(desk.get(page_of(event)))


def test_the_page_says_which_files_are_read_and_of_wintd_where(desk: Client, event: Event) -> None:
    page = read(desk.get(page_of(event)))
    assert "WinTD: upload its tournament file (.ptoz), or its rating report (TDEXPORT.DBF," in page
    assert "No file that WinTD wrote was tried yet" in page
    assert reverse("registration-file", args=[event.slug]) in [link["href"] for link in page.all("form a")]
    taken = page.one("input[type=file]")["accept"].split(",")
    assert {".sjson", ".ptoz", ".dbf", ".zip", ".trf", ".txt"} <= set(taken)


def test_one_button_takes_it(desk: Client, event: Event) -> None:
    upload(desk, event, states()[1])

    page = read(take(desk, event))

    assert "Imported: 2 changes in Open." in page
    assert "Same as the file." in page
    assert Game.objects.count() == 2
    assert not CompanionFile.objects.exists()


def test_a_difference_is_taken_from_the_file_only_if_it_is_checked(
    desk: Client, event: Event, kim: User
) -> None:
    upload(desk, event, states()[1])
    take(desk, event)
    board = Game.objects.get(board=1)
    enter(board, "LW", by=kim)
    upload(desk, event, states()[2])

    page = read(desk.get(page_of(event)))
    assert games_in(page) == [
        "1 1 Ada Alder Orla Cedar 0–1 1–0 Take the file’s",
        "1 2 Ben Dogwood Hugo Birch – ½–½ will be imported",
    ]
    assert page.texts("button.main") == ["Import these changes"]

    page = read(take(desk, event))
    assert games_in(page) == ["1 1 Ada Alder Orla Cedar 0–1 1–0 stays"]

    upload(desk, event, states()[2])
    assert read(desk.get(page_of(event))).texts("button.main") == ["Save these choices"]
    assert "Same as the file." in read(take(desk, event, take=["Open:r1-1"]))


def test_a_file_with_problems_names_each_and_is_not_kept(desk: Client, event: Event) -> None:
    answer = upload(desk, event, swisssys(section([player(1, "+;2;W;1"), player(2, "+;1;B;1")])))

    page = read(answer)
    assert answer.status_code == 422
    assert "Open, number 1, round 1" in page
    assert "two results that agree" in page
    assert not CompanionFile.objects.exists()


@pytest.mark.parametrize(
    "data", [b"", b"{", b"[]", b"\xff\xfe{", b"PK\x03\x04", b"{}", b"[" * 100_000, b'{"Sections": 3}']
)
def test_what_is_no_file_of_a_pairing_program_is_refused_in_words(
    desk: Client, event: Event, data: bytes
) -> None:
    answer = upload(desk, event, data)

    assert answer.status_code == 422
    assert not CompanionFile.objects.exists()


def test_personal_columns_are_named_and_nowhere_stored(desk: Client, event: Event) -> None:
    person = player(1, **{"Birth date": "2015/3/4", "Email": "ada@example.org", "Phone": "5551234567"})

    upload(desk, event, swisssys(section([person])))

    assert "Not read: Birth date, Email, Phone." in read(desk.get(page_of(event)))
    assert "example.org" not in str(CompanionFile.objects.get().sections)
    take(desk, event)
    assert Player.objects.get().name == "Alder, Ada"


def test_a_file_can_be_discarded(desk: Client, event: Event) -> None:
    upload(desk, event, states()[1])

    take(desk, event, discard="on")

    assert not CompanionFile.objects.exists()
    assert not Section.objects.exists()


def test_a_file_with_nobody_of_this_event_is_asked_about(desk: Client, event: Event) -> None:
    upload(desk, event, states()[0])
    asked = "No one in this file is in this event yet. Is the file from another event?"
    assert asked not in read(desk.get(page_of(event))), "the first file finds nobody here"
    take(desk, event)
    strangers = [player(number, name=name) for number, name in enumerate(("Ash", "Bay", "Cob", "Dun"), 1)]
    others = [each | {"ID": f"8000000{at}"} for at, each in enumerate(strangers)]
    upload(desk, event, swisssys(section(others, name="Reserve"), title="Fall Classic"))
    page = read(desk.get(page_of(event)))
    assert asked in page
    assert f"The file is titled Fall Classic. This event is {event.name}." in page
    assert page.text.index(asked) < page.text.index("A new section is created."), "before the long list"
    upload(desk, event, swisssys(section(others, name="Reserve"), title=event.name))
    assert asked not in read(desk.get(page_of(event))), "it is called as this event"
    upload(desk, event, states()[1])
    assert asked not in read(desk.get(page_of(event))), "they are here"


def test_a_section_without_players_changes_nothing(desk: Client, event: Event) -> None:
    players = [player(number) for number in range(1, 6)]
    empty = section([], name="Under 400") | {"Section time control": "G/25;+5"}
    for _time in range(2):
        upload(desk, event, swisssys(section(players), empty))
        page = read(desk.get(page_of(event)))
        take(desk, event)
    assert "Nobody is in this section yet. It is left out." in page
    assert "Done" in page.texts("button.main")
    assert "Import these changes" not in page


@pytest.mark.parametrize(
    ("here", "there", "said"),
    [
        (date(2026, 11, 21), "3/2/2030", "The file is dated Mar 2, 2030, this event Nov 21, 2026."),
        (None, "3/2/2130", "The file is dated Mar 2, 2130. If that is wrong, correct it"),
        (date(2026, 11, 21), "11/28/2026", ""),
        (None, "11/21/2026", ""),
    ],
)
def test_a_file_of_days_far_from_those_of_the_event_is_told(
    desk: Client, event: Event, here: date | None, there: str, said: str
) -> None:
    Event.objects.filter(pk=event.pk).update(starts_on=here, ends_on=None)
    players = [player(number) for number in range(1, 6)]
    upload(desk, event, swisssys(section(players), **{"Starting date": there, "Ending date": there}))
    page = read(desk.get(page_of(event)))
    assert ("The file is dated" in page) == bool(said)
    assert said in page
    assert "Open" in page


def test_a_file_with_nobody_of_this_event_is_imported_only_once_it_is_confirmed(
    desk: Client, event: Event
) -> None:
    upload(desk, event, states()[0])
    take(desk, event)
    strangers = [
        player(at, name=name, ID=f"8000000{at}") for at, name in enumerate(("Ash", "Bay", "Cob", "Dun"), 1)
    ]
    upload(desk, event, swisssys(section(strangers, name="Reserve"), title="Fall Classic"))
    box = "The file is from this event"
    assert box in read(desk.get(page_of(event)))

    answer = desk.post(reverse("take-companion", args=[event.slug]))

    assert answer.status_code == 422
    assert box in read(answer)
    assert list(event.sections.values_list("name", flat=True)) == ["Open"]
    assert "Imported" in read(take(desk, event, another="on"))
    assert list(event.sections.values_list("name", flat=True)) == ["Open", "Reserve"]


def test_a_file_that_cannot_be_read_is_not_taken_for_the_one_that_waits(desk: Client, event: Event) -> None:
    upload(desk, event, states()[0])
    before = "The file below is the earlier one. It is still waiting."
    assert before not in read(desk.get(page_of(event)))
    for wrong in (b"", b"1,2,3\n"):
        answer = upload(desk, event, wrong)
        assert answer.status_code == 422
        page = read(answer)
        assert before in page
        assert page.texts("main [role=alert]"), "what is wrong stands at the top"
        [button] = page.texts("button.main")
        assert button.startswith("Import the changes of the SwissSys file uploaded "), "not the refused one"


def test_an_older_state_of_the_file_is_asked_about(desk: Client, event: Event) -> None:
    for state in (states()[2], states()[3]):
        upload(desk, event, state)
        assert "looks older" not in read(desk.get(page_of(event)))
        take(desk, event)
    upload(desk, event, states()[1])
    page = read(desk.get(page_of(event)))
    assert "This file looks older than the one read last" in page
    assert "Rounds and players that the file does not have stay here, with their results." in page

    answer = desk.post(reverse("take-companion", args=[event.slug]))

    assert answer.status_code == 422
    assert "Go back to this older state" in read(answer)
    board = Game.objects.get(round__number=1, board=1)
    assert set(board.seats.values_list("kind", flat=True)) == {"W", "L"}
    assert "Imported" in read(take(desk, event, older="on"))
    assert set(board.seats.values_list("kind", flat=True)) == {"?"}


LEFT = (
    "Round 2 is here and not in the file. It stays here with its results: a file takes no round off the"
    " public pages. To take it back, undo its entry in the log of Open."
)


def test_a_round_that_an_older_state_lacks_is_named_and_its_results_stay_those_of_the_file(
    desk: Client, event: Event
) -> None:
    def round_2(ada: str, iris: str) -> bytes:
        return swisssys(
            section(
                [
                    player(1, "+;3;W;1", f"{ada};5;B;1"),
                    player(2, "=;4;B;2", ";3;W;2"),
                    player(3, "-;1;B;1", ";2;B;2"),
                    player(4, "=;2;W;2", "H;-1;-;0"),
                    player(5, "B;-1;-;0", f"{iris};1;W;1"),
                ]
            )
        )

    upload(desk, event, round_2("+", "-"))
    take(desk, event)
    for _again in range(2):
        upload(desk, event, states()[2])
        page = read(desk.get(page_of(event)))
        assert LEFT in page
        assert [link["href"] for link in page.all(".warn a")] == [at("section-log", event.sections.get())]
        assert "Nothing changes." not in page
        page = read(take(desk, event, older="on"))
        assert LEFT in page
        assert [link["href"] for link in page.all(".warn a")] == [at("section-log", event.sections.get())]
        assert "Same as the file." not in page
    upload(desk, event, states()[2])
    assert "looks older" not in read(desk.get(page_of(event))), "it is the one read last"

    upload(desk, event, round_2("=", "="))
    page = read(desk.get(page_of(event)))
    assert "Different here and in the file" not in page
    assert "2 1 Iris Elm Ada Alder 0–1 ½–½ will be imported" in games_in(page)
    assert "Same as the file." in read(take(desk, event))


def test_a_file_that_lacks_results_is_asked_about_before_they_are_taken_back(
    desk: Client, event: Event
) -> None:
    for state in states()[1:3]:
        upload(desk, event, state)
        take(desk, event)
    board = Game.objects.get(round__number=1, board=1)
    upload(desk, event, states()[1])
    page = read(desk.get(page_of(event)))
    assert "looks older than the one read last: it lacks the pairing or the result of 2 games." in page
    assert "1 1 Ada Alder Orla Cedar 1–0 nothing Clear it here" in games_in(page)

    assert desk.post(reverse("take-companion", args=[event.slug])).status_code == 422
    assert set(board.seats.values_list("kind", flat=True)) == {"W", "L"}

    page = read(take(desk, event, older="on"))
    assert set(board.seats.values_list("kind", flat=True)) == {"?"}
    assert "Same as the file." in page


def test_a_file_that_lacks_a_player_is_asked_about(desk: Client, event: Event) -> None:
    for count, said in ((3, ""), (2, "it lacks 1 player."), (3, "")):
        upload(desk, event, swisssys(section([player(number) for number in range(1, count + 1)])))
        page = read(desk.get(page_of(event)))
        assert ("looks older" in page) == bool(said)
        assert said in page
        take(desk, event, older="on")


def test_results_that_a_newer_file_lacks_stay_until_they_are_checked(desk: Client, event: Event) -> None:
    first = [player(1, "+;2;W;1"), player(2, "-;1;B;1"), player(3, ";4;W;2"), player(4, ";3;B;2")]
    then = [player(1, ";2;W;1"), player(2, ";1;B;1"), player(3, "+;4;W;2"), player(4, "-;3;B;2")]
    upload(desk, event, swisssys(section(first)))
    take(desk, event)
    board = Game.objects.get(board=1)
    for chosen, kinds in ([], {"W", "L"}), (["Open:r1-1"], {"?"}):
        upload(desk, event, swisssys(section(then)))
        page = read(desk.get(page_of(event)))
        assert "This file is without 1 result that is here. They stay here, except those that you" in page
        assert "1 1 Ada Alder Hugo Birch 1–0 nothing Clear it here" in games_in(page)
        take(desk, event, take=chosen)
        assert set(board.seats.values_list("kind", flat=True)) == kinds


def test_going_back_to_an_older_state_takes_a_game_away_that_it_lacks(desk: Client, event: Event) -> None:
    both = [player(1, "+;2;W;1"), player(2, "-;1;B;1"), player(3, "+;4;W;2"), player(4, "-;3;B;2")]
    one = [*both[:2], player(3), player(4)]
    for players in (both, one):
        upload(desk, event, swisssys(section(players)))
        last = read(desk.get(page_of(event)))
        if players is both:
            take(desk, event)
    assert "it lacks the pairing or the result of 1 game." in last
    take(desk, event, older="on")
    assert Game.objects.count() == 1


def test_a_section_that_the_file_has_no_more_is_named_and_stays(desk: Client, event: Event) -> None:
    upload(desk, event, swisssys(section([player(1)]), section([player(2)], name="Reserve")))
    take(desk, event)
    upload(desk, event, swisssys(section([player(1)])))
    assert "Reserve is not in the file. The section stays here." in read(desk.get(page_of(event)))
    take(desk, event)
    assert event.sections.count() == 2


def test_a_file_that_takes_one_result_back_and_has_a_new_one_is_not_older(desk: Client, event: Event) -> None:
    first = [player(1, "+;2;W;1"), player(2, "-;1;B;1"), player(3, ";4;W;2"), player(4, ";3;B;2")]
    then = [player(1, ";2;W;1"), player(2, ";1;B;1"), player(3, "+;4;W;2"), player(4, "-;3;B;2")]
    upload(desk, event, swisssys(section(first)))
    take(desk, event)
    upload(desk, event, swisssys(section(then)))
    assert "looks older" not in read(desk.get(page_of(event)))


def test_the_tiebreak_order_is_chosen_among_the_files_the_rulebooks_and_those_that_others_published(
    desk: Client, event: Event
) -> None:
    lines = ["012 Open", "202 DE,BH", "001    1      Alder, Ada", "001    2      Birch, Hugo"]
    upload(desk, event, "\n".join(lines).encode())

    offered = read(desk.get(page_of(event))).texts("#order option")

    assert offered[0] == "From the file: Result between tied players → Solkoff"
    assert offered[1].startswith("Modified Median → Solkoff")
    assert any(each.startswith("Vermont scholastic: ") for each in offered[2:])

    take(desk, event, order="file")
    assert str(order_in(Section.objects.get())) == "head_to_head,solkoff"


def test_a_result_that_was_entered_here_and_that_the_file_lacks_is_listed(
    desk: Client, event: Event, kim: User
) -> None:
    upload(desk, event, states()[1])
    take(desk, event)
    enter(Game.objects.get(board=1), "WL", by=kim)
    upload(desk, event, states()[1])
    line = "1 1 Ada Alder Orla Cedar 1–0 nothing stays"
    assert games_in(read(desk.get(page_of(event)))) == [line]
    page = read(take(desk, event))
    assert games_in(page) == [line]
    assert "Same as the file." not in page


def test_the_buttons_say_what_each_does(desk: Client, event: Event) -> None:
    upload(desk, event, states()[1])
    discards = "Discard forgets the file: nothing of it is imported."
    page = read(desk.get(page_of(event)))
    assert f"Import saves what is listed above, with what you checked. {discards}" in page
    take(desk, event)
    upload(desk, event, states()[1])
    page = read(desk.get(page_of(event)))
    assert f"Done keeps this file as the state that was read last. Nothing else changes. {discards}" in page


def test_who_is_outside_a_sections_limits_is_asked_about_once(desk: Client, event: Event) -> None:
    file = swisssys(section([player(number) for number in (1, 2)], name="Under 1800"))
    upload(desk, event, file)
    asked = (
        "1 player of Under 1800 is outside its limits."
        " Ada Alder: rating 1800 is above the section’s highest, 1799."
    )
    assert asked in read(desk.get(page_of(event))).text
    answer = desk.post(reverse("take-companion", args=[event.slug]), {})
    assert answer.status_code == 422
    assert asked in read(answer).one("[role=alert]").text
    assert not event.sections.exists()
    take(desk, event, **{"asked-limits:Under 1800": "keep"})
    assert Player.objects.count() == 2
    upload(desk, event, file)
    assert asked not in read(desk.get(page_of(event))).text


@pytest.mark.parametrize(("answer", "after"), [("out", 1), ("keep", None)])
def test_who_is_in_another_section_of_the_file_is_asked_about(
    desk: Client, event: Event, answer: str, after: int | None
) -> None:
    played = [player(1, "+;2;W;1"), player(2, "-;1;B;1")]
    upload(desk, event, swisssys(section(played), section([player(3)], name="Reserve")))
    take(desk, event)
    ada = Player.objects.get(name="Alder, Ada")
    moved = swisssys(
        section([player(2, "U;-1;-;0")]), section([player(3), player(1, ID=ada.uscf_id)], name="Reserve")
    )
    upload(desk, event, moved)
    page = read(desk.get(page_of(event)))
    assert "Ada Alder is in Open here, and in Reserve in the file." in page.texts("legend")
    assert "Ada Alder is not in the file." not in page, "it is asked about already"
    assert desk.post(reverse("take-companion", args=[event.slug]), {"older": "on"}).status_code == 422
    chosen = {f"asked-moves:{ada.pk}": answer, "older": "on"}
    assert "Imported" in read(take(desk, event, **chosen))
    ada.refresh_from_db()
    assert ada.withdrawn_after == after
    assert Player.objects.filter(name="Alder, Ada", section__name="Reserve").exists()
    assert Seat.objects.filter(player=ada, kind="W").exists(), "the game that was played stays"


def test_what_was_chosen_is_still_chosen_where_an_answer_is_missing(
    desk: Client, event: Event, kim: User
) -> None:
    upload(desk, event, states()[1])
    take(desk, event)
    enter(Game.objects.get(board=1), "LW", by=kim)
    players = json.loads(states()[2])["Sections"][0]["Players"]
    upload(
        desk,
        event,
        swisssys(section(players), section([player(1, ID="95555555", name="Zinn, Zoe")], name="U800")),
    )
    answer = desk.post(reverse("take-companion", args=[event.slug]), {"take": "Open:r1-1"})
    assert answer.status_code == 422
    assert read(answer).one("input[name=take]").has("checked")


def test_after_the_first_import_a_draft_says_that_it_is_one_and_what_comes_next(
    desk: Client, event: Event
) -> None:
    Event.objects.filter(pk=event.pk).update(hidden=True)
    told = "This event is still a draft: only its directors see what was imported."
    assert told not in read(desk.get(page_of(event)))
    upload(desk, event, states()[1])
    page = read(take(desk, event))
    assert told in page
    assert reverse("event-visibility", args=[event.slug]) in [link["href"] for link in page.all(".notice a")]
    Event.objects.filter(pk=event.pk).update(hidden=False)
    assert told not in read(desk.get(page_of(event)))


def test_a_game_of_which_the_two_sides_do_not_agree_names_both(desk: Client, event: Event) -> None:
    players = [player(1, ";2;W;1"), player(2, ";3;B;1"), player(3, ";2;W;1")]
    page = read(upload(desk, event, swisssys(section(players))))
    assert "Orla Cedar (number 3) Ada Alder (number 1) as the opponent of Hugo Birch (number 2)" in page


def test_a_zip_bomb_is_refused_by_what_it_is(desk: Client, event: Event) -> None:
    bomb = BytesIO()
    with ZipFile(bomb, "w", ZIP_DEFLATED) as file:
        file.writestr("TDEXPORT.DBF", bytes(50_000_000))
    page = read(upload(desk, event, bomb.getvalue()))
    assert "a zip file that is 50 MB unpacked" in page
    assert "nothing" not in page.texts("table.troubles td")


def test_names_in_capitals_are_written_as_people_write_them_and_that_is_said(
    desk: Client, event: Event
) -> None:
    names = ["MCKAY, ANN", "DE LA CRUZ, JOSE", "KING III, MARTIN", "Elm, Iris"]
    players = [player(number, name=name) for number, name in enumerate(names, 1)]
    for _time in range(2):
        upload(desk, event, swisssys(section(players)))
        page = read(desk.get(page_of(event)))
        take(desk, event)
    assert "Nothing changes." in page
    written = ["McKay, Ann", "de la Cruz, Jose", "King III, Martin", "Elm, Iris"]
    assert list(Player.objects.order_by("number").values_list("name", flat=True)) == written


def test_a_preview_says_how_many_names_are_in_capitals(desk: Client, event: Event) -> None:
    upload(desk, event, swisssys(section([player(1, name="MCKAY, ANN"), player(2)])))
    assert "1 name is in CAPITALS in the file." in read(desk.get(page_of(event)))
    upload(desk, event, swisssys(section([player(1), player(2)])))
    assert "CAPITALS" not in read(desk.get(page_of(event)))


def test_the_results_that_differ_are_in_the_order_of_rounds_and_boards(desk: Client, event: Event) -> None:
    for result in ("", "="):
        ada, ben = [f"{result};4;W;2"], [f"{result};1;B;2"]
        hugo, orla = [f"{result};3;W;1"], [f"{result};2;B;1"]
        players = [player(1, *ada), player(2, *hugo), player(3, *orla), player(4, *ben)]
        upload(desk, event, swisssys(section(players)))
        page = read(desk.get(page_of(event)))
        take(desk, event)
    assert [line.split(" ", 2)[:2] for line in games_in(page)] == [["1", "1"], ["1", "2"]]
    assert "What happens" in page.texts("table.results th")


def test_a_round_robin_of_a_rating_report_becomes_one_here(desk: Client, event: Event) -> None:
    upload(desk, event, filed(round_robin(5)))
    page = read(desk.get(page_of(event)))
    assert "Not read: the rounds of Open, a round robin:" in page
    form = page.form(reverse("take-companion", args=[event.slug]))
    assert form.send(desk).status_code == 302
    section = event.sections.get()
    assert (section.format, section.rounds) == ("round robin", 5)
    assert Game.objects.filter(round__section=section).count() == 10
    assert str(order_in(section)).startswith("sonneborn_berger")
