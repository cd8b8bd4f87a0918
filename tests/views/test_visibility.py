"""What the public reads of a draft: nothing. What its directors read: the page as it will be."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, played
from tests.html import read, visit
from tests.people import kim
from tests.sign_in import signed_in
from tests.views.public_pages import LIVE, PAGES, address
from tournaments.models import Event, Role, Section, Staff
from tournaments.services import finishing, prizes, setup, teams, visibility


@pytest.fixture
def draft(kim: User) -> Section:
    """A section under way that nobody is to see yet, of an event that everybody sees."""
    section = a_section(4, 2, by=kim, draft=True)
    played(section, 1, "1 2 WL\n3 4 DD")
    teams.make_table(section.event, name="Schools", sections=[section], by=kim)
    return as_it_stands(section)


def addresses_of(section: Section) -> list[str]:
    event = section.event.slug
    of_table = [
        reverse(name, args=[event, "schools"]) for name in ("teams", "teams-live", "posted-team-order")
    ]
    of_team = reverse("team-why", args=[event, "schools", "Elm"])
    return [
        *(address(section, name) for name in [*PAGES, *LIVE, "wall-chart-file"]),
        *of_table,
        of_team,
        at("announced", section, 1),
    ]


def said(answer: Any) -> bytes:
    """The body without the request's own reference."""
    return re.sub(rb"<code>\w+</code>", b"", answer.content)


# --- the public ---------------------------------------------------------------------------------


def test_every_address_of_a_draft_answers_as_one_that_never_was(draft: Section, client: Client) -> None:
    unknown = client.get(reverse("standings", args=[draft.event.slug, "never-was"]))
    for path in addresses_of(draft):
        answer = client.get(path)
        assert (answer.status_code, said(answer)) == (404, said(unknown)), path
        assert answer.headers["Cache-Control"] == unknown.headers["Cache-Control"], path


def test_a_draft_event_answers_as_one_that_never_was(kim: User, client: Client) -> None:
    section = a_section(2, by=kim)
    teams.make_table(section.event, name="Schools", sections=[section], by=kim)
    visibility.hide_event(section.event, by=kim)
    unknown = client.get(reverse("event", args=["never-was"]))
    event = reverse("event", args=[section.event.slug])
    for path in [event, *addresses_of(section)]:
        assert said(client.get(path)) == said(unknown), path
    assert section.event.name not in visit(client, reverse("home"))


def test_a_draft_is_on_no_list(draft: Section, client: Client) -> None:
    page = visit(client, reverse("event", args=[draft.event.slug]))
    assert draft.name not in page
    assert "Schools" not in page
    assert draft.name not in visit(client, reverse("home"))


def test_who_has_the_page_of_a_section_that_is_hidden_gets_no_304_and_no_204(
    kim: User, client: Client
) -> None:
    section = a_section(2, by=kim)
    seen = client.get(address(section, "standings"))
    visibility.set_hidden(section, True, by=kim)
    again = client.get(address(section, "standings"), headers={"If-None-Match": seen.headers["ETag"]})
    assert again.status_code == 404
    stamp = as_it_stands(section).stamp
    assert client.get(address(section, "standings-live"), {"v": stamp}).status_code == 404


# --- its directors ------------------------------------------------------------------------------


def test_a_preview_is_the_public_page_with_a_mark_and_links_to_previews(
    draft: Section, desk: Client, client: Client, kim: User
) -> None:
    path = address(draft, "standings")
    previewed = desk.get(f"/preview{path}")
    assert "Preview: only the event’s staff can see this." in read(previewed)
    assert "public" not in previewed.headers["Cache-Control"]
    links = [link for link in read(previewed).links if "/e/" in link]
    assert links
    assert all(link.startswith("/preview/e/") for link in links)
    assert "Schools" in read(previewed)
    visibility.set_hidden(draft, False, by=kim)
    public = read(client.get(path))
    shown = read(previewed)
    shown.drop(".preview-mark")
    public.drop("a.language")  # a preview is in English
    assert shown.text == public.text


def test_a_preview_polls_a_preview(draft: Section, desk: Client) -> None:
    page = read(desk.get(f"/preview{address(draft, 'standings')}"))
    poll = page.one("[hx-get]")["hx-get"]
    assert poll.startswith("/preview/e/")
    assert desk.get(poll).status_code == 204


def test_a_preview_is_for_the_staff_of_the_event_alone(draft: Section, client: Client) -> None:
    path = f"/preview{address(draft, 'standings')}"
    assert client.get(path).status_code == 302
    assert signed_in(UserFactory.create()).get(path).status_code == 404
    helper = UserFactory.create()
    Staff.objects.create(event=draft.event, user=helper, role=Role.SCOREKEEPER)
    assert signed_in(helper).get(path).status_code == 200


