"""Names and other short texts come in by every door without what hides or turns them."""

from collections.abc import Iterator
from io import StringIO
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import models
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, paired, played
from tests.test_lines import CONTROLS_OF_DIRECTION
from tiebreaks.models import Decision
from tournaments.models import Event, LogEntry, Player, School, Section, TeamMember

TYPED, STORED = "\u202e Ann\u200b\u00a0\u2066Al\u00adder\u2069\u200f \U000e0041", "Ann Alder"
INVISIBLE = "\u200b\u202e \u3164"


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts(each)


def stored() -> set[str]:
    """Every text in the database, those inside JSON too, but for keys of sessions and acts."""
    ours = [*apps.get_app_config("tournaments").get_models(), *apps.get_app_config("tiebreaks").get_models()]
    tables: list[type[models.Model]] = [*ours, User]
    rows = [row for model in tables for row in model._default_manager.values_list()]
    return {text for row in rows for value in row for text in texts(value)}


@pytest.fixture(autouse=True)
def nothing_odd_is_stored() -> Iterator[None]:
    yield
    assert not [text for text in stored() if set(text).intersection(CONTROLS_OF_DIRECTION + "\u200b\u00ad")]


@pytest.fixture
def empty(event: Event) -> Section:
    return a_section(0, event=event, name="Open")


@pytest.fixture
def section(event: Event) -> Section:
    """Four players, one round held."""
    section = a_section(4, 3, event=event, order="modified_median")
    played(section, 1, "1 2 WL\n3 4 WL")
    return section


# --- forms ------------------------------------------------------------------------------------------


def test_an_event_and_its_section_are_named_by_what_shows(desk: Client) -> None:
    desk.post(reverse("new-event"), {"name": TYPED, "city": TYPED})
    event = Event.objects.get()
    assert (event.name, event.city, event.slug) == (STORED, STORED, "ann-alder")
    desk.post(reverse("edit-event", args=[event.slug]), {"name": f"{TYPED} II"})
    new = {"name": TYPED, "rounds": 3, "games": 1, "format": "swiss", "place_trophies": 0}
    desk.post(reverse("new-section", args=[event.slug]), new)
    assert (Event.objects.get().name, Section.objects.get().name) == (f"{STORED} II", STORED)


def test_a_player_is_named_by_what_shows(desk: Client, empty: Section) -> None:
    typed = dict.fromkeys(("name", "team", "state"), TYPED)
    typed |= {"uscf_id": "\u200e12345678", "rating": "1432\u200b", "grade": "\u200e3rd"}
    assert desk.post(at("add-player", empty), typed).status_code == 302
    player = Player.objects.get()
    assert (player.name, player.team, player.state) == (STORED,) * 3
    assert (player.uscf_id, player.rating, player.grade) == ("12345678", 1432, "3")


@pytest.mark.parametrize("form", ["new-event", "new-section", "add-player"])
def test_a_name_that_shows_nothing_is_missing(desk: Client, empty: Section, form: str) -> None:
    address = {"add-player": at("add-player", empty), "new-event": reverse("new-event")}.get(form)
    typed = {"name": INVISIBLE, "rounds": 3, "games": 1, "format": "swiss", "place_trophies": 0}
    answer = desk.post(address or reverse(form, args=[empty.event.slug]), typed)
    assert answer.status_code == 422
    assert "Nothing was typed or chosen here." in answer.text


def test_a_table_and_a_school_are_named_by_what_shows(desk: Client, event: Event) -> None:
    section = a_section(2, event=event)
    section.players.update(team="Elm")
    table = {"name": TYPED, "sections": [section.pk], "best": 4, "minimum": 1, "place_trophies": 1}
    desk.post(reverse("new-table", args=[event.slug]), table)
    assert section.team_tables.get().name == STORED
    school = {"spelling": ["El\u200bm", TYPED], "name": f"{TYPED} School", "code": "\u202eAA"}
    desk.post(reverse("schools", args=[event.slug]), school)
    [named] = School.objects.all()
    assert (named.name, named.code, sorted(named.spellings)) == (f"{STORED} School", "AA", [STORED, "Elm"])


