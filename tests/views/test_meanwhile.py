"""What others did meanwhile: removed what a form is about, changed its board, or signed the director out."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.directors_client import DirectorsClient
from tests.factories import (
    PASSWORD,
    UserFactory,
    a_section,
    as_it_stands,
    enter,
    games_of,
    paired,
    played,
    three_teams,
)
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tournaments.errors import Conflict
from tournaments.models import CheckIn, Game, LogEntry, Role, Round, Seat, Section, Staff
from tournaments.services import drafts, pairings, people, prizes, rosters, teams
from tournaments.services.acts import fresh_token
from tournaments.services.decisions import PLAYOFF, record_decision
from tournaments.services.finishing import finish
from tournaments.views.shared import carry_out


@pytest.fixture
def open_section(kim: User) -> Section:
    """Four players, before round 1."""
    return a_section(4, by=kim)


# --- removed ----------------------------------------------------------------------------------------


def test_a_player_who_was_removed_is_told_with_the_way_back(desk: Client, kim: User) -> None:
    section = a_section(4, by=kim)
    address = at("edit-player", section, 4)
    rosters.remove_player(section.players.get(number=4), by=kim)
    for answer in (desk.get(address), desk.post(address, {"name": "Di Dogwood"})):
        assert answer.status_code == 404
        page = read(answer)
        assert f"There is no number 4 in {section.name}. Somebody may have removed the entry." in page
        assert page.link("Back") == at("roster", section)
    assert "Nothing was saved." in read(answer)


def test_a_team_table_that_was_removed_is_told_with_the_way_back(
    desk: Any, kim: User, open_section: Section
) -> None:
    event = open_section.event
    table = teams.make_table(event, name="Schools", sections=[open_section], by=kim)
    addresses = [at(name, table) for name in ("edit-table", "remove-table", "team-order")]
    addresses += [at("team-decide-tie", table), at("team-freeze-awards", table)]
    teams.remove_table(table, by=kim)
    for address in addresses:
        answer = desk.post(address)
        assert answer.status_code == 404
        assert "This team table was not found. Somebody may have removed it" in read(answer)
        assert read(answer).link("Back") == reverse("edit-event", args=[event.slug])


def test_what_a_button_is_about_and_is_gone_is_named(desk: Client, kim: User, open_section: Section) -> None:
    (game, _other) = paired(open_section, 1, "1 2\n3 4")
    pairings.remove_pairing(game, by=kim)
    for name in ("enter-result", "swap-colors", "remove-pairing", "ruling"):
        answer = desk.post(reverse(name, args=[game.pk]), {"result": "WL", "revision": 0})
        assert answer.status_code == 404
        assert "This board was not found. Its pairing was removed" in read(answer)


@pytest.mark.parametrize("name", ["edit-event", "edit-section", "edit-player", "ties"])
def test_anothers_event_reads_like_one_that_never_was(name: str, section: Section) -> None:
    more = {"edit-event": [], "edit-player": [section.slug, 1]}.get(name, [section.slug])
    reads_the_same(*(reverse(name, args=[event, *more]) for event in (section.event.slug, "never-was")))


@pytest.mark.parametrize("name", ["enter-result", "swap-colors", "match", "ruling"])
def test_anothers_board_reads_like_one_that_never_was(name: str, section: Section) -> None:
    reads_the_same(*(reverse(name, args=[pk]) for pk in (games_of(section, 1)[0].pk, 99_999)))


def reads_the_same(theirs: str, nobodys: str) -> None:
    stranger = signed_in(UserFactory.create())
    for send in (stranger.get, stranger.post):
        answers = [send(theirs), send(nobodys)]
        assert answers[0].status_code == answers[1].status_code in (404, 405)
        assert read(answers[0]).text == read(answers[1]).text


@pytest.mark.parametrize("act", ["edit", "remove", "decide"])
def test_a_table_removed_between_reading_and_acting_is_a_conflict(
    act: str, kim: User, open_section: Section
) -> None:
    table = teams.make_table(open_section.event, name="Schools", sections=[open_section], by=kim)
    acts: dict[str, Callable[[], object]] = {
        "edit": lambda: teams.edit_table(table, sections=[open_section], best=3, by=kim),
        "remove": lambda: teams.remove_table(table, by=kim),
        "decide": lambda: record_decision(PLAYOFF, table, [[1], [2]], by=kim),
    }
    teams.remove_table(type(table).objects.get(pk=table.pk), by=kim)
    with pytest.raises(Conflict, match="Somebody removed"):
        acts[act]()


# --- signed out -------------------------------------------------------------------------------------


def signed_out_at(desk: Any, page: str, sent: dict[str, Any], to: str = "") -> Element:
    """The sign-in that a form of this page leads to, after the session ended."""
    carried = desk.carried(to or page)
    desk.logout()
    referer = {"referer": f"http://testserver{page}"}
    return read(desk.post(to or page, sent | carried, headers=referer, follow=True))


def signs_in(desk: Client, page: Element, user: User) -> Element:
    """The page after the sign-in; one wrong password costs nothing."""
    for password in ("wrong", PASSWORD):
        typed = {"username": user.username, "password": password}
        page = read(page.form(reverse("sign-in")).send(desk, typed, follow=True))
    return page


def test_who_was_signed_out_comes_back_to_the_form_with_what_was_typed(
    kim: User, open_section: Section
) -> None:
    desk = signed_in(kim)
    page = at("add-player", open_section)
    sign_in = signed_out_at(desk, page, {"name": "Ann Alder", "rating": "1432"})
    assert "You were signed out. Nothing was saved yet." in sign_in
    again = signs_in(desk, sign_in, kim)
    assert again.address == page
    assert "You were signed out. This is what you typed." in again
    assert "Nothing was saved yet." in again
    form = again.form(page)
    assert form.fields["name"] == ["Ann Alder"]
    assert form.fields["rating"] == ["1432"]
    assert open_section.players.count() == 4
    assert form.send(desk).status_code == 302
    assert open_section.players.get(name="Ann Alder").rating == 1432
    # Shown once: the page is empty when it is opened again.
    assert visit(desk, page).form(page).fields["name"] == [""]


def test_who_was_removed_meanwhile_is_not_promised_what_was_typed(kim: User, open_section: Section) -> None:
    lou = UserFactory.create()
    staff = Staff.objects.create(event=open_section.event, user=lou, role=Role.ASSISTANT)
    desk, page = signed_in(lou), at("add-player", open_section)
    sign_in = signed_out_at(desk, page, {"name": "Ann Alder"})
    people.remove(staff, by=kim)
    after = signs_in(desk, sign_in, lou)
    assert "This is what you typed" not in after
    assert "This is what you typed" not in visit(desk, reverse("desk"))


def test_what_changed_while_somebody_signed_in_is_not_overwritten(kim: User, open_section: Section) -> None:
    desk = signed_in(kim)
    page = at("edit-player", open_section, 2)
    sign_in = signed_out_at(desk, page, {"name": "Bo Birch"})
    rosters.edit_player(open_section.players.get(number=2), name="Zoe Zander", by=kim)
    form = signs_in(desk, sign_in, kim).form(page)
    assert form.fields["name"] == ["Bo Birch"]
    stale = form.send(desk)
    assert stale.status_code == 409
    assert "Somebody changed this to “Zoe Zander” in the meantime" in read(stale)


def test_a_long_list_and_the_chosen_byes_survive_the_sign_in(kim: User, open_section: Section) -> None:
    desk = signed_in(kim)
    page = at("import-roster", open_section)
    text = "\n".join(f"Player Number {chr(97 + n % 26)}{n}, , {1000 + n}" for n in range(500))
    again = signs_in(desk, signed_out_at(desk, page, {"text": text}), kim)
    assert again.form(page).fields["text"][0].splitlines() == text.splitlines()
    page, to = at("desk-round", open_section, 1), at("give-bye", open_section, 1)
    again = signs_in(desk, signed_out_at(desk, page, {"player": ["2", "3"], "kind": "H"}, to), kim)
    assert again.form(to).fields["player"] == ["2", "3"]
    assert not Seat.objects.exists()


def test_a_single_button_leads_back_to_its_page_and_is_not_pressed(kim: User, open_section: Section) -> None:
    desk = signed_in(kim)
    pairings.pair(open_section, 1, "1 2", by=kim)
    page, to = at("desk-round", open_section, 1), at("publish-round", open_section, 1)
    again = signs_in(desk, signed_out_at(desk, page, {}, to), kim)
    assert again.address == page
    assert "Nothing was saved yet. Check what is here, then save." in again
    assert Round.objects.get(number=1).published_at is None


def test_a_form_of_the_session_before_shows_what_was_typed(kim: User, open_section: Section) -> None:
    """Signed out and in again in another tab: the form's own token is of the old session."""
    desk = DirectorsClient(enforce_csrf_checks=True)
    desk.force_login(kim)
    page = at("add-player", open_section)
    old = visit(desk, page).form(page)
    desk.logout()
    desk.force_login(kim)
    answer = desk.post(page, old.fields | old.carried | {"name": "Ann Alder"}, follow=True)
    assert read(answer).form(page).fields["name"] == ["Ann Alder"]
    assert open_section.players.count() == 4
    forged = desk.post(page, {"name": "Ann Alder", "token": "made elsewhere"})
    assert forged.status_code == 403


