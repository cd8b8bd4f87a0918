"""Setting up: signing in, events, sections, and who may do it."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.addresses import at
from tests.factories import (
    PASSWORD,
    EventFactory,
    UserFactory,
    a_section,
    as_it_stands,
    director_of,
    paired,
    played,
)
from tests.html import read, visit
from tournaments.models import Event, LogEntry, Player, Section, TeamTable
from tournaments.services import drafts, prizes, setup, teams
from tournaments.services.sign_ins import OF_ADDRESS, OF_NAME, OF_NAME_IN_BROWSER, OF_NAME_THERE, attempt
from tournaments.text.log import Summary

HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/desk/"}


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(4, by=kim)
    teams.make_table(section.event, name="Teams", sections=[section], by=kim)
    return as_it_stands(section)


def addresses(section: Section) -> list[tuple[str, int]]:
    """Every page of an event and a section, with what it answers to its director's GET."""
    event = section.event.slug
    table = section.event.team_tables.get().slug
    pages = [
        "edit-section",
        "roster",
        "import-roster",
        "add-player",
        "import-wallchart",
        "order",
        "section-log",
    ]
    return [
        (reverse("edit-event", args=[event]), 200),
        (reverse("new-section", args=[event]), 200),
        *((at(name, section), 200) for name in pages),
        *((reverse(name, args=[event]), 200) for name in ["new-table", "schools"]),
        *((reverse(name, args=[event, table]), 200) for name in ["edit-table", "team-order"]),
        (reverse("remove-table", args=[event, table]), 405),
        (at("edit-player", section, 1), 200),
        (at("remove-player", section, 1), 405),
        (at("withdraw-player", section, 1), 405),
    ]


# --- four people on every page ------------------------------------------------------------------


def test_the_chief_sees_every_page_of_her_event(section: Section, desk: Client) -> None:
    for address, answer in [*addresses(section), (reverse("new-event"), 200)]:
        assert desk.get(address).status_code == answer, address


def test_another_director_finds_nothing_there_and_changes_nothing(section: Section, client: Client) -> None:
    client.force_login(UserFactory.create())
    before = as_it_stands(section).stamp
    for address, answer in addresses(section):
        if answer == 200:
            assert client.get(address).status_code == 404, address
        posted = client.post(address, {"name": "Mine now", "rounds": 3, "step": "solkoff"})
        assert posted.status_code in (404, 405)
    assert as_it_stands(section).stamp == before


def test_a_signed_out_director_is_sent_to_sign_in_and_back(section: Section, client: Client) -> None:
    for address, _answer in addresses(section):
        answer = client.get(address)
        assert answer.status_code == 302, address
        assert answer["Location"] == f"{reverse('sign-in')}?next={address}"
        assert client.post(address).status_code == 302
    assert "Directors sign in here" in visit(client, reverse("sign-in"))


def test_a_signed_out_script_takes_the_whole_window_to_sign_in(section: Section, client: Client) -> None:
    for address, _answer in addresses(section):
        for answer in (client.get(address, headers=HTMX), client.post(address, headers=HTMX)):
            assert answer.status_code == 401
            assert answer["HX-Redirect"].startswith(reverse("sign-in"))
            assert not answer.content


def test_a_wrong_number_or_address_is_a_404(section: Section, desk: Client) -> None:
    assert desk.get(at("edit-player", section, 99)).status_code == 404
    assert desk.post(at("remove-player", section, 99)).status_code == 404
    assert desk.get(reverse("roster", args=[section.event.slug, "nowhere"])).status_code == 404
    assert desk.get(reverse("edit-event", args=["nowhere"])).status_code == 404


# --- signing in and out -------------------------------------------------------------------------


@pytest.fixture
def director() -> User:
    return UserFactory.create(username="dana")


def sign_in(client: Client, password: str = PASSWORD, name: str = "dana", **more: str) -> Any:
    return client.post(reverse("sign-in"), {"username": name, "password": password, **more})


def test_a_director_signs_in_and_goes_on_where_she_wanted_to(client: Client, director: User) -> None:
    assert sign_in(client, next="/setup/events/new/")["Location"] == "/setup/events/new/"
    assert client.get(reverse("new-event")).status_code == 200


