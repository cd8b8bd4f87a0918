"""First name and initial of a child wherever the public reads a name; and what search engines may list."""

import re
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import TEAMS, EventFactory, a_section, as_it_stands, enter, games_of
from tests.html import visit
from tests.sign_in import signed_in
from tests.views.public_pages import everything
from tiebreaks.models import FrozenAwards
from tournaments.formats import team_roster
from tournaments.formats.records import RosterEntry
from tournaments.models import Event, Game, LogEntry, Player, Section
from tournaments.services import (
    ceremony,
    drafts,
    finishing,
    importing,
    pairings,
    prizes,
    rosters,
    setup,
    teams,
)

PLAYERS = {
    "Kandinsky, Anna": "Elm Hill",
    "Anna Koschei": "Elm Hill",
    "Ben Quackenbush Jr.": "Elm Hill",
    "Zebrowski-Vance, Cleo": "Fir Lane",
    "Del Camponovo, Dora": "Fir Lane",
    "Eli O'Hallorane": "Fir Lane",
}
LAST_NAMES = [
    *("kandinsky", "koschei", "quackenbush", "zebrowski", "vance", "camponovo", "hallorane"),
    # Of the section of teams, and the name that somebody had when awards were frozen.
    *("ames", "birk", "kandisnky"),
]
SHORT = ["Anna Ka.", "Anna Ko.", "Ben Q.", "Cleo Z.", "Dora C.", "Eli O."]
WORD = re.compile(rf"\b(?:{'|'.join(LAST_NAMES)})\b", re.IGNORECASE)
LINK = re.compile(r'(?:href|hx-get|data-players)="(/e/[^"#]+)')


@pytest.fixture
def event(kim: User) -> Event:
    return EventFactory.create(by=kim, short_names=True)


@pytest.fixture
def section(event: Event, kim: User, django_capture_on_commit_callbacks: Any) -> Section:
    """Six children of two schools whose rounds are over, with prizes that were announced twice."""
    section = a_section(0, 2, by=kim, event=event, name="Primary", order="modified_median,solkoff,coin_toss")
    entries = [
        RosterEntry(None, name, team=school, rating=1500 - 50 * n, grade="3")
        for n, (name, school) in enumerate(PLAYERS.items())
    ]
    rosters.add_players(section, entries, by=kim)
    misspelled(section, "Kandisnky, Anna", kim)
    prizes.announce(section, "1st place $60\n1st place trophy", by=kim)
    teams.make_table(event, name="Schools", sections=[section], best=2, place_trophies=1, by=kim)
    for number in (1, 2):
        with django_capture_on_commit_callbacks(execute=True):
            drafts.keep(section, number, drafts.propose(as_it_stands(section), number), by=kim)
            drafts.publish(section, number, by=kim)
        for game in games_of(section, number):
            enter(game, result_of(game), by=kim)
    ceremony.freeze(as_it_stands(section), by=kim)
    misspelled(section, "Kandinsky, Anna", kim)
    ceremony.freeze(as_it_stands(section), by=kim)
    return as_it_stands(section)


def result_of(game: Game) -> str:
    """Number 1 wins every game, everybody else draws."""
    white, black = (game.seats.get(side=side).player.number for side in "wb")
    return "WL" if white == 1 else "LW" if black == 1 else "DD"


def misspelled(section: Section, name: str, kim: User) -> None:
    rosters.edit_player(section.players.get(number=1), by=kim, name=name)


@pytest.fixture
def of_teams(event: Event, kim: User) -> Section:
    """A section of teams on four boards beside it, one match played."""
    section = a_section(0, 3, by=kim, event=event, name="Club teams", boards=4)
    importing.import_team_rosters(section, team_roster.read(TEAMS), by=kim)
    pairings.pair(section, 1, "1 2\n3 B", by=kim)
    pairings.publish(section, 1, by=kim)
    return as_it_stands(section)


def walk(client: Client, event: Event) -> Iterator[tuple[str, Any]]:
    """Every page that links of an event lead to, beginning with what no link leads to."""
    listed = [address for section in event.sections.all() for address in everything(section)]
    waiting = dict.fromkeys([reverse("event", args=[event.slug]), *listed])
    seen: dict[str, None] = {}
    while waiting:
        address = next(iter(waiting))
        waiting.pop(address)
        seen[address] = None
        answer = client.get(address)
        yield address, answer
        links = LINK.findall(answer.content.decode().replace("&amp;", "&"))
        waiting |= dict.fromkeys(link for link in links if link not in seen)