def with_secret(page: Element) -> dict[str, Any]:
    """What a browser sends with each form of a page, where the client checks it."""
    name = "csrfmiddlewaretoken"
    return {name: page.all(f"[name={name}]")[0]["value"]}


def test_a_form_of_somebody_else_than_who_is_signed_in_waits_for_its_person(
    kim: User, open_section: Section
) -> None:
    """A laptop at the desk: a colleague signed in while the form of the director stood open in a tab."""
    lou = UserFactory.create(first_name="Lou", last_name="Ash")
    desk = DirectorsClient(enforce_csrf_checks=True)
    desk.force_login(kim)
    page = at("add-player", open_section)
    old = visit(desk, page).form(page)
    desk.logout()
    desk.force_login(lou)
    answer = desk.post(page, old.fields | old.carried | {"name": "Ann Alder"})
    assert answer.status_code == 409
    asked = read(answer)
    assert f"Lou Ash is signed in here now. Nothing was saved yet. Sign in as {kim.get_full_name()}" in asked
    assert asked.form(reverse("sign-in")).fields["username"] == [kim.username]
    typed = {"username": kim.username, "password": PASSWORD}
    again = read(asked.form(reverse("sign-in")).send(desk, with_secret(asked) | typed, follow=True))
    assert again.form(page).fields["name"] == ["Ann Alder"]
    assert again.form(page).send(desk, with_secret(again)).status_code == 302
    assert LogEntry.objects.latest("pk").who == kim