def test_a_preview_of_what_is_public_leads_to_it(desk: Client, kim: User) -> None:
    section = a_section(2, by=kim)
    path = address(section, "standings")
    assert desk.get(f"/preview{path}?after=0").headers["Location"] == f"{path}?after=0"


def test_previews_leave_nothing_for_the_public(draft: Section, desk: Client, client: Client) -> None:
    desk.get(f"/preview{address(draft, 'standings')}")
    assert client.get(address(draft, "standings")).status_code == 404


def test_publishing_says_what_is_missing_and_forbids_nothing(desk: Client, kim: User) -> None:
    event = setup.create_event(name="Maple Grove Open", by=kim)
    path = reverse("event-visibility", args=[event.slug])
    assert "no sections yet" in visit(desk, path)
    section = setup.create_section(event, name="Open", rounds=3, by=kim)
    page = visit(desk, path)
    for lacks in ("no players", "no tiebreak order posted", "no prizes announced"):
        assert lacks in page
    prizes.announce(section, "1st place trophy", by=kim)
    assert "no prizes" not in visit(desk, path)
    page.form(path).send(desk, {"do": "publish"})
    assert not Event.objects.get().hidden
    assert not Section.objects.get().hidden


def test_a_section_hidden_on_purpose_is_not_published_with_the_event(desk: Client, kim: User) -> None:
    hidden = a_section(2, by=kim, name="Open")
    event = hidden.event
    a_section(2, by=kim, event=event, name="Reserve")
    visibility.set_hidden(hidden, True, by=kim)
    visibility.hide_event(event, by=kim)
    fresh = setup.create_section(event, name="Booster", rounds=3, by=kim)
    path = reverse("event-visibility", args=[event.slug])
    page = visit(desk, path)
    assert "Checked sections become public." in page
    assert "public with the event" in page
    checked = re.findall(r'name="sections"\s+value="(\d+)"\s+checked', desk.get(path).text)
    assert checked == [str(fresh.pk)]
    page.form(path).send(desk, {"do": "publish"})
    assert list(event.sections.filter(hidden=True)) == [hidden]


def test_an_event_made_at_the_desk_is_a_draft(desk: Client) -> None:
    desk.post(reverse("new-event"), {"name": "Harvest Open"})
    event = Event.objects.get()
    typed = {"name": "Open", "rounds": 3, "format": "swiss", "games": 1, "place_trophies": 0}
    desk.post(reverse("new-section", args=[event.slug]), typed)
    assert event.is_draft
    assert Section.objects.get().is_draft
    assert "draft" in visit(desk, reverse("desk"))


def test_an_archived_event_is_on_a_list_of_its_own(desk: Client, kim: User) -> None:
    section = a_section(2, by=kim)
    assert "Archived events" not in visit(desk, reverse("desk"))
    visibility.archive_event(section.event, hide=False, by=kim)
    assert section.event.name not in visit(desk, reverse("desk"))
    assert section.event.name in visit(desk, reverse("desk") + "?archived")


def test_a_setup_form_from_before_its_event_was_archived_changes_nothing(desk: Client, kim: User) -> None:
    event = a_section(2, by=kim).event
    address = reverse("edit-event", args=[event.slug])
    form = visit(desk, address).form(address, holding="city")
    visibility.archive_event(event, hide=False, by=kim)
    answer = form.send(desk, {"city": "Elsewhere"})
    assert answer.status_code == 422
    assert f"{event.name} is archived and read only. Nothing was saved." in read(answer)
    event.refresh_from_db()
    assert event.city != "Elsewhere"


def test_pages_of_what_is_archived_say_so_and_the_event_names_it_with_the_way_back(
    desk: Client, kim: User
) -> None:
    section = a_section(2, by=kim)
    pages = [at(name, section) for name in ("roster", "order", "prizes", "edit-section")]
    event_pages = [reverse(name, args=[section.event.slug]) for name in ("desk-event", "edit-event")]
    for page in pages:
        assert "is archived" not in visit(desk, page)
    visibility.archive(section, hide=False, by=kim)
    for page in pages:
        shown = visit(desk, page)
        assert f"{section.name} is archived: nothing on its pages can be saved." in shown
        assert shown.link("Bring it back") == at("visibility", section)
    for page in event_pages:
        assert "Archived here" in visit(desk, page)
        assert at("visibility", section) in visit(desk, page).links
    visibility.archive_event(section.event, hide=False, by=kim)
    way_back = reverse("event-visibility", args=[section.event.slug])
    assert visit(desk, pages[0]).link("Bring it back") == way_back