def test_no_public_page_of_the_event_has_a_last_name(
    client: Client, event: Event, section: Section, of_teams: Section
) -> None:
    read = {address: answer for address, answer in walk(client, event) if answer.status_code == 200}
    for address, answer in read.items():
        said = f"{answer.content.decode()} {answer.headers}"
        assert WORD.search(said) is None, address
    # It was looked at: what has a name has the short one.
    text = "".join(answer.content.decode() for answer in read.values())
    for name in [*SHORT, "Ada A.", "Alder Lane"]:
        assert name.replace("'", "&#x27;") in text, name
    for part in (
        "/why/",
        "/boards/",
        "/byes/",
        "/awards/1/",
        "/awards/2/",
        "/schools/",
        "/players.json",
        "/chart.csv",
    ):
        assert any(part in address for address in read), part
    assert len(read) > 60


def test_in_full_the_same_walk_finds_every_last_name(
    client: Client, event: Event, section: Section, of_teams: Section, kim: User
) -> None:
    choose(event, kim, short_names=False)
    text = "".join(answer.content.decode() for _address, answer in walk(client, event))
    assert {name.lower() for name in WORD.findall(text)} == set(LAST_NAMES)


def choose(event: Event, kim: User, **choice: Any) -> None:
    found = Event.objects.get(pk=event.pk)
    setup.edit_event(found, name=found.name, city=found.city, starts_on=found.starts_on, by=kim, **choice)


def test_plain_files_of_the_event_have_no_last_name(event: Event, section: Section, tmp_path: Path) -> None:
    call_command("publish", str(tmp_path), stdout=StringIO(), stderr=StringIO())
    written = [path for path in tmp_path.rglob("*") if path.suffix in {".html", ".csv"}]
    assert len(written) > 30
    for path in written:
        assert WORD.search(path.read_text()) is None, path


@pytest.mark.slow
def test_the_title_that_a_message_shows_has_the_short_name(client: Client, section: Section) -> None:
    head = client.get(at("player", section, 1)).content.decode().partition("</head>")[0]
    assert 'property="og:title" content="Anna Ka.' in head


def test_a_parent_who_types_the_whole_last_name_finds_the_initial(client: Client, section: Section) -> None:
    found = visit(client, f"{reverse('event', args=[section.event.slug])}?q=anna+kandinsky")
    assert [line.text for line in found.all("ul.found bdi")][:1] == ["Anna Ka."]
    assert "Anna Ko." not in found


@pytest.mark.slow
def test_the_hall_screen_and_the_list_on_the_wall_begin_with_first_names(
    client: Client, section: Section, kim: User
) -> None:
    enter(games_of(section, 2)[0], "??", by=kim)
    screen = visit(client, reverse("screen", args=[section.event.slug]))
    assert [line.text for line in screen.all(".slide.pairings .name")] == SHORT
    wall = visit(signed_in(kim), at("pairings-by-name", section, 2))
    assert WORD.search(wall.text) is None
    assert all(name in wall for name in SHORT)


@pytest.mark.slow
def test_the_desk_and_the_slips_have_full_names(section: Section, kim: User) -> None:
    desk = signed_in(kim)
    for name in ("desk-round", "slips"):
        assert "Ben Quackenbush Jr." in visit(desk, at(name, section, 1)), name
    assert "Anna Kandinsky" in visit(desk, at("roster", section))


@pytest.mark.slow
def test_what_was_announced_keeps_its_words_and_its_hash(section: Section, kim: User, event: Event) -> None:
    before = list(FrozenAwards.objects.order_by("pk").values_list("awards", "sha256"))
    choose(event, kim, short_names=False)
    choose(event, kim, short_names=True)
    assert list(FrozenAwards.objects.order_by("pk").values_list("awards", "sha256")) == before
    assert "Anna Kandisnky" in before[0][0]


@pytest.mark.slow
def test_the_choice_is_a_new_version_of_every_page(client: Client, section: Section, kim: User) -> None:
    pages = [at("standings", section), reverse("teams", args=[section.event.slug, "schools"])]
    pages += [reverse("event", args=[section.event.slug]), reverse("everybody", args=[section.event.slug])]
    tags = {page: client.get(page).headers["ETag"] for page in pages}
    choose(section.event, kim, short_names=False)
    for page, tag in tags.items():
        answer = client.get(page, headers={"if-none-match": tag})
        assert answer.status_code == 200, page
    assert client.get(at("standings-live", section), {"v": section.stamp}).status_code == 200
    assert "Anna Kandinsky" in client.get(at("standings", section)).content.decode()
    entry = LogEntry.objects.filter(standings=section.standings_id).latest("pk")
    assert entry.rows[0][2:] == [{"short_names": True}, {"short_names": False}]