def test_of_two_forms_that_wait_for_a_sign_in_the_second_one_finds_its_person_signed_in(
    kim: User, open_section: Section
) -> None:
    lou, typed = UserFactory.create(), {"username": kim.username, "password": PASSWORD}
    desk, page = DirectorsClient(enforce_csrf_checks=True), at("add-player", open_section)
    desk.force_login(kim)
    forms = [visit(desk, page).form(page) for _tab in range(3)]
    desk.logout()
    desk.force_login(lou)
    names = ("Ann Alder", "Bo Birch", "Cy Cedar")
    tabs = [
        read(desk.post(page, old.fields | old.carried | {"name": name}))
        for old, name in zip(forms, names, strict=True)
    ]
    waiting = [(tab.form(reverse("sign-in")), with_secret(tab)) for tab in tabs]
    wrong = read(waiting[0][0].send(desk, waiting[0][1] | typed | {"password": "wrong"}))
    assert "is signed in here now" in wrong, "as before"
    for (form, secret), name in zip(waiting, names, strict=True):
        shown = read(form.send(desk, secret | typed, follow=True))
        assert shown.form(page).fields["name"] == [name]


def test_a_sign_in_on_an_old_page_shows_the_sign_in_anew(kim: User) -> None:
    desk = DirectorsClient(enforce_csrf_checks=True)
    old = visit(desk, reverse("sign-in")).form(reverse("sign-in"))
    typed = {"username": kim.username, "password": PASSWORD}
    answer = old.send(desk, {"csrfmiddlewaretoken": "of another page", **typed})
    assert answer.headers["Location"] == reverse("sign-in")


