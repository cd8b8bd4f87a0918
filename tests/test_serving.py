"""The server of a hall: what phones do to it, and whether the desk is still answered."""

import os
import resource
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.urls import reverse

from tests.factories import UserFactory, a_section, paired
from tests.serving import cookie_of, serving
from tournaments.models import Section

pytestmark = pytest.mark.django_db(transaction=True)

MANY = 1000


@pytest.fixture(autouse=True)
def files_of_this_process() -> Iterator[None]:
    """The thousand other ends of the connections are this process's."""
    allowed, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if most != resource.RLIM_INFINITY and most < MANY + 200:
        pytest.skip("this system does not let a process open a thousand files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(allowed, MANY + 200), most))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, most))


@pytest.fixture
def kim() -> User:
    return UserFactory.create(username="kim")


@pytest.fixture
def section(kim: User) -> Section:
    section = a_section(by=kim, players=4)
    paired(section, 1, "1 2\n3 4")
    return section


@pytest.mark.parametrize("files", [256, None])
def test_a_thousand_idle_connections_leave_the_desk_alive(
    kim: User, section: Section, tmp_path: Path, files: int | None
) -> None:
    desk, cookie = reverse("desk-round", args=[section.event.slug, section.slug, 1]), cookie_of(kim)
    with serving(tmp_path, files=files) as site, ExitStack() as phones:
        assert site.ask(desk, Cookie=cookie).status == 200
        director = phones.enter_context(site.client())
        assert director(desk, Cookie=cookie).status == 200
        for _phone in range(MANY):
            phones.enter_context(site.connect())
        assert site.ask(desk, Cookie=cookie).status == 200
        # The director's connection is older than those of the phones, and none that made room for them.
        assert director(desk, Cookie=cookie).status == 200
        assert len(os.listdir(f"/proc/{site.pid}/fd")) < (files or MANY + 200)
        assert "Traceback" not in site.logged()