@pytest.mark.parametrize("elsewhere", ["https://elsewhere.example/", "//elsewhere.example", "javascript:1"])
def test_signing_in_never_leads_to_another_site(client: Client, director: User, elsewhere: str) -> None:
    assert sign_in(client, next=elsewhere)["Location"] == reverse("desk")


def test_a_wrong_password_is_told_and_the_name_kept(client: Client, director: User) -> None:
    page = read(sign_in(client, "wrong"))
    assert "That name and password do not match." in page
    assert page.form(reverse("sign-in")).fields["username"] == ["dana"]
    assert "manage.py director" in page


def test_after_five_wrong_passwords_the_name_waits_and_is_told_how_long(
    client: Client, director: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = timezone.now()
    with monkeypatch.context() as then:
        then.setattr(timezone, "now", lambda: begun)
        for _attempt in range(5):
            assert "Too many attempts" not in sign_in(client, "wrong").text
        then.setattr(timezone, "now", lambda: begun + timedelta(seconds=48))
        answer = sign_in(client)
        assert "Too many attempts. Try again in 5 minutes." in answer.text
        assert answer.headers["Retry-After"] == "252"

    other = UserFactory.create(username="other")
    assert sign_in(Client(), name=other.username).status_code == 302
    assert sign_in(Client(REMOTE_ADDR="192.0.2.7")).status_code == 302

    later = timezone.now() + timedelta(minutes=5, seconds=1)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert sign_in(client).status_code == 302


def test_an_empty_password_forgets_no_wrong_ones(director: User) -> None:
    for password in [*4 * ["wrong"], "", "wrong"]:
        sign_in(Client(), password)
    assert "Too many attempts" in sign_in(Client()).text


def test_a_right_password_forgets_the_wrong_ones(director: User) -> None:
    for password in 2 * [*4 * ["wrong"], PASSWORD]:
        answer = sign_in(Client(), password)
    assert answer.status_code == 302


def test_a_wait_is_answered_429_with_how_long_and_a_wrong_password_like_every_form(
    client: Client, director: User
) -> None:
    assert [sign_in(client, "wrong").status_code for _attempt in range(5)] == 5 * [422]
    answer = sign_in(client)
    assert answer.status_code == 429
    assert 0 < int(answer.headers["Retry-After"]) <= 300


def test_nobody_keeps_a_director_out_of_a_browser_in_which_she_has_signed_in(
    client: Client, director: User
) -> None:
    known = Client()
    sign_in(known)
    known.post(reverse("sign-out"))
    for number in range(OF_NAME):
        attempt("dana", f"198.51.100.{number // 4}")
    for number in range(OF_ADDRESS):
        attempt(f"nobody{number}", "127.0.0.1")
    assert sign_in(client).status_code == 429
    assert sign_in(known).status_code == 302


def test_a_known_browser_waits_after_ten_failures_of_its_own_and_knows_one_name(director: User) -> None:
    known = Client()
    sign_in(known)
    known.post(reverse("sign-out"))
    for _attempt in range(OF_NAME_IN_BROWSER):
        assert sign_in(known, "wrong").status_code == 422
    assert sign_in(known).status_code == 429
    UserFactory.create(username="lee")
    for _attempt in range(OF_NAME_THERE):
        sign_in(known, "wrong", "lee")
    assert sign_in(known, name="lee").status_code == 429


def test_a_mark_that_was_not_given_by_us_opens_nothing(director: User) -> None:
    forged = Client()
    sign_in(forged)
    forged.post(reverse("sign-out"))
    (name,) = [name for name in forged.cookies if name.startswith("known-")]
    assert forged.cookies[name]["path"] == reverse("sign-in")
    assert forged.cookies[name]["httponly"]
    forged.cookies[name] = "chosen:by:me"
    for _attempt in range(OF_NAME_THERE):
        sign_in(forged, "wrong")
    assert sign_in(forged).status_code == 429


def test_signing_out_takes_a_post(desk: Client) -> None:
    assert desk.get(reverse("sign-out")).status_code == 405
    assert desk.post(reverse("sign-out"))["Location"] == reverse("home")
    assert desk.get(reverse("new-event")).status_code == 302


# --- a director's account -------------------------------------------------------------------------


def make_director(monkeypatch: pytest.MonkeyPatch, name: str, password: str) -> str:
    monkeypatch.setattr("sys.stdin", StringIO(f"{password}\n"))
    printed = StringIO()
    call_command("director", name, "--password-stdin", stdout=printed)
    return printed.getvalue()


def test_a_command_makes_a_director_who_can_sign_in(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "kim can sign in" in make_director(monkeypatch, "kim", "queen takes h7")
    assert sign_in(client, "queen takes h7", "kim").status_code == 302


@pytest.mark.parametrize(
    ("name", "password", "why"),
    [
        ("kim", "short", "too short"),
        ("two words", "queen takes h7", "valid username"),
        ("", "queen takes h7", "cannot be blank"),
        ("Dana", "queen takes h7", "changepassword Dana"),
    ],
)
def test_the_command_says_why_there_is_no_account(
    director: User, monkeypatch: pytest.MonkeyPatch, name: str, password: str, why: str
) -> None:
    with pytest.raises(CommandError, match=why):
        make_director(monkeypatch, name, password)
    assert list(User.objects.all()) == [director]


def test_on_a_terminal_the_password_is_asked_for_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = iter(["queen takes h7", "queen takes h8", "queen takes h7", "queen takes h7"])
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("tournaments.management.commands.director.getpass", lambda _prompt: next(answers))
    with pytest.raises(CommandError, match="passwords differ"):
        call_command("director", "kim")
    call_command("director", "kim", stdout=StringIO())
    assert User.objects.get().check_password("queen takes h7")


# --- events and sections ----------------------------------------------------------------------------


def test_an_event_is_made_and_belongs_to_its_maker(desk: Client) -> None:
    made = {"name": "Maple Grove Scholastic", "city": "Maple Grove", "starts_on": "2026-11-21"}
    answer = desk.post(reverse("new-event"), made)
    event = Event.objects.get(name="Maple Grove Scholastic")
    assert answer["Location"] == reverse("new-section", args=["maple-grove-scholastic"])
    assert [staff.user.username for staff in event.staff.all()] == ["kim"]
    assert "Nov 21, 2026" in visit(desk, reverse("edit-event", args=[event.slug]))


@pytest.mark.parametrize("name", ["Sign in", "Events", "Games"])
def test_an_event_never_gets_the_address_of_a_page(desk: Client, name: str) -> None:
    desk.post(reverse("new-event"), {"name": name})
    event = Event.objects.get(name=name)
    assert desk.get(reverse("edit-event", args=[event.slug])).context["event"] == event


def test_an_event_without_a_name_is_not_made(desk: Client) -> None:
    answer = desk.post(reverse("new-event"), {"name": "  ", "city": "Kept here", "starts_on": "32/13"})
    assert answer.status_code == 422
    assert read(answer).one("[name=city]")["value"] == "Kept here"
    assert not Event.objects.exists()


def test_the_first_section_of_an_event_has_the_registration_file_beside_it(
    desk: Client, event: Event
) -> None:
    where = reverse("new-section", args=[event.slug])
    page = visit(desk, where)
    assert page.link("Import the registration file") == reverse("registration-file", args=[event.slug])
    a_section(0, event=event)
    assert "Import the registration file" not in visit(desk, where)


@pytest.mark.parametrize("page", ["edit-event", "new-event", "edit-section", "new-section", "new-table"])
def test_a_phone_number_in_the_title_of_an_event_or_a_section_is_refused(
    section: Section, desk: Client, page: str
) -> None:
    of = {"new-event": [], "edit-section": [section.event.slug, section.slug]}
    address = reverse(page, args=of.get(page, [section.event.slug]))

    answer = desk.post(address, {"name": "K-5 Open, call 555-1234"})

    expected = "a name without a phone number, which Wallchart never stores. Take the number out"
    assert f"“555-1234” is not right. Expected: {expected}" in read(answer)
    assert "“555 1234” is not right" in read(desk.post(address, {"name": "K-5 Open, call 555 1234"}))
    assert not Event.objects.filter(name__contains="555").exists()
    assert not Section.objects.filter(name__contains="555").exists()
    assert not TeamTable.objects.filter(name__contains="555").exists()


def test_a_renamed_event_keeps_its_address(section: Section, desk: Client) -> None:
    address = reverse("edit-event", args=[section.event.slug])
    assert desk.post(address, {"name": "Renamed", "city": "Elsewhere"}).status_code == 302
    assert "Renamed" in visit(desk, address)
    assert as_it_stands(section).version == section.version + 1


def test_a_zone_that_nobody_knows_is_refused_and_none_keeps_the_one_there_is(
    section: Section, desk: Client
) -> None:
    address = reverse("edit-event", args=[section.event.slug])
    event = {"name": section.event.name}
    assert desk.post(address, event | {"time_zone": "Pacific/Honolulu"}).status_code == 302
    assert desk.post(address, event | {"time_zone": "Mars/Olympus"}).status_code == 422
    assert desk.post(address, event | {"city": "Hilo"}).status_code == 302
    assert Event.objects.get().time_zone == "Pacific/Honolulu"


def test_a_refused_setup_of_an_event_says_why_at_the_top_and_leads_to_the_field(
    section: Section, desk: Client
) -> None:
    address = reverse("edit-event", args=[section.event.slug])
    refused = desk.post(address, {"name": section.event.name, "starts_on": "32/13"})
    assert refused.status_code == 422
    main = read(refused).one("main")
    assert main.link("First day") == "#id_starts_on"
    assert "Choose a day, or type one such as 2026-05-02." in main.one("[role=alert]")
    assert main.in_order("Choose a day, or type one such as 2026-05-02.", "New section")
    stale = visit(desk, address).form(address, "city")
    by = director_of(section)
    setup.edit_event(section.event, name="Harvest Open", city="Salem", starts_on=None, by=by)
    changed = stale.send(desk, {"name": "Spring Open"})
    assert changed.status_code == 409
    main = read(changed).one("main")
    assert main.link("Name") == "#id_name"
    assert "Somebody changed this to “Harvest Open” in the meantime" in main.one("[role=alert]")
    assert main.in_order("to “Harvest Open”", "New section")


def test_a_section_is_made_with_rounds_format_games_and_trophies(section: Section, desk: Client) -> None:
    fields = {"name": "K-5 🏆", "rounds": 6, "format": "round robin", "games": 2, "place_trophies": 7}
    answer = desk.post(reverse("new-section", args=[section.event.slug]), fields)
    made = Section.objects.get(name="K-5 🏆")
    assert answer["Location"] == at("roster", made)
    assert (made.rounds, made.format, made.games, made.prizes) == (6, "round robin", 2, "1st–7th trophies")
    assert "There are three ways to begin" in visit(desk, at("roster", made))


def test_a_section_of_a_name_that_is_taken_is_refused_for_its_name_at_once(
    section: Section, desk: Client
) -> None:
    address = reverse("new-section", args=[section.event.slug])
    fields = {"name": "Reserve", "rounds": 6, "format": "swiss", "games": 1, "place_trophies": 0}
    assert desk.post(address, fields).status_code == 302
    refused = desk.post(address, fields)
    assert refused.status_code == 422
    assert "has a section “Reserve” already. Nothing was saved. Choose another name." in read(refused)
    assert Section.objects.filter(name="Reserve").count() == 1


def test_an_event_that_gets_the_name_of_another_is_told_so_once(section: Section, desk: Client) -> None:
    other = a_section(0).event
    address = reverse("edit-event", args=[section.event.slug])
    told = "There is another event with this name. Phones list both."
    for name, says in [("Nobody Else's Open", False), (other.name, True), (other.name, False)]:
        assert (told in read(desk.post(address, {"name": name}, follow=True))) is says, name


@pytest.mark.parametrize(
    "wrong", [{"rounds": 0}, {"rounds": 31}, {"games": 3}, {"format": "knockout"}, {"place_trophies": -1}]
)
def test_a_section_that_cannot_be_is_not_made(
    section: Section, desk: Client, wrong: dict[str, object]
) -> None:
    fields = {"name": "Kept as typed", "rounds": 4, "format": "swiss", "games": 1, "place_trophies": 3}
    answer = desk.post(reverse("new-section", args=[section.event.slug]), fields | wrong)
    assert answer.status_code == 422
    assert read(answer).one("[name=name]")["value"] == "Kept as typed"
    assert Section.objects.count() == 1


def test_rounds_that_were_begun_cannot_be_taken_away(section: Section, desk: Client) -> None:
    paired(section, 2, "1 2", publish=True)
    before = as_it_stands(section).version
    fields = {"name": "Shorter", "rounds": 1, "format": "swiss", "games": 1, "place_trophies": 0}
    answer = desk.post(at("edit-section", section), fields)
    assert answer.status_code == 422
    assert "Round 2 has pairings" in read(answer)
    assert as_it_stands(section).version == before


def test_a_round_with_a_draft_cannot_be_taken_away_without_a_word(desk: Client, kim: User) -> None:
    section = a_section(4, 3, by=kim)
    played(section, 1, "1 3 WL\n4 2 LW", by=kim)
    section = as_it_stands(section)
    drafts.keep(section, 2, drafts.propose(section, 2), by=kim)
    fields = {"name": "Shorter", "rounds": 1, "format": "swiss", "games": 1, "place_trophies": 0}
    response = desk.post(at("edit-section", section), fields)
    assert response.status_code == 422
    assert "Round 2 has a draft that is not published." in read(response)
    section.refresh_from_db()
    assert section.rounds > 1
    assert desk.post(at("edit-section", section), {**fields, "rounds": 2}).status_code == 302
    drafts.discard(section, 2, by=kim)
    assert desk.post(at("edit-section", section), fields).status_code == 302


def test_the_format_does_not_change_a_locked_default_order_behind_everyones_back(
    section: Section, desk: Client
) -> None:
    paired(section, 1, "1 2", publish=True)
    fields = {"name": "Round robin", "rounds": 3, "format": "round robin", "games": 1, "place_trophies": 0}
    answer = desk.post(at("edit-section", section), fields)
    assert answer.status_code == 422
    assert "Post an order first" in read(answer)
    assert as_it_stands(section).format == "swiss"


def test_an_event_lists_its_sections_and_how_far_their_set_up_is(section: Section, desk: Client) -> None:
    page = visit(desk, reverse("edit-event", args=[section.event.slug]))
    for name in ("edit-section", "roster", "order", "section-log", "desk-section", "standings", "awards"):
        assert at(name, section) in page.links, name
    assert "4 players" in page
    assert "not posted, so the rulebook" in page


def test_an_event_without_sections_says_what_a_section_is(client: Client) -> None:
    event = EventFactory.create()
    client.force_login(event.staff.get().user)
    assert "No sections yet" in visit(client, reverse("edit-event", args=[event.slug]))


def test_the_event_page_asks_the_database_as_often_for_three_sections_as_for_one(
    section: Section, desk: Client, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    address = reverse("edit-event", args=[section.event.slug])
    for _more in range(2):
        # Session, user, event, form, order, sections and their rounds, tables of teams and those whose
        # order is to post, what is archived; boards of the sections, of open games and of drafts.
        with django_assert_max_num_queries(16):
            desk.get(address)
        a_section(2, event=section.event)


# --- the log ---------------------------------------------------------------------------------------


def test_the_log_tells_who_did_what_the_newest_first(section: Section, desk: Client) -> None:
    desk.post(at("withdraw-player", section, 1), {"after_round": 0, "reason": "ill <b>"})
    page = visit(desk, at("section-log", section))
    assert page.in_order("withdrew before round 1", "4 players added")
    assert "ill <b>" in page
    assert "Kim Okafor" in page.one(".log")


def test_a_long_log_goes_on_on_further_pages(section: Section, desk: Client) -> None:
    LogEntry.objects.bulk_create(
        LogEntry(
            standings=section.standings,
            epoch=section.standings.epoch,
            version=1000 + n,
            verb="setup",
            code=Summary.SECTION_EDITED,
            values={"name": f"Open {n}"},
            rows=[],
        )
        for n in range(120)
    )
    assert "?page=2" in visit(desk, at("section-log", section)).links
    assert "4 players added" in visit(desk, at("section-log", section), {"page": 2})
    assert Player.objects.count() == 4


def test_the_setup_page_counts_prizes_not_lines(desk: Client, kim: User) -> None:
    section = a_section(4, by=kim)
    prizes.announce(section, "1st–3rd trophies\n1st place $50", by=kim)
    assert "4 prizes" in visit(desk, reverse("edit-event", args=[section.event.slug]))
