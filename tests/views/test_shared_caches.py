"""What a cache between the phones and the server may keep: what is public, for a second; nothing else."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import URLPattern, reverse

from config.middleware import SHARED_FOR_A_SECOND
from tests.addresses import anywhere
from tests.factories import a_section, director_of
from tests.sign_in import signed_in
from tests.views.public_pages import everything
from tournaments.checks import patterns
from tournaments.models import Section
from tournaments.services import teams


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
    assert set(PUBLIC) - set(shared) == {
        "healthz",
        "slip",
        "player-code",
        "take-push",
        "sign-in",
        "first-run",
        "sign-out",
        "join",
        "join-with",
        "hall",
    }
    # Nobody's schools, awards never frozen, and a section that nobody finished: 404.
    missing = {"team-why", "school", "announced", "announced-teams", "final-version", "final-sheet"}
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