def test_members_of_a_team_are_called_as_in_their_section(client: Client, section: Section) -> None:
    Player.objects.filter(section=section, number=2).update(team="")
    rosters.edit_player(section.players.get(number=3), by=section.event.staff.get().user, grade="4")
    page = visit(client, reverse("teams", args=[section.event.slug, "schools"]))
    assert "Anna Ka." in page


def test_a_final_sheet_has_the_names_that_the_public_reads(
    client: Client, section: Section, kim: User, event: Event
) -> None:
    finishing.finish(section, by=kim)
    bytes_, version = (at(name, section, 1) for name in ("final-sheet", "final-version"))
    for address in (bytes_, version, at("final", section)):
        text = client.get(address).content.decode()
        assert WORD.search(text) is None, address
        assert "Anna Ka." in text, address
    before = client.get(bytes_).content
    choose(event, kim, short_names=False)
    assert client.get(bytes_).content == before


def test_a_final_sheet_with_names_in_full_is_not_given_out_once_the_public_reads_short_ones(
    client: Client, section: Section, kim: User, event: Event
) -> None:
    choose(event, kim, short_names=False)
    finishing.finish(as_it_stands(section), by=kim)
    assert "Kandinsky" in client.get(at("final-sheet", section, 1)).content.decode()
    choose(event, kim, short_names=True)
    assert client.get(at("final-sheet", section, 1)).status_code == 404
    page = visit(client, at("final-version", section, 1))
    assert WORD.search(page.text) is None
    assert "it is not offered here" in page
    assert at("final-sheet", section, 1) not in client.get(at("final-version", section, 1)).content.decode()


# --- search engines -------------------------------------------------------------------------------


def is_listed(answer: Any) -> bool:
    head = answer.content.decode().partition("</head>")[0]
    return "noindex" not in head and "X-Robots-Tag" not in answer.headers


def test_no_page_with_names_is_listed_unless_the_director_says_so(
    client: Client, section: Section, kim: User, event: Event
) -> None:
    house = [reverse("home"), reverse("rules"), reverse("published-orders")]
    house.append(reverse("rule", args=["modified_median"]))
    for address, answer in walk(client, event):
        if answer.status_code == 200:
            assert is_listed(answer) == (address in house), address
    choose(event, kim, listed=True)
    for name in ("standings", "why", "player", "round", "wall-chart", "trophies"):
        numbers = [1] if name in ("why", "player", "round") else []
        assert is_listed(client.get(at(name, section, *numbers))), name
    for address in (reverse("event", args=[event.slug]), reverse("teams", args=[event.slug, "schools"])):
        assert is_listed(client.get(address)), address
    # Pieces and files are no pages, and the page of those whom a phone follows is of no event.
    for address in (at("standings-live", section), at("card", section, 1), reverse("following")):
        assert not is_listed(client.get(address)), address


def test_robots_txt_keeps_engines_from_the_desk_and_lets_them_read_that_pages_are_not_listed(
    client: Client,
) -> None:
    answer = client.get("/robots.txt")
    assert answer.headers["Content-Type"].startswith("text/plain")
    lines = answer.content.decode().splitlines()
    assert lines[0] == "User-agent: *"
    assert {"Disallow: /desk/", "Disallow: /setup/"} <= set(lines)
    assert not [line for line in lines if line.startswith("Disallow: /e")]


# --- the set-up -------------------------------------------------------------------------------------


def test_both_are_chosen_on_the_event_s_page_and_stay_when_a_form_does_not_send_them(
    section: Section, kim: User, event: Event
) -> None:
    desk, address = signed_in(kim), reverse("edit-event", args=[event.slug])
    form = visit(desk, address).form(address)
    desk.post(address, form.fields | {"short_names": "False", "listed": "on"})
    found = Event.objects.get(pk=event.pk)
    assert (found.short_names, found.listed) == (False, True)
    desk.post(address, {"name": "Another name", "short_names": "True"})
    found = Event.objects.get(pk=event.pk)
    assert (found.name, found.short_names, found.listed) == ("Another name", True, False)
    desk.post(address, {"name": "A third"})
    assert Event.objects.get(pk=event.pk).short_names


def test_a_new_event_has_full_names_and_is_not_listed(kim: User) -> None:
    signed_in(kim).post(reverse("new-event"), {"name": "Harvest Open"})
    found = Event.objects.get(name="Harvest Open")
    assert (found.short_names, found.listed) == (False, False)
