"""A folder of a network that hangs: what touches it waits. Pages do not, and the desk says since when."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event as Signal
from threading import current_thread, main_thread
from typing import Any

import pytest
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, as_it_stands, director_of, enter, games_of, played
from tests.html import visit
from tests.sign_in import signed_in
from tournaments.errors import Refused
from tournaments.models import Section
from tournaments.selectors.event.copies import copies
from tournaments.services.backups import automatic
from tournaments.services.backups.folder import ask
from tournaments.text.copies import Trouble
from tournaments.text.wording import day_and_clock

pytestmark = pytest.mark.usefixtures("transactional_db")  # a copy has what is committed


class Share:
    """A folder of a network. While it hangs, what touches it waits, and a page may not touch it at all."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.waiting: list[str] = []
        self.answers = Signal()
        self.answers.set()

    def wrap(self, real: Callable[..., Any]) -> Callable[..., Any]:
        def touch(path: Any, *args: Any, **more: Any) -> Any:
            if isinstance(path, str | Path) and Path(path).is_relative_to(self.folder):
                self.wait()
            return real(path, *args, **more)

        return touch

    def wait(self) -> None:
        if not self.answers.is_set():
            if current_thread() is main_thread():
                raise AssertionError("It would hang for ever")
            self.waiting.append(current_thread().name)
            self.answers.wait(60)


@pytest.fixture
def share(tmp_path: Path, settings: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Share]:
    settings.VAR_DIR = tmp_path / "var"
    settings.VAR_DIR.mkdir()
    share = Share(tmp_path / "share")
    share.folder.mkdir()
    monkeypatch.setattr(automatic, "TO_LOOK", 0.2)
    monkeypatch.setattr(automatic, "TO_COPY", 5)
    with monkeypatch.context() as hanging:
        for name in ("stat", "lstat", "open", "scandir", "listdir"):
            hanging.setattr(os, name, share.wrap(getattr(os, name)))
        yield share
        share.answers.set()
        ask(share.folder, lambda: None, 60)  # no thread of the test is left


@pytest.fixture
def section() -> Section:
    section = a_section(4, 2)
    played(section, 1, "1 2 WL\n3 4 WL")
    return as_it_stands(section)


def test_no_page_touches_the_folder_and_the_desk_says_since_when_it_does_not_answer(
    section: Section, share: Share
) -> None:
    automatic.choose(str(share.folder))
    desk = signed_in(director_of(section))
    share.answers.clear()
    pages = [reverse("desk"), reverse("desk-event", args=[section.event.slug]), reverse("backup")]
    pages += [at("desk-round", section, 1), reverse("status-line")]
    for page in pages:
        assert "has not answered" not in visit(desk, page)

    copier = automatic.Copier()
    copier.look()

    state = copies()
    assert state.trouble is Trouble.SILENT
    assert state.since
    for page in pages[:-1]:
        said = f"The folder has not answered since {day_and_clock(state.since)}."
        (notice,) = [each for each in visit(desk, page).texts(".notice.warning") if "No backup copy" in each]
        assert said in notice
        assert "Play can go on." in notice
    assert desk.get("/healthz").status_code == 200
    assert desk.get(at("standings", section)).status_code == 200
    enter(games_of(section, 1)[0], "DD")

    copier.look()
    assert copies() == state
    assert len(share.waiting) == 1  # no second thread hangs beside the first

    share.answers.set()
    ask(share.folder, lambda: None, 60)
    copier.look()
    assert copies().trouble is None
    assert "No backup copy" not in visit(desk, reverse("desk"))


def test_another_folder_is_chosen_while_the_first_one_hangs_and_stays_chosen_when_it_answers(
    section: Section, share: Share, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    automatic.choose(str(share.folder))
    stick = tmp_path / "stick"
    stick.mkdir()

    def hang(copy: Path, to: Path) -> None:
        share.answers.clear()
        share.wait()
        to.write_bytes(b"late")

    with monkeypatch.context() as amid:
        amid.setattr(automatic, "TO_COPY", 0.2)
        amid.setattr(automatic, "bring", hang)
        assert automatic.copy_now().trouble is Trouble.SILENT
    automatic.choose(str(stick))
    assert len(list(stick.iterdir())) == 1
    share.answers.set()
    ask(share.folder, lambda: None, 60)
    assert copies().folder == str(stick)
    assert copies().trouble is None


def test_a_folder_that_does_not_answer_is_not_chosen(section: Section, share: Share, tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    automatic.choose(str(stick))
    before = copies()
    share.answers.clear()
    with pytest.raises(Refused, match="has not answered since"):
        automatic.choose(str(share.folder))
    assert copies() == before


def test_the_server_stops_though_the_folder_hangs(section: Section, share: Share) -> None:
    automatic.choose(str(share.folder))
    automatic.start()
    share.answers.clear()
    automatic.stop()
    assert copies().trouble is Trouble.SILENT
    assert share.waiting