def test_prizes_keep_their_lines_and_are_named_by_what_shows(desk: Client, empty: Section) -> None:
    desk.post(at("prizes", empty), {"text": f"1st\u00a0place\u200b $50 “{TYPED}”\r\n\u202eTop 8\u200b00"})
    assert not Section.objects.get().prizes, "the second line is no prize"
    desk.post(at("prizes", empty), {"text": f"1st\u00a0place\u200b $50 “{TYPED}”\r\n\u202eU8\u200b00"})
    assert Section.objects.get().prizes == f"1st place $50 “{STORED}”\nTop under 800"


def test_a_reason_and_a_note_say_what_shows(desk: Client, section: Section) -> None:
    desk.post(at("withdraw-player", section, 4), {"after_round": 2, "reason": TYPED})
    assert section.standings.log.latest("pk").reason == STORED
    order = {"step": ["solkoff"], "reason": TYPED, "again": f" {STORED.lower()}\u200b"}
    assert desk.post(at("order", section), order).status_code == 302
    assert section.standings.posted_orders.latest("pk").reason == STORED


def test_a_reason_that_shows_nothing_is_missing(desk: Client, section: Section) -> None:
    order = {"step": ["solkoff"], "reason": INVISIBLE, "again": INVISIBLE}
    assert desk.post(at("order", section), order).status_code == 409
    assert section.standings.posted_orders.count() == 1


def test_the_note_of_a_decision_says_what_shows(desk: Client, event: Event) -> None:
    section = a_section(2, 1, event=event)
    played(section, 1, "1 2 DD")
    games = {"how": "playoff", "games": "1\u200b 2\u200b", "note": TYPED}
    assert desk.post(at("decide-tie", section), games).status_code == 302
    assert Decision.objects.get().note == f"{STORED}; 1 2"


# --- lists and files --------------------------------------------------------------------------------

LIST = f'\ufeffname,id,rating,team\n\u200b"{TYPED}",\u200e12345678,1432\u200b,\u2067Elm\u2069\nBo Birch,,,\n'
CHART = f"""# section: {TYPED}
# rounds: 1
number,\u200bname,team,r1
1,{TYPED},\u202eElm,W2w\u200b
2,Bo\u00a0 Birch,Elm,\u200eL1b
"""


@pytest.mark.parametrize("way", ["pasted", "uploaded", "uploaded as UTF-16"])
def test_a_list_names_players_by_what_shows(desk: Client, empty: Section, way: str) -> None:
    encoded = LIST.encode("utf-16" if "16" in way else "utf-8")
    file = SimpleUploadedFile("list.csv", encoded)
    desk.post(at("import-roster", empty), {"text": LIST} if way == "pasted" else {"file": file})
    found = empty.players.order_by("number").values_list("name", "uscf_id", "rating", "team")
    assert list(found) == [(STORED, "12345678", 1432, "Elm"), ("Bo Birch", "", None, "")]


def test_a_list_that_differs_by_what_shows_nothing_adds_nobody(desk: Client, empty: Section) -> None:
    desk.post(at("import-roster", empty), {"text": f"name,team\n{STORED},Elm\nZoë Roe,Elm\n"})
    desk.post(
        at("import-roster", empty), {"text": f"name,team\n{TYPED},\u202eElm\nZoe\u0308 Roe,El\u00adm\n"}
    )
    assert list(empty.players.order_by("number").values_list("name", "team")) == [
        (STORED, "Elm"),
        ("Zoë Roe", "Elm"),
    ]
    assert (
        LogEntry.objects.filter(verb="import").count() + LogEntry.objects.filter(verb="roster").count() == 1
    )


