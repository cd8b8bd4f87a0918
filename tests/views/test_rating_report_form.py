"""What a director types on the rating report's page."""

from datetime import date

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.factories import (
    EventFactory,
    a_section,
    as_it_stands,
    played,
)
from tests.html import read
from tests.views.public_pages import everything
from tests.views.rating_report_page import COMPLETE, address, files, page_of, section, typed
from tournaments.models import Event, LogEntry, Player, Section
from tournaments.services.finishing import finish

__all__ = ["section"]

pytestmark = pytest.mark.django_db


def test_everything_is_saved_in_one_entry_of_each_log(desk: Client, event: Event) -> None:
    section = a_section(2, 1, event=event, name="Open")
    other = a_section(2, 1, event=event, name="K-5")
    before = LogEntry.objects.count()
    sent = typed(
        desk, event, affiliate="a6000001", state="or", other_tds="10000003;10000004", starts_on="2026-05-02"
    )
    sent |= {"time_control-open": "g/60 d5", "level-k-5": "P", "grand_prix-open": "20", "fide-open": "on"}
    del sent["rated-k-5"]
    answer = desk.post(address(event), sent)
    assert answer.headers["Location"] == address(event)
    event.refresh_from_db()
    assert (event.affiliate, event.state, event.other_tds) == ("A6000001", "OR", "10000003, 10000004")
    section, other = as_it_stands(section), as_it_stands(other)
    assert (section.time_control, section.grand_prix, section.fide) == ("G/60;d5", 20, True)
    assert (other.rated, other.level, other.time_control) == (False, "P", "")
    assert LogEntry.objects.count() == before + 2, "one for each section's log"
    entry = LogEntry.objects.order_by("pk").last()
    assert entry is not None
    assert entry.summary == f"Rating report of {event.name} edited"


def test_ids_with_blanks_and_a_time_control_in_words_are_saved_as_the_report_has_them(
    desk: Client, event: Event
) -> None:
    section = a_section(2, 1, event=event, name="Open")
    fields = {"affiliate": "a 600 0001", "chief_td": "1000-0001", "time_control-open": "Game in 60, delay 5"}
    assert desk.post(address(event), typed(desk, event, **fields)).status_code == 302
    event.refresh_from_db()
    section.refresh_from_db()
    assert (event.affiliate, event.chief_td, section.time_control) == ("A6000001", "10000001", "G/60;d5")


def test_one_time_control_fills_every_section_that_has_none(desk: Client, event: Event) -> None:
    for name in ("Open", "K-5", "K-3"):
        a_section(2, 1, event=event, name=name)
    sent = typed(desk, event, every_time_control="G/30;d5") | {"time_control-k-3": "G/24;d5"}
    desk.post(address(event), sent)
    found = Section.objects.order_by("position").values_list("name", "time_control")
    assert list(found) == [("Open", "G/30;d5"), ("K-5", "G/30;d5"), ("K-3", "G/24;d5")]
    assert "Dual: 35 minutes with the delay or increment" in page_of(desk, event)
    page = page_of(desk, event)
    assert page.form(address(event)).fields["every_time_control"] == ["G/30;d5"]
    # It can be changed again, for those that have it.
    desk.post(address(event), typed(desk, event, every_time_control="G/25;d5"))
    assert list(found.all()) == [("Open", "G/25;d5"), ("K-5", "G/25;d5"), ("K-3", "G/24;d5")]
    # What is typed beside a section counts before it.
    sent = typed(desk, event, every_time_control="G/45;d5") | {"time_control-k-5": "G/40;d5"}
    desk.post(address(event), sent)
    assert list(found.all()) == [("Open", "G/45;d5"), ("K-5", "G/40;d5"), ("K-3", "G/24;d5")]