def test_a_form_that_cannot_wait_says_who_is_signed_in(kim: User, open_section: Section) -> None:
    lou = UserFactory.create(first_name="Lou", last_name="Ash")
    desk = DirectorsClient(enforce_csrf_checks=True)
    desk.force_login(lou)
    answer = desk.post(reverse("mark-check-in", args=[open_section.event.slug]), {"here": "1"})
    assert answer.status_code == 403
    page = read(answer)
    assert "Nothing was saved." in page
    assert "Lou Ash is signed in now." in page


def test_who_signs_in_while_somebody_else_is_signed_in_is_that_person(
    kim: User, open_section: Section
) -> None:
    desk, lou = DirectorsClient(), UserFactory.create()
    page = visit(desk, reverse("sign-in"))
    desk.force_login(lou)
    page.form(reverse("sign-in")).send(desk, {"username": kim.username, "password": PASSWORD})
    assert visit(desk, at("add-player", open_section)).form(at("add-player", open_section))


def test_nothing_is_brought_back_that_was_not_typed_here(kim: User, open_section: Section) -> None:
    desk = DirectorsClient()
    page = at("add-player", open_section)
    typed = {"username": kim.username, "password": PASSWORD, "typed": "e30:made:elsewhere", "next": page}
    again = read(desk.post(reverse("sign-in"), typed, follow=True))
    assert again.form(page).fields["name"] == [""]
    assert "You were signed out" not in again


@pytest.mark.parametrize("secured", [True, False], ids=["without the secret", "signed out"])
def test_another_persons_form_is_not_sent_under_the_name_of_who_signs_in(
    kim: User, open_section: Section, secured: bool
) -> None:
    """A page elsewhere posts a form with the token of its maker, and waits for a director to sign in."""
    desk, maker = DirectorsClient(enforce_csrf_checks=secured), UserFactory.create()
    to = reverse("mark-check-in", args=[open_section.event.slug])
    player = open_section.players.get(number=1)
    asked = read(desk.post(to, {"here": player.pk, "token": fresh_token(maker)}, follow=True))
    typed = {"username": kim.username, "password": PASSWORD}
    landed = read(asked.form(reverse("sign-in")).send(desk, with_secret(asked) | typed, follow=True))
    assert landed.address == reverse("desk")
    assert not CheckIn.objects.exists()


def test_a_form_of_another_site_leads_to_the_desk(open_section: Section) -> None:
    elsewhere = {"referer": "https://example.com/form"}
    answer = Client().post(at("add-player", open_section), headers=elsewhere, follow=True)
    assert read(answer).form(reverse("sign-in")).fields["next"] == [reverse("desk")]


def test_who_only_opens_a_page_is_not_told_of_a_loss(client: Client, open_section: Section) -> None:
    page = read(client.get(at("add-player", open_section), follow=True))
    assert "Nothing was saved" not in page


# --- refused by a button ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "page"),
    [("publish-round", "desk-round"), ("remove-player", "edit-player"), ("freeze-awards", "ceremony")],
)
def test_a_button_that_came_too_late_leads_to_its_page_as_it_is_now(
    desk: Any, kim: User, open_section: Section, form: str, page: str
) -> None:
    number = [] if page == "ceremony" else [1]
    pairings.pair(open_section, 1, "1 2", by=kim)
    here, to = at(page, open_section, *number), at(form, open_section, *number)
    before = {"token": fresh_token(kim), "stamp": "older"}
    version = as_it_stands(open_section).version
    answer = desk.post(to, before, headers={"referer": f"http://testserver{here}"})
    assert answer.status_code == 409
    shown = read(answer)
    assert "Nothing was" in shown.one("[role=alert]:not(:empty)")
    assert visit(desk, here).one("h1").text == shown.one("h1").text
    assert as_it_stands(open_section).version == version