def test_sections_are_published_with_a_button_only_while_one_is_a_draft(desk: Client, kim: User) -> None:
    section = a_section(2, by=kim)
    page = reverse("event-visibility", args=[section.event.slug])
    assert "Publish the chosen sections" not in visit(desk, page)
    visibility.set_hidden(section, True, by=kim)
    assert "Publish the chosen sections" in visit(desk, page)


def test_the_page_of_a_table_is_a_preview_as_long_as_a_section_of_it_is_a_draft(
    desk: Client, draft: Section, kim: User
) -> None:
    pages = [reverse(name, args=[draft.event.slug]) for name in ("desk-event", "edit-event")]
    for page in pages:
        assert "Public page" not in [link.text for link in visit(desk, page).all(".sections a")]
    visibility.set_hidden(draft, False, by=kim)
    for page in pages:
        assert "Preview" not in [link.text for link in visit(desk, page).all(".sections a")]


def test_a_table_that_was_hidden_with_its_archive_is_published_on_its_page(
    desk: Client, client: Client, kim: User
) -> None:
    section = a_section(2, 2, by=kim)
    table = teams.make_table(section.event, name="Schools", sections=[section], by=kim)
    public = reverse("teams", args=[section.event.slug, table.slug])
    visibility.archive(table, hide=True, by=kim)
    visibility.bring_back(table, by=kim)
    assert client.get(public).status_code == 404
    for do, status in (("publish", 200), ("hide", 404)):
        form = visit(desk, at("edit-table", table)).form(at("team-visibility", table))
        form.send(desk, {"do": do})
        assert client.get(public).status_code == status


def test_the_setup_of_an_event_tells_sections_that_are_played_from_those_that_play(
    desk: Client, kim: User
) -> None:
    section = a_section(2, 2, by=kim)
    page = reverse("edit-event", args=[section.event.slug])
    assert "pair round 1" in visit(desk, page)
    played(section, 1, "1 2 WL")
    assert "in progress" in visit(desk, page)
    played(section, 2, "2 1 WL")
    assert "all played" in visit(desk, page)
    finishing.finish(as_it_stands(section), by=kim)
    assert "final since" in visit(desk, page)


def test_what_is_not_there_is_not_among_what_a_deletion_takes(desk: Client, kim: User) -> None:
    section = a_section(2, by=kim)
    goes = visit(desk, at("delete-section", section)).texts("main li")
    assert "2 entries of the roster" in goes
    assert not [line for line in goes if line.startswith("0")]


def test_the_question_before_a_deletion_says_what_goes_and_offers_a_copy(desk: Client, kim: User) -> None:
    section = a_section(3, by=kim, order="solkoff")
    page = visit(desk, at("delete-section", section))
    assert "3 entries of the roster" in page
    assert "1 posted tiebreak order" in page
    assert page.link("Keep a copy: download the event file") == reverse(
        "download-event", args=[section.event.slug]
    )
    page.form(at("delete-section", section)).send(desk)
    assert not Section.objects.exists()


def test_a_button_moves_a_section_without_a_script(desk: Client, kim: User) -> None:
    first = a_section(0, by=kim, name="Open")
    a_section(0, event=first.event, by=kim, name="Reserve")
    form = visit(desk, reverse("edit-event", args=[first.event.slug])).form(
        reverse("arrange-sections", args=[first.event.slug])
    )
    form.send(desk, {"move": f"down:{first.pk}"})
    names = Section.objects.order_by("position").values_list("name", flat=True)
    assert list(names) == ["Reserve", "Open"]


def test_a_page_of_the_desk_is_found_with_a_slash_too_many(desk: Client, kim: User) -> None:
    event = a_section(2, by=kim).event
    answer = desk.get(f"/setup/{event.slug}/people/")
    assert (answer.status_code, answer.headers["Location"]) == (302, reverse("people", args=[event.slug]))
    assert desk.get(f"/setup/{event.slug}/nowhere/").status_code == 404
    # A section of that name is what the address says.
    section = a_section(0, event=event, by=kim, name="People")
    assert desk.get(at("edit-section", section)).status_code == 200


__all__ = ["kim"]


def test_what_is_archived_with_results_is_not_told_to_be_archived_instead_of_deleted(
    kim: User,
) -> None:
    section = a_section(2, 1, by=kim)
    played(section, 1, "1 2 WL")
    event, desk = section.event, signed_in(kim)
    pages = [at("visibility", section), reverse("event-visibility", args=[event.slug])]
    for page in pages:
        assert "Archive it instead." in visit(desk, page)
    visibility.archive(section, hide=False, by=kim)
    visibility.archive_event(event, hide=False, by=kim)
    for page in pages:
        assert "with results is not deleted. It stays archived." in visit(desk, page)
        assert "Archive it instead." not in visit(desk, page)