def test_the_levels_that_grades_say_are_offered_and_set_at_once(desk: Client, event: Event) -> None:
    for name in ("K-5 Championship", "Grades 6-8", "K-12", "Open"):
        a_section(2, 1, event=event, name=name)
    page = page_of(desk, event)
    offer = "Set the scholastic levels by the grades of the sections"
    levels = "K-5 Championship: primary; Grades 6-8: junior high; K-12: senior high"
    assert f"{offer} {levels}" in page
    beside = page.one("#id_level-k-5-championship_helptext")
    assert beside.text == "Proposed: primary. The section is for grades up to 5."
    assert not page.all("details .field [name^=level]"), "in sight, where it is chosen"
    desk.post(address(event), typed(desk, event, levels="on", **{"level-k-12": "N"}))
    found = Section.objects.order_by("position").values_list("level", flat=True)
    assert list(found) == ["P", "J", "S", "N"]
    page = page_of(desk, event)
    assert "Set the scholastic levels" not in page
    assert "Proposed(" not in page


def test_a_level_is_proposed_for_those_who_play_in_the_section_and_says_why(
    desk: Client, event: Event
) -> None:
    section = a_section(4, 1, event=event, name="K-8 Championship")
    for number, grade in ((1, "8"), (2, "10"), (3, "9"), (4, "adult")):
        section.players.filter(number=number).update(grade=grade)
    two, three = (section.players.get(number=number).called for number in (2, 3))
    page = page_of(desk, event)
    assert "by the grades of the sections K-8 Championship: senior high" in page
    said = page.one("#id_level-k-8-championship_helptext").text
    above = f"{two} (grade 10); {three} (grade 9)"
    assert said == f"Proposed: senior high. The section is for grades up to 8, but these play in it: {above}."
    desk.post(address(event), typed(desk, event, **{"level-k-8-championship": "J"}))
    said = page_of(desk, event).one("#id_level-k-8-championship_helptext").text
    assert said.startswith("Proposed: senior high."), "also where another is chosen"
    desk.post(address(event), typed(desk, event, **{"level-k-8-championship": "S"}))
    said = page_of(desk, event).one("#id_level-k-8-championship_helptext").text
    assert said == f"The section is for grades up to 8, but these play in it: {above}."


def test_a_level_that_the_grades_do_not_say_stands_where_the_report_is_downloaded(
    desk: Client, section: Section
) -> None:
    Section.objects.filter(pk=section.pk).update(name="K-5 Open")
    ready = page_of(desk, section.event).one("section.findings")
    said = "K-5 Open is filed as not scholastic; its grades say primary"
    assert f"Check the scholastic levels: {said}" in ready
    link = ready.link(said)
    assert link == "#id_level-open"
    Section.objects.filter(pk=section.pk).update(level="P")
    assert "Check the scholastic levels" not in page_of(desk, section.event)


def test_an_id_that_somebody_else_typed_meanwhile_stands_beside_the_one_typed_here(
    desk: Client, section: Section
) -> None:
    """At the top of the page, and nobody else's field is said to have changed."""
    section.players.filter(number__in=(2, 3)).update(uscf_id="")
    page = address(section.event)
    first, second = (page_of(desk, section.event).form(page) for _tab in range(2))
    assert first.send(desk, {"uscf_id-open-2": "12345678"}).status_code == 302
    answer = second.send(desk, {"uscf_id-open-2": "12345679", "uscf_id-open-3": "12345680"})
    assert answer.status_code == 409
    main = read(answer).one("main")
    assert (
        main.text.count("Somebody changed this to “12345678” in the meantime.") == 2
    )  # above, and at the field
    assert main.text.count("meantime") == 2
    assert main.in_order("Nothing was saved.", "1 problem to fix")
    again = main.form(page)
    assert (again.fields["uscf_id-open-2"], again.fields["uscf_id-open-3"]) == (["12345679"], ["12345680"])
    assert again.send(desk, {"uscf_id-open-2": "12345678"}).status_code == 302
    ids = section.players.filter(number__in=(2, 3)).order_by("number").values_list("uscf_id", flat=True)
    assert list(ids) == ["12345678", "12345680"]


