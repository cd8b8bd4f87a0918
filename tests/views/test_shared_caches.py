"""What a cache between the phones and the server may keep: what is public, for a second; nothing else."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, reverse

from config.middleware import SHARED_FOR_A_SECOND, SHARED_STATUSES
from tests.addresses import anywhere, at
from tests.cache_promises import OTHER, SHARED
from tests.factories import a_section, as_it_stands, director_of, played
from tests.sign_in import signed_in
from tests.views.public_pages import everything
from tournaments.checks import patterns
from tournaments.languages import CODES
from tournaments.models import Section, TeamTable
from tournaments.services import ceremony, finishing, teams
from tournaments.services.setup import create_event, edit_event


def is_public(pattern: URLPattern) -> bool:
    return str(pattern.callback.policy).startswith("public")  # type: ignore[attr-defined]


EVERY = {str(pattern.name): pattern for pattern in patterns()}
PUBLIC = [name for name, pattern in EVERY.items() if is_public(pattern)]
DESK = [name for name, pattern in EVERY.items() if not is_public(pattern)]


@pytest.fixture
def section(section: Section) -> Section:
    """With a table of teams beside it, so that every kind of page exists."""
    other = a_section(2, event=section.event)
    table = teams.make_table(section.event, name="Schools", sections=[other], by=director_of(section))
    assert table.slug == "schools"
    return section


def address(name: str, section: Section) -> str:
    of_section = {"event": section.event.slug, "section": section.slug, "table": "schools"}
    page = f"{section.slug}/"
    return anywhere(EVERY[name], **of_section, page=page, source=section.pk)


def test_every_public_answer_is_shared_for_a_second_and_kept_by_no_browser(
    client: Client, section: Section
) -> None:
    shared = {}
    for name in PUBLIC:
        response = client.get(address(name, section))
        kept = response.headers["Cache-Control"]
        assert kept == SHARED_FOR_A_SECOND or "no-store" in kept, name
        if kept == SHARED_FOR_A_SECOND:
            shared[name] = response.status_code
            assert not response.cookies, name
            # The proxy tells phones apart by these two alone.
            told_apart = {each.strip() for each in response.headers["Vary"].split(",")}
            assert told_apart <= {"Accept-Encoding", "Accept-Language"}, name
    assert set(PUBLIC) - set(shared) == {"hall", "member"}  # they lead to another address
    # No bye, no school, no child of a team, awards never frozen, a section that nobody finished: 404.
    missing = {"bye", "team-why", "school", "member-card"}
    missing |= {"announced", "announced-teams", "final-version", "final-sheet"}
    assert {name for name, status in shared.items() if status != 200} == missing


def test_a_page_and_a_poll_without_news_are_shared_too(client: Client, section: Section) -> None:
    for path in [*everything(section), reverse("teams", args=[section.event.slug, "schools"])]:
        response = client.get(path)
        assert response.status_code == 200, path
        assert response.headers["Cache-Control"] == SHARED_FOR_A_SECOND, path
        if tag := response.headers.get("ETag"):
            unchanged = client.get(path, headers={"if-none-match": tag})
            assert unchanged.status_code == 304, path
            assert unchanged.headers["Cache-Control"] == SHARED_FOR_A_SECOND, path
    poll = client.get(address("standings-live", section), {"v": section.stamp})
    assert poll.status_code == 204
    assert poll.headers["Cache-Control"] == SHARED_FOR_A_SECOND


def test_a_version_that_is_over_is_shared_for_a_second_for_its_names_can_go(
    client: Client, kim: User
) -> None:
    event = create_event(name="Open", draft=False, by=kim)
    section = a_section(4, 1, event=event, by=kim, order="solkoff", place_trophies=1)
    table = teams.make_table(event, name="Schools", sections=[section], place_trophies=1, by=kim)
    played(section, 1, "1 2 WL\n3 4 DD")
    finishing.finish(as_it_stands(section), by=kim)
    ceremony.freeze(TeamTable.objects.get(pk=table.pk), by=kim)
    names = ("final-version", "final-sheet", "announced")
    paths = [*(at(name, section, 1) for name in names), at("announced-teams", table, 1)]
    for path in paths:
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (200, SHARED_FOR_A_SECOND), path
    edit_event(event, name=event.name, city="", starts_on=None, by=kim, short_names=True)
    gone = client.get(at("final-sheet", section, 1))
    assert (gone.status_code, gone.headers["Cache-Control"]) == (404, SHARED_FOR_A_SECOND)


# --- what README says -----------------------------------------------------------------------------


def test_every_address_says_of_caches_what_the_readme_says(client: Client, section: Section) -> None:
    assert SHARED.header == SHARED_FOR_A_SECOND
    assert SHARED.languages == [f"/{code}" for code in CODES]
    for name, pattern in EVERY.items():
        path = address(name, section)
        # Whatever it answers: what is shared is the same for all who ask.
        assert SHARED.is_of(path) == is_public(pattern), path
        for asked in (path, anywhere(pattern), *(root + path for root in SHARED.languages)):
            answer = client.get(asked)
            kept = answer.headers["Cache-Control"]
            if SHARED.is_of(asked) and answer.status_code in SHARED_STATUSES:
                assert kept == SHARED.header, asked
            else:
                assert OTHER.header in kept, asked
                assert "public" not in kept, asked


@pytest.mark.slow
def test_what_the_desk_answers_to_anybody_is_kept_by_nobody(
    client: Client, section: Section, kim: User
) -> None:
    people = {"a parent": client, "a director": signed_in(director_of(section)), "another's": signed_in(kim)}
    for who, person in people.items():
        for name in DESK:
            kept = person.get(address(name, section)).headers["Cache-Control"]
            assert "no-store" in kept, (who, name)
            assert "s-maxage" not in kept, (who, name)


def test_what_is_sent_to_a_public_page_is_answered_to_the_sender_alone(
    client: Client, section: Section
) -> None:
    for name in PUBLIC:
        assert "no-store" in client.post(address(name, section)).headers["Cache-Control"], name
    for path in ["/no/such/page/", reverse("standings", args=[section.event.slug, section.slug])[:-1]]:
        assert "no-store" in client.get(path).headers["Cache-Control"], path


def test_that_there_is_nothing_for_one_who_asks_is_told_to_nobody_else(
    client: Client, section: Section
) -> None:
    for path in [
        at("slip", section, 1000, "1"),
        reverse("player-code", args=[section.event.slug, "x" * 201]),
    ]:
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store"), path