def test_a_button_of_a_page_that_is_gone_says_why_on_its_own_page(
    desk: Any, kim: User, open_section: Section
) -> None:
    gone = f"http://testserver{at('edit-player', open_section, 99)}"
    late = {"token": fresh_token(kim), "stamp": "older"}
    for elsewhere in (gone, "https://example.com/", f"http://testserver{reverse('home')}"):
        to = at("remove-player", open_section, 1)
        answer = desk.post(to, late, headers={"referer": elsewhere})
        assert answer.status_code == 409
        assert "Not done" in read(answer).one("h1")


# --- colors -----------------------------------------------------------------------------------------


def white(game: Game) -> int:
    return game.seats.get(side="w").player.number


def test_colors_are_given_not_toggled(desk: Client, kim: User, open_section: Section) -> None:
    (game, _other) = paired(open_section, 1, "1 2\n3 4")
    row = visit(desk, at("desk-round", open_section, 1)).one(f"#game-{game.pk}")
    (button,) = row.all("button[name=white]")
    assert button["value"] == "2"
    assert button.text.startswith("Swap colors: give White to 2")
    form = {"white": button["value"], "revision": 0}
    for _click in range(2):
        assert desk.post(button["formaction"], form).status_code == 302
        assert white(game) == 2
    assert LogEntry.objects.filter(verb="swap").count() == 1


def test_colors_of_a_board_that_somebody_changed_are_not_given(
    desk: Client, kim: User, open_section: Section
) -> None:
    (game, _other) = paired(open_section, 1, "1 2\n3 4")
    enter(game, "WL", by=kim)
    address = reverse("swap-colors", args=[game.pk])
    stale = desk.post(address, {"white": 2, "revision": 0})
    assert stale.status_code == 409
    assert "Somebody changed board 1 after you opened the page." in read(stale)
    assert desk.post(address, {"white": 3, "revision": 1}).status_code == 422
    assert white(game) == 1


def test_colors_that_nobody_knows_are_given_to_either(desk: Client, kim: User, open_section: Section) -> None:
    (game, _other) = paired(open_section, 1, "1 2\n3 4")
    Game.objects.update(colors_known=False)
    row = visit(desk, at("desk-round", open_section, 1)).one(f"#game-{game.pk}")
    assert [button["value"] for button in row.all("button[name=white]")] == ["1", "2"]
    assert desk.post(reverse("swap-colors", args=[game.pk]), {"white": 1, "revision": 0}).status_code == 302
    assert Game.objects.get(pk=game.pk).colors_known
    assert white(game) == 1


def test_a_match_says_who_gets_white_on_board_one() -> None:
    section = three_teams()
    director = section.event.staff.get().user
    (match,) = paired(section, 1, "1 3")
    desk = signed_in(director)
    page = visit(desk, reverse("match", args=[match.pk]))
    form = page.form(reverse("swap-colors", args=[match.pk]))
    (button,) = form.element.all("button[name=white]")
    assert button.text == "White on board 1: Cedar Castles"
    for _click in range(2):
        form.send(desk, {"white": button["value"]})
    assert white(match) == 3


def test_a_pairing_that_somebody_changed_is_not_removed(
    desk: Client, kim: User, open_section: Section
) -> None:
    (game, _other) = paired(open_section, 1, "1 2\n3 4")
    enter(game, "WL", by=kim)
    enter(game, "??", by=kim)
    assert desk.post(reverse("remove-pairing", args=[game.pk]), {"revision": 0}).status_code == 409
    assert Game.objects.filter(pk=game.pk).exists()


# --- a second word ------------------------------------------------------------------------------------


def test_an_empty_box_removes_no_prize_without_a_second_word(
    desk: Client, kim: User, open_section: Section
) -> None:
    prizes.announce(open_section, "1st place trophy", by=kim)
    address = at("prizes", open_section)
    answer = desk.post(address, {"text": "  "})
    assert answer.status_code == 422
    assert "Nothing was saved. Check this to remove all prizes." in read(answer)
    assert as_it_stands(open_section).prizes == "1st place trophy"
    assert read(answer).form(address).send(desk, {"text": "", "none": "on"}).status_code == 302
    assert as_it_stands(open_section).prizes == ""
    assert desk.post(address, {"text": ""}).status_code == 302  # there are none to remove