def test_a_time_control_for_all_is_kept_where_every_section_has_one_meanwhile(
    desk: Client, event: Event
) -> None:
    for name in ("Open", "K-5"):
        a_section(2, 1, event=event, name=name)
    page = address(event)
    first, second = (page_of(desk, event).form(page) for _tab in range(2))
    assert first.send(desk, {"every_time_control": "G/30;d5"}).status_code == 302
    answer = second.send(desk, {"every_time_control": "G/60;d5"})
    assert answer.status_code == 409
    assert read(answer).form(page).fields["every_time_control"] == ["G/60;d5"]
    assert read(answer).form(page).fields["time_control-open"] == ["G/30;d5"]


def test_a_zip_code_of_nine_digits_gets_its_hyphen_and_one_of_another_country_stays(
    desk: Client, event: Event
) -> None:
    desk.post(address(event), typed(desk, event, zip_code="97301 1234"))
    event.refresh_from_db()
    assert event.zip_code == "97301-1234"
    desk.post(address(event), typed(desk, event, zip_code="V5K 0A1", country="Canada"))
    event.refresh_from_db()
    assert event.zip_code == "V5K 0A1"


def test_missing_ids_are_typed_on_the_page_itself(desk: Client, section: Section) -> None:
    section.players.filter(number__in=(2, 3)).update(uscf_id="")
    sent = typed(desk, section.event) | {"uscf_id-open-2": "12345678"}
    assert desk.post(address(section.event), sent).status_code == 302
    assert section.players.get(number=2).uscf_id == "12345678"
    assert section.players.get(number=3).uscf_id == ""
    entry = LogEntry.objects.order_by("pk").last()
    assert entry is not None
    assert entry.summary == f"{section.players.get(number=2).called} edited"
    page = page_of(desk, section.event)
    assert "uscf_id-open-3" in page.form(address(section.event)).fields
    assert "uscf_id-open-2" not in page.form(address(section.event)).fields


def test_the_levels_are_set_by_the_first_save_unless_somebody_unchecks_the_box(
    desk: Client, event: Event
) -> None:
    for name in ("K-5 Championship", "K-3"):
        a_section(2, 1, event=event, name=name)
    form = page_of(desk, event).form(address(event))
    assert form.fields["levels"] == ["on"]
    sent = {name: value for name, value in form.fields.items() if name != "levels"} | {"city": "Bend"}
    desk.post(address(event), sent)
    assert set(Section.objects.values_list("level", flat=True)) == {"N"}
    # Who has said no is not asked by a checked box again.
    assert "levels" not in page_of(desk, event).form(address(event)).fields
    assert "Set the scholastic levels" in page_of(desk, event)


def test_a_bad_id_stays_with_its_error_and_the_good_ones_are_saved(desk: Client, section: Section) -> None:
    section.players.filter(number__in=(2, 3, 4)).update(uscf_id="")
    taken = section.players.get(number=1)
    sent = {"uscf_id-open-2": "12345678", "uscf_id-open-3": "1234", "uscf_id-open-4": taken.uscf_id}
    answer = desk.post(address(section.event), typed(desk, section.event, city="Bend") | sent)
    assert answer.status_code == 422
    page = read(answer)
    assert "Saved, but for these:" in page
    assert "Nothing was saved." not in page
    assert "A US Chess ID has 8 digits." in page
    assert f"{taken.called} already has US Chess ID {taken.uscf_id}." in page
    section.event.refresh_from_db()
    assert section.event.city == "Bend"
    assert section.players.get(number=2).uscf_id == "12345678"
    form = page.form(address(section.event))
    assert form.fields["uscf_id-open-3"] == ["1234"]
    assert section.players.get(number=2).called not in page.one("section.findings")
    assert section.players.get(number=3).called in page.one("section.findings")
    again = form.send(desk, {"uscf_id-open-3": "12345679", "uscf_id-open-4": "12345670"})
    assert again.status_code == 302, read(again).text
    assert "The report is complete" in page_of(desk, section.event)