def test_a_line_whose_name_shows_nothing_is_told(desk: Client, empty: Section) -> None:
    answer = desk.post(at("import-roster", empty), {"text": f"name,rating\n{INVISIBLE},1500\n"})
    assert answer.status_code == 422
    assert "a name" in answer.text
    assert not Player.objects.exists()


def test_a_wall_chart_names_its_section_and_players_by_what_shows(desk: Client, empty: Section) -> None:
    chart = {"text": CHART, "step": ["solkoff"]}
    assert desk.post(at("import-wallchart", empty), chart).status_code == 302
    assert list(empty.players.order_by("number").values_list("name", "team")) == [
        (STORED, "Elm"),
        ("Bo Birch", "Elm"),
    ]


def test_the_players_of_a_team_are_named_by_what_shows(desk: Client, event: Event) -> None:
    section = a_section(2, 1, event=event, boards=2)
    paired(section, 1, "1 2")
    desk.post(at("team-members", section, 1), {"text": f"1,{TYPED},12345678,1500\n2,\u202eBo Birch\n"})
    assert list(TeamMember.objects.filter(team__number=1).values_list("name", flat=True)) == [
        STORED,
        "Bo Birch",
    ]


# --- accounts, and writing past the forms ------------------------------------------------------------


def test_an_account_is_named_by_what_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("queen takes h7\n"))
    call_command("director", "\u202erob\u200bin\u3164", "--password-stdin", stdout=StringIO())
    assert User.objects.get().username == "robin"


def test_rows_saved_in_bulk_and_by_an_update_are_cleaned_too(section: Section) -> None:
    numbered = [Player(section=section, number=n, name=TYPED, team=TYPED) for n in (11, 12)]
    Player.objects.bulk_create(numbered)
    assert [player.name for player in numbered] == [STORED, STORED], "the object is as its row"
    numbered[0].name = f"{TYPED} Jr."
    Player.objects.bulk_update(numbered, ["name"])
    Player.objects.filter(number=12).update(team=f"{TYPED} School")
    saved = Player.objects.filter(number__gt=10).order_by("number").values_list("name", "team")
    assert list(saved) == [(f"{STORED} Jr.", STORED), (STORED, f"{STORED} School")]


# What the program writes itself: codes, addresses, numbers, stamps, hashes.
WRITTEN_BY_US = {
    *("Act.token", "Act.sent", "Act.led", "SignInFailures.key"),
    *("Standings.epoch", "Published.epoch", "Published.body", "PostedOrder.order"),
    "PostedOrder.pairing",
    *("FinalSheet.stamp", "FinalSheet.sheet", "FinalSheet.sha256"),
    *("Decision.code", "Decision.seed", "FrozenAwards.stamp", "FrozenAwards.awards", "FrozenAwards.sha256"),
    *("Event.slug", "Event.time_zone", "Section.slug", "TeamTable.slug", "Section.format", "Section.edition"),
    "Section.level",
    *("Section.columns", "Staff.role", "Invitation.role", "Invitation.seed", "Invitation.key"),
    *("Player.uscf_id", "TeamMember.uscf_id", "LogEntry.epoch", "LogEntry.verb", "LogEntry.code"),
    *("PairingDraft.lot", "PairingDraft.paired_at"),
    *("Seat.side", "Seat.kind", "MatchBoard.home_kind", "MatchBoard.away_kind"),
    *("ExtraGame.white_kind", "ExtraGame.black_kind"),
    *("Mirror.seed", "Mirror.state", "MirroredPart.name", "MirroredPart.digest", "MirroredPart.text"),
}


def test_every_column_of_text_that_people_type_is_cleaned() -> None:
    found = {
        f"{model.__name__}.{field.name}"
        for app in ("tournaments", "tiebreaks")
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.concrete_fields
        if isinstance(field, models.CharField | models.TextField) and not hasattr(field, "clean_text")
    }
    assert found == WRITTEN_BY_US