def test_a_list_that_is_pasted_and_a_file_that_is_chosen_are_one_too_many(desk: Any, kim: User) -> None:
    section = a_section(0, by=kim)
    file = SimpleUploadedFile("list.csv", b"name\nBo Birch\n")
    answer = desk.post(at("import-roster", section), {"text": "Ann Alder", "file": file})
    assert answer.status_code == 422
    assert "You pasted a list and chose the file “list.csv”. Nothing was saved." in read(answer)
    assert not section.players.exists()


def test_a_mended_file_may_be_chosen_over_the_text_of_the_first_one(desk: Any, kim: User) -> None:
    section = a_section(0, by=kim)
    address = at("import-roster", section)
    faulty = SimpleUploadedFile("list.csv", b"name,rating\r\nBo Birch,high\r\n")
    answer = desk.post(address, {"file": faulty})
    assert answer.status_code == 422
    fields = read(answer).form(address).fields
    assert fields["text"] == ["name,rating\nBo Birch,high\n"]
    mended = SimpleUploadedFile("list.csv", b"name,rating\r\nBo Birch,1400\r\n")
    # A browser ends the lines of a box its own way.
    text = fields["text"][0].replace("\n", "\r\n")
    assert desk.post(address, fields | {"text": text, "file": mended}).status_code == 302
    assert section.players.get().rating == 1400


def test_the_report_of_a_list_that_is_imported_again(desk: Any, kim: User) -> None:
    section = a_section(0, by=kim)
    address = at("import-roster", section)
    assert "2 players added." in read(desk.post(address, {"text": "Ann Alder\nBo Birch"}, follow=True))
    again = read(desk.post(address, {"text": "Ann Alder\nBo Birch"}, follow=True))
    assert "0 added, 2 were here already." in again
    assert section.players.count() == 2


def test_an_import_is_undone_from_the_roster_and_by_no_key_of_the_desk(desk: Any, kim: User) -> None:
    section = a_section(0, by=kim)
    desk.post(at("import-roster", section), {"text": "Ann Alder\nBo Birch"})
    roster = visit(desk, at("roster", section))
    rounds = visit(desk, at("desk-round", section, 1))
    assert not rounds.all("#undo")
    assert at("undo-import", section) in roster.links
    page = visit(desk, at("undo-import", section))
    answer = page.form(at("undo-import", section)).send(desk, follow=True)
    assert "Undone: 2 players added" in read(answer)
    assert "The roster is empty." in read(answer)
    assert not section.players.exists()


# --- at the same moment ------------------------------------------------------------------------------


def test_who_publishes_a_moment_after_a_colleague_is_told_that_the_round_is_published(
    kim: User, open_section: Section, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both were asked: what the second showed was read before the first had published."""
    desk, page = signed_in(kim), at("publish-pairing", open_section, 1)
    visit(desk, at("pairing", open_section, 1)).form(at("propose-pairing", open_section, 1)).send(desk)
    gate = visit(desk, page).form(page)

    def after_the_colleague(*args: Any, **kwargs: Any) -> Any:
        drafts.publish(open_section, 1, by=kim)
        return carry_out(*args, **kwargs)

    monkeypatch.setattr("tournaments.views.desk.pairing.carry_out", after_the_colleague)
    answer = gate.send(desk, follow=True)
    assert answer.status_code == 200
    assert read(answer).address == at("desk-round", open_section, 1)
    assert "Round 1 is published already." in read(answer)


def test_a_section_that_was_reopened_in_another_tab_is_said_to_be_open(kim: User) -> None:
    section = a_section(4, rounds=1, by=kim)
    played(section, 1, "1 2 WL\n3 4 DD")
    finish(as_it_stands(section), by=kim)
    desk, address = signed_in(kim), at("reopen-section", section)
    tabs = [visit(desk, at("finish", section)).form(address) for _tab in range(2)]
    reason = {"reason": "A slip was read wrong"}
    assert tabs[0].send(desk, reason).status_code == 302
    answer = tabs[1].send(desk, reason)
    assert answer.status_code == 422
    assert f"{section.name} is not final, so there is nothing to reopen." in read(answer)
    assert "send the form again" not in read(answer)
    assert "has been final since" not in read(answer)