def test_what_was_saved_beside_a_wrong_id_is_shown_as_it_is_now(desk: Client, event: Event) -> None:
    for name in ("K-5", "K-3 Under 600"):
        section = a_section(2, 1, event=event, name=name)
        played(section, 1, "1 2 WL")
    section.players.filter(number=2).update(uscf_id="")
    form = page_of(desk, event).form(address(event))
    answer = form.send(desk, {"every_time_control": "G/30;d5", "uscf_id-k-3-under-600-2": "1234"})
    assert answer.status_code == 422
    page = read(answer)
    assert "Saved, but for these:" in page
    assert "A US Chess ID has 8 digits." in page
    form = page.form(address(event))
    assert form.fields["uscf_id-k-3-under-600-2"] == ["1234"]
    for each in ("k-5", "k-3-under-600"):
        assert form.fields[f"time_control-{each}"] == ["G/30;d5"]
        assert form.fields[f"level-{each}"] == ["P"]
    assert form.fields["every_time_control"] == ["G/30;d5"]
    assert "Set the scholastic levels" not in page
    assert form.send(desk, {"uscf_id-k-3-under-600-2": "12345679"}).status_code == 302
    assert set(Section.objects.values_list("time_control", "level")) == {("G/30;d5", "P")}


def test_an_id_that_another_player_has_is_refused_and_the_rest_is_saved(
    desk: Client, section: Section
) -> None:
    taken = section.players.get(number=1)
    section.players.filter(number=2).update(uscf_id="")
    sent = typed(desk, section.event, city="Bend") | {"uscf_id-open-2": taken.uscf_id}
    answer = desk.post(address(section.event), sent)
    assert answer.status_code == 422
    assert f"{taken.called} already has US Chess ID {taken.uscf_id}." in read(answer)
    section.event.refresh_from_db()
    assert (section.event.city, section.players.get(number=2).uscf_id) == ("Bend", "")


def test_the_ids_of_a_section_that_is_final_meanwhile_are_saved_too(
    desk: Client, section: Section, kim: User
) -> None:
    other = a_section(2, 1, event=section.event, name="Evening")
    played(other, 1, "1 2 WL")
    for lacking in (section, other):
        lacking.players.filter(number=2).update(uscf_id="")
    form = page_of(desk, section.event).form(address(section.event))
    finish(as_it_stands(section), by=kim)
    typed = {"city": "Bend", "uscf_id-open-2": "12345678", "uscf_id-evening-2": "12345679"}
    assert form.send(desk, typed).status_code == 302
    section.event.refresh_from_db()
    assert section.event.city == "Bend"
    assert section.players.get(number=2).uscf_id == "12345678"
    assert other.players.get(number=2).uscf_id == "12345679"


def test_ids_and_place_of_the_chiefs_last_event_are_filled_in_and_saved_when_the_form_is(
    desk: Client, kim: User, section: Section
) -> None:
    next_event = EventFactory.create(by=kim, name="Next Open")
    somebody_elses = EventFactory.create(name="Far Open")
    Event.objects.filter(pk=somebody_elses.pk).update(**COMPLETE | {"affiliate": "A7777777"})
    page = page_of(desk, next_event)
    assert f"IDs and place are filled in from {section.event.name}. Save to take them." in page
    fields = page.form(address(next_event)).fields
    assert (fields["affiliate"], fields["city"], fields["starts_on"]) == (["A6000001"], ["Salem"], [""])
    next_event.refresh_from_db()
    assert next_event.affiliate == ""
    assert desk.post(address(next_event), typed(desk, next_event)).status_code == 302
    next_event.refresh_from_db()
    assert (next_event.affiliate, next_event.chief_td, next_event.city) == ("A6000001", "10000001", "Salem")
    assert "are filled in from" not in page_of(desk, next_event)


