"""Byes in a registration file that cannot be given, and taking the file back."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import as_it_stands, paired
from tests.html import read, visit
from tests.registrations import HEADINGS, as_csv, children
from tests.views.registration_page import SOLE, event, page_of, preview, section
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats.byes import Bye
from tournaments.models import Event, LogEntry, Player, Section
from tournaments.selectors.entries.byes import requested
from tournaments.services import prizes
from tournaments.services.byes import request_byes
from tournaments.services.epochs import renew_epochs
from tournaments.services.undoing import undo_entry
from tournaments.services.visibility import archive, archive_event
from tournaments.text.log import Summary

__all__ = ["event", "section"]

pytestmark = pytest.mark.django_db

PROBLEMS = "Import the rest"


def byes_of(section: Section, number: int) -> str:
    byes = requested(section).get(section.players.get(number=number).pk, ())
    return " ".join(f"{bye.round}{bye.kind.letter}" for bye in byes)


# --- byes that cannot be ----------------------------------------------------------------------------


def test_a_bye_of_a_round_that_a_new_section_will_not_have_is_asked_about_and_left_out(
    desk: Client, event: Event
) -> None:
    shown = preview(desk, event, "Name,Rating,Section,Byes\nAnn Alder,1200,Blitz,2 6\nBo Birch,1100,Blitz,\n")
    shown.choose("Blitz", "new")
    shown = shown.look()
    [row] = shown.page.texts(".troubles tbody tr")
    assert "line 2" in row
    assert "6" in row
    assert "a round of this section, from 1 to 5" in row
    shown.answer("1 problem in the file", PROBLEMS)
    shown.done()
    assert byes_of(Section.objects.get(name="Blitz"), 1) == "2H"


def test_with_as_many_rounds_as_a_new_section_gets_the_bye_is_sound(desk: Client, event: Event) -> None:
    shown = preview(desk, event, "Name,Rating,Section,Byes\nAnn Alder,1200,Blitz,2 6\n")
    shown.choose("Blitz", "new")
    shown.typed["rounds"] = "6"
    shown = shown.look()
    assert not shown.questions
    shown.done()
    assert byes_of(Section.objects.get(name="Blitz"), 1) == "2H 6H"


def test_byes_that_a_player_cannot_have_are_named_and_the_rest_goes_in(
    desk: Client, event: Event, section: Section
) -> None:
    rows = f"Name,Rating,Section,Byes\nAnn Alder,1200,{SOLE},{{ann}}\nBo Birch,1100,{SOLE},\n"
    rows += f"Cy Cedar,1000,{SOLE},{{cy}}\nDi Dogwood,900,{SOLE},\n"
    preview(desk, event, rows.format(ann="", cy="")).done()
    paired(section, 1, "1 2\n3 4", publish=True)
    paired(section, 2, "1 3")
    section.players.filter(number=3).update(withdrawn_after=2)
    shown = preview(desk, event, rows.format(ann="1 2 4", cy="3") + f"Ed Elm,800,{SOLE},1z\n")
    told = " ".join(shown.page.texts(".troubles tbody tr"))
    assert "Correct round 1 on its own page" in told
    assert "Ann Alder is paired there" in told
    assert "Cy Cedar withdrew after round 2" in told
    assert "byes – → 4" in shown.page
    assert "1 to add" in shown.page
    shown.answer("3 problems in the file", PROBLEMS)
    shown.done()
    assert byes_of(section, 1) == "4H"
    assert section.players.count() == 5


def test_the_byes_that_were_taken_are_nothing_new_in_the_next_state_of_the_file(
    desk: Client, event: Event, section: Section
) -> None:
    file = (
        f"Name,Rating,Section,Byes\nAnn Alder,1200,{SOLE},1 4\nBo Birch,1100,{SOLE},\nCy Cedar,1000,{SOLE},\n"
    )
    preview(desk, event, file).done()
    paired(section, 1, "2 3", publish=True)
    assert "3 unchanged" in preview(desk, event, file).page


def test_a_last_round_bye_that_stays_as_posted_is_not_dropped_by_a_file(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    Section.objects.filter(pk=section.pk).update(last_bye_irrevocable=True)
    ann = Player.objects.create(section=section, number=1, name="Alder, Ann", rating=1200)
    request_byes(ann, [Bye(5, Kind.HALF_BYE)], by=kim)
    shown = preview(desk, event, f"Name,Rating,Section,Byes\nAnn Alder,1200,{SOLE},2\n")
    assert "the bye in round 5, which stays" in " ".join(shown.page.texts(".troubles tbody tr"))
    shown.answer("1 problem in the file", PROBLEMS)
    assert "Alder, Ann: byes 5, in the file 2, 5" in shown.page
    [box] = shown.page.all(".kept input")
    shown.typed[box["name"]] = "on"
    shown.done()
    assert byes_of(section, 1) == "2H 5H"


# --- after a crash -------------------------------------------------------------------------------------


def test_a_file_that_was_looked_at_before_a_crash_is_imported_after_it(desk: Client, event: Event) -> None:
    preview(desk, event, as_csv([HEADINGS, *children(6)])).done()
    shown = preview(desk, event, as_csv([HEADINGS, *children(12)]))
    renew_epochs()
    shown.done()
    assert Player.objects.count() == 12


# --- what is archived ---------------------------------------------------------------------------------


def test_the_page_of_an_archived_event_takes_no_file(desk: Client, event: Event, kim: User) -> None:
    assert not visit(desk, page_of(event)).all("fieldset[disabled]")
    archive_event(event, hide=False, by=kim)
    assert visit(desk, page_of(event)).all("fieldset[disabled] [type=file]")


def test_a_draft_section_of_an_archived_event_is_not_called_a_draft(
    desk: Client, event: Event, section: Section, kim: User
) -> None:
    address = reverse("edit-event", args=[event.slug])
    assert "draft" in visit(desk, address).texts("main .pill")
    archive_event(event, hide=False, by=kim)
    assert "draft" not in visit(desk, address).texts("main .pill")


# --- taking the file back ----------------------------------------------------------------------------


def test_one_entry_of_the_log_undoes_all_sections(desk: Client, event: Event, kim: User) -> None:
    preview(desk, event, as_csv([HEADINGS, *children(12)])).done()
    stamps = [as_it_stands(each).stamp for each in event.sections.all()]
    entry = LogEntry.objects.filter(code=Summary.REGISTRATION).exclude(rows=[]).get()
    first = Section.objects.get(standings=entry.standings)
    undo_entry(first.pk, by=kim, entry_id=entry.pk)
    assert not Player.objects.exists()
    after = [as_it_stands(each).stamp for each in event.sections.all()]
    assert all(before != now for before, now in zip(stamps, after, strict=True)), "every page shows it"


def test_the_log_of_every_section_says_that_the_import_was_undone_and_redone(
    desk: Client, event: Event, kim: User
) -> None:
    preview(desk, event, as_csv([HEADINGS, *children(12)])).done()
    entry = LogEntry.objects.filter(code=Summary.REGISTRATION).exclude(rows=[]).get()
    first = Section.objects.get(standings=entry.standings)
    logs = [reverse("section-log", args=[event.slug, each.slug]) for each in event.sections.all()]

    def told(address: str) -> str:
        [line] = [each for each in visit(desk, address).texts(".log li") if " Registration file:" in each]
        return line

    assert all("Undo…" in told(log) for log in logs)
    undone = undo_entry(first.pk, by=kim, entry_id=entry.pk).undone_by
    for log in logs:
        assert visit(desk, log).texts(".log li")[-2].endswith("undone")
    undo_entry(first.pk, by=kim, entry_id=undone.pk)
    for log in logs:
        line = visit(desk, log).all(".log li")[-2]
        assert "redone" in line.text
        page = read(desk.get(line.one("a")["href"], follow=True))
        assert "Undo this entry?" in page
        assert "What will be removed" in page


def test_what_comes_back_is_named_and_never_goes_into_an_archived_section(
    desk: Client, event: Event, kim: User
) -> None:
    text = f"Name,Rating,Section,Byes\nAnn Alder,1200,{SOLE},1\nBo Birch,700,K-5 Under 800,\n"
    preview(desk, event, text).done()
    entry = LogEntry.objects.filter(code=Summary.REGISTRATION).exclude(rows=[]).get()
    first = Section.objects.get(standings=entry.standings)
    undone = undo_entry(first.pk, by=kim, entry_id=entry.pk).undone_by
    address = reverse("undo-entry", args=[event.slug, first.slug, undone.pk])
    page = visit(desk, address)
    assert "This comes back" in page
    assert "2 entries of the roster: Bo Birch; Ann Alder" in page
    assert "1 bye or absence" in page
    [other] = event.sections.filter(name__in=[SOLE, "K-5 Under 800"]).exclude(pk=first.pk)
    archive(other, hide=False, by=kim)
    answer = page.form(address).send(desk)
    assert answer.status_code == 422
    assert f"{other.name} is archived and read only. Nothing was saved." in read(answer)
    assert not Player.objects.exists()


def taken_back(desk: Client, event: Event) -> tuple[Section, LogEntry]:
    """The section in whose log a file stands that created Blitz, and the entry."""
    shown = preview(desk, event, f"Name,Rating,Section\nAnn Alder,1200,Blitz\nBo Birch,1100,{SOLE}\n")
    shown.choose("Blitz", "new")
    shown = shown.look()
    assert "One entry in the log undoes all of it." in shown.page
    assert "undoes all of it." in read(desk.get(shown.send("import")["Location"]))
    entry = LogEntry.objects.filter(code=Summary.REGISTRATION).exclude(rows=[]).get()
    return Section.objects.get(standings=entry.standings), entry


def test_with_a_file_that_is_taken_back_the_sections_go_that_it_created(desk: Client, event: Event) -> None:
    first, entry = taken_back(desk, event)
    address = reverse("undo-entry", args=[event.slug, first.slug, entry.pk])
    page = visit(desk, address)
    assert "the section Blitz, with its settings and its log" in page
    assert "created with it" not in page
    assert page.form(address).send(desk).status_code == 302
    assert not event.sections.filter(name="Blitz").exists()
    assert not Player.objects.exists()
    assert event.sections.filter(name=SOLE).exists()


def test_a_section_stays_that_was_changed_since_the_file_created_it(
    desk: Client, event: Event, kim: User
) -> None:
    first, entry = taken_back(desk, event)
    prizes.announce(event.sections.get(name="Blitz"), "1st place trophy", by=kim)
    address = reverse("undo-entry", args=[event.slug, first.slug, entry.pk])
    page = visit(desk, address)
    assert "created with it and has changed since, so it stays: Blitz" in page
    page.form(address).send(desk)
    assert event.sections.get(name="Blitz").players.count() == 0


def test_an_event_whose_sections_a_file_all_created_is_empty_again(desk: Client, event: Event) -> None:
    event.sections.all().delete()
    shown = preview(desk, event, "Name,Section\nAnn Alder,Blitz\nBo Birch,Rapid\n")
    shown.choose("Blitz", "new")
    shown.choose("Rapid", "new")
    shown.look().done()
    entry = LogEntry.objects.filter(code=Summary.REGISTRATION).exclude(rows=[]).get()
    section = Section.objects.get(standings=entry.standings)
    address = reverse("undo-entry", args=[event.slug, section.slug, entry.pk])
    page = visit(desk, address)
    assert "This log goes with its section. To have the players again, import the file again." in page
    answer = page.form(address).send(desk)
    assert answer["Location"] == reverse("desk-event", args=[event.slug])
    assert desk.get(answer["Location"]).status_code == 200
    assert not event.sections.exists()