def test_a_renewed_membership_is_typed_on_the_page_also_of_a_final_section(
    desk: Client, section: Section, kim: User
) -> None:
    finish(section, by=kim)
    one, two = section.players.order_by("number")[:2]
    Player.objects.filter(pk__in=[one.pk, two.pk]).update(expires_on=date(2026, 5, 1))
    page = page_of(desk, section.event)
    fields = [f"expires_on-open-{each.number}" for each in (one, two)]
    links = [each["href"] for each in page.all(".findings.warning a")]
    assert links == [f"#id_{name}" for name in fields]
    form = page.form(address(section.event))
    assert form.fields[fields[0]] == ["2026-05-01"]
    answer = form.send(desk, {fields[0]: "2027-05-01"})
    assert answer.status_code == 302
    found = section.players.order_by("number").values_list("expires_on", flat=True)[:2]
    assert list(found) == [date(2027, 5, 1), date(2026, 5, 1)]
    page = page_of(desk, section.event)
    assert fields[0] not in page.form(address(section.event)).fields
    assert two.called in page.one(".findings.warning")


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("affiliate", "6000001", "An affiliate ID is the letter A and 7 digits."),
        ("chief_td", "1234567", "A US Chess ID has 8 digits."),
        ("assistant_td", "123456789", "A US Chess ID has 8 digits."),
        ("other_tds", "10000001, Dana", "“Dana” is not right. Expected: US Chess IDs of 8 digits"),
        ("state", "Orgon", "A state has two letters, such as OR."),
        ("zip_code", "abc", "A ZIP code has 5 digits, or 5 and 4 such as 97301-1234."),
        ("zip_code", "9730", "A ZIP code has 5 digits"),
        ("ends_on", "2026-05-01", "The last day is before the first day."),
        ("time_control-open", "G/60", "Expected: the delay or increment too"),
        ("time_control-open", "an hour", "Expected: a time control such as G/60;d5"),
        ("grand_prix-open", "0", "Type 1 or more."),
    ],
)
def test_what_cannot_be_is_refused_beside_its_field_and_nothing_typed_is_lost(
    desk: Client, section: Section, name: str, value: str, said: str
) -> None:
    before = LogEntry.objects.count()
    answer = desk.post(address(section.event), typed(desk, section.event, city="Bend") | {name: value})
    page = read(answer)
    assert answer.status_code == 422
    assert said in page
    fields = page.form(address(section.event)).fields
    assert (fields[name], fields["city"]) == ([value], ["Bend"])
    assert LogEntry.objects.count() == before


def test_the_list_of_errors_names_the_section_of_each(desk: Client, section: Section) -> None:
    wrong = typed(desk, section.event) | {"time_control-open": "G/60"}
    page = read(desk.post(address(section.event), wrong))
    *_nothing_was_saved, said = page.texts(".notice.error p")
    assert said.startswith("Open, Time control: “G/60” is not right.")


def test_an_archived_event_keeps_what_its_report_says(desk: Client, section: Section) -> None:
    form = page_of(desk, section.event).form(address(section.event))
    Event.objects.update(archived=True)
    answer = form.send(desk, {"city": "Bend"})
    assert answer.status_code == 422
    assert "is archived and read only. Nothing was saved." in read(answer)
    assert Event.objects.get().city != "Bend"


def test_no_public_page_and_no_file_shows_what_the_report_says(client: Client, section: Section) -> None:
    Event.objects.update(affiliate="A6543210", chief_td="19876543", zip_code="97399")
    Player.objects.update(expires_on=date(2031, 7, 19))
    for page in everything(section):
        answer = client.get(page)
        assert answer.status_code < 400, page
        text = b"".join(answer).decode()
        for secret in ("A6543210", "19876543", "97399", "2031", "G/60"):
            assert secret not in text, page


def test_a_state_behind_the_city_is_the_state_of_the_report(desk: Client, section: Section) -> None:
    Event.objects.filter(pk=section.event_id).update(city="Cedar Falls, IA", state="")
    page = page_of(desk, section.event)
    assert page.form(address(section.event)).fields["state"] == ["IA"]
    assert "Missing: State" not in page
    [head], *_others = files(desk, section.event)
    assert (head["H_CITY"], head["H_STATE"]) == ("Cedar Falls", "IA")


def test_the_name_of_a_state_is_read(desk: Client, section: Section) -> None:
    answer = desk.post(address(section.event), typed(desk, section.event, city="Ames", state="Iowa"))
    assert answer.status_code == 302
    section.event.refresh_from_db()
    assert section.event.state == "IA"
