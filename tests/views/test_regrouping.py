"""The pages on which two sections are merged and one is split: seen first, then one press."""

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, paired
from tests.html import visit
from tests.sign_in import signed_in
from tournaments.formats import registration
from tournaments.models import Event, LogEntry, Role, Section, Staff
from tournaments.services import check_in, importing, regrouping, replaying, rosters, setup, teams, visibility
from tournaments.services.undoing import undo_entry
from tournaments.text.log import Summary


def two(kim: User) -> tuple[Section, Section]:
    stays = a_section(2, by=kim, name="Reserve")
    return stays, a_section(3, event=stays.event, name="Novice")


def roster(section: Section) -> list[str]:
    return [f"{n} {name}" for n, name in section.players.order_by("number").values_list("number", "name")]


def test_a_director_sees_the_merged_roster_and_merges_with_one_press(desk: Client, kim: User) -> None:
    stays, goes = two(kim)
    page = visit(desk, visit(desk, at("edit-section", stays)).link("Merge with another section"))
    page = visit(desk, page.link("Novice"))
    for words in ("3 entries of Novice move to Reserve", "Merged roster", "5 entries", "Kept from Reserve"):
        assert words in page
    answer = page.form(at("merge-with", stays, goes.pk)).send(desk)
    assert "3 entries of Novice are in Reserve now. Its log can undo this." in visit(desk, answer["Location"])
    assert (stays.players.count(), goes.players.count()) == (5, 0)


def test_the_public_page_of_a_merged_section_says_where_its_players_play(
    desk: Client, client: Client, kim: User
) -> None:
    stays, goes = two(kim)
    last = a_section(1, event=stays.event, name="Open")
    empty = a_section(0, event=stays.event, name="Blitz")
    places = [at("standings", goes), at("wall-chart", goes)]
    said, not_yet = "The players of Novice play in ", "No entries yet."
    regrouping.merge(as_it_stands(stays), as_it_stands(goes), by=kim)
    for place in places:
        page = visit(client, place)
        assert f"{said}Reserve." in page
        assert page.one("main").link("Reserve") == at("standings", stays)
        assert not_yet not in page
    assert not_yet in visit(client, at("standings", empty))

    # Merged in its turn, renamed, a draft; and undone.
    regrouping.merge(as_it_stands(last), as_it_stands(stays), by=kim)
    assert f"{said}Open." in visit(client, places[0])
    last = as_it_stands(last)
    form = visit(desk, at("edit-section", last)).form(at("edit-section", last), holding="name")
    assert form.send(desk, {"name": "Championship"}).status_code == 302
    assert f"{said}Championship." in visit(client, places[0])
    visibility.set_hidden(as_it_stands(last), True, by=kim)
    assert not_yet in visit(client, places[0])
    visibility.set_hidden(as_it_stands(last), False, by=kim)
    assert f"{said}Championship." in visit(client, places[0])
    regrouping.merge(as_it_stands(goes), as_it_stands(last), by=kim)
    assert said not in visit(client, places[0]), "everybody is back"
    for section in (goes, last, stays):
        merged = LogEntry.objects.filter(standings=section.standings, code=Summary.SECTIONS_MERGED)
        undo_entry(section.pk, by=kim, entry_id=merged.exclude(rows=[]).get().pk)
    page = visit(client, places[0])
    assert said not in page
    assert not_yet not in page


def test_the_public_page_of_a_merged_section_follows_each_of_its_players_at_once(
    client: Client, kim: User
) -> None:
    stays, goes = two(kim)
    open = a_section(1, event=stays.event, name="Open")
    ann, bea, cy = goes.players.order_by("number")

    def said() -> str:
        return visit(client, at("standings", goes)).one("main .empty").text

    regrouping.merge(as_it_stands(stays), as_it_stands(goes), by=kim)
    assert "The players of Novice play in Reserve." in said()
    before = as_it_stands(goes).standings.version
    ann.refresh_from_db()
    check_in.move(ann, open, by=kim)
    assert "The players of Novice play in Reserve, Open." in said()
    assert as_it_stands(goes).standings.version == before + 1
    moved = LogEntry.objects.exclude(rows=[]).get(code=Summary.PLAYER_MOVED)
    undo_entry(stays.pk, by=kim, entry_id=moved.pk)
    assert "The players of Novice play in Reserve." in said()

    setup.edit_section(stays, name="Sunday", rounds=3, format=stays.format, games=1, by=kim)
    assert "The players of Novice play in Sunday." in said()
    edited = LogEntry.objects.exclude(rows=[]).get(standings=stays.standings, code=Summary.SECTION_EDITED)
    undo_entry(stays.pk, by=kim, entry_id=edited.pk)
    assert "The players of Novice play in Reserve." in said()

    lines = "".join(f"{each.name},Open\n" for each in (ann, bea, cy))
    file = registration.read_table(f"Name,Section\n{lines}")
    asked = importing.plan(open.event, file, importing.Choices()).entries
    taken = {each.shared for entry in asked for each in entry.differing}
    plan = importing.plan(open.event, file, importing.Choices(taken=taken))
    importing.register(open.event, plan, by=kim)
    assert "The players of Novice play in Open." in said()


def test_the_public_page_of_a_section_cut_into_quads_names_them(client: Client, kim: User) -> None:
    section = a_section(8, by=kim, name="Open")
    regrouping.make_quads(as_it_stands(section), by=kim)
    page = visit(client, at("standings", section))
    assert "The players of Open play in Quad 1, Quad 2." in page


def test_an_emptied_section_asks_for_no_roster_and_is_not_missed_at_the_ceremony(
    desk: Client, kim: User
) -> None:
    stays, goes = two(kim)
    regrouping.merge(as_it_stands(stays), as_it_stands(goes), by=kim)
    page = visit(desk, f"/desk/{stays.event.slug}/")
    assert "Empty: its entries are in Reserve." in page
    assert "Import the roster" not in page
    assert page.link("Delete this section…") == at("delete-section", goes)
    listed = visit(desk, reverse("event-ceremony", args=[stays.event.slug])).texts(".missing li")
    assert listed
    assert not any("Novice" in each for each in listed)


def test_a_chief_deletes_the_emptied_section_in_the_same_press_and_an_assistant_does_not(
    desk: Client, kim: User
) -> None:
    stays, goes = two(kim)
    helper = UserFactory.create()
    Staff.objects.create(event=stays.event, user=helper, role=Role.ASSISTANT)
    assert "Delete Novice" not in visit(signed_in(helper), at("merge-with", stays, goes.pk))
    assert "Delete Novice, which will be empty" in visit(desk, at("merge-with", stays, goes.pk))
    desk.post(at("merge-with", stays, goes.pk), {"delete": "on"})
    assert not Section.objects.filter(pk=goes.pk).exists()


def test_a_team_table_of_the_emptied_section_alone_goes_with_it_and_comes_back_with_one_undo(
    desk: Client, kim: User
) -> None:
    first = a_section(2, by=kim, name="Open")
    stays, goes = (a_section(n, event=first.event, name=name) for n, name in ((2, "Reserve"), (3, "Novice")))
    teams.make_table(goes.event, name="Novice teams", sections=[goes], by=kim, place_trophies=2)
    teams.make_table(goes.event, name="All teams", sections=[stays, goes], by=kim)
    there = roster(stays), roster(goes), counting(goes.event)
    page = visit(desk, at("merge-with", stays, goes.pk))
    assert "The team table Novice teams counts no other section: it is deleted with it." in page
    assert "It is taken out of the team table All teams." in page
    assert "2 trophies of Novice teams are not carried over." in page
    page.form(at("merge-with", stays, goes.pk)).send(desk)
    assert not Section.objects.filter(name="Novice").exists()
    assert counting(goes.event) == {"All teams": ["Reserve"]}
    assert not replaying.replay(stays.event).differences

    merged = LogEntry.objects.filter(standings=stays.standings, code=Summary.SECTIONS_MERGED).get()
    where = at("undo-entry", stays, merged.pk)
    visit(desk, where).form(where).send(desk, {"later": "yes"})
    assert (roster(stays), roster(Section.objects.get(name="Novice")), counting(goes.event)) == there
    assert not replaying.replay(stays.event).differences


def counting(event: Event) -> dict[str, list[str]]:
    return {
        table.name: sorted(table.sections.values_list("name", flat=True))
        for table in event.team_tables.order_by("pk")
    }


def test_the_preview_of_a_merge_names_the_prizes_that_are_not_carried_over(desk: Client, kim: User) -> None:
    stays, goes = two(kim)
    Section.objects.filter(pk=goes.pk).update(prizes="1st $150\n2nd $75")
    page = visit(desk, at("merge-with", stays, goes.pk))
    assert "Prizes of Novice that are not carried over: 1st $150; 2nd $75." in page


def test_quads_of_a_section_that_a_team_table_counts_keep_it_unless_asked(desk: Client, kim: User) -> None:
    section = a_section(8, by=kim, name="K-8")
    table = teams.make_table(section.event, name="K-8 teams", sections=[section], by=kim)
    page = visit(desk, at("make-quads", section))
    assert "K-8 teams counts players of K-8, so it can’t be deleted now." in page
    assert page.link("K-8 teams") == at("edit-table", table)
    page.form(at("make-quads", section)).send(desk)
    assert section.event.sections.count() == 3


def test_sections_that_cannot_be_merged_say_why_and_have_no_button(desk: Client, kim: User) -> None:
    stays, goes = two(kim)
    paired(goes, 1, "1 2")
    assert "Round 1 of Novice is paired." in visit(desk, at("merge-sections", stays))
    page = visit(desk, at("merge-with", stays, goes.pk))
    assert "Round 1 of Novice is paired. Remove its pairings first." in page
    assert not page.all("main button, .measure button")
    other = a_section(2, by=kim)
    assert desk.get(at("merge-with", stays, other.pk)).status_code == 404


def test_a_director_types_a_rating_sees_both_lists_and_splits(desk: Client, kim: User) -> None:
    section = a_section(4, by=kim, name="K-5")
    rosters.edit_player(section.players.get(number=4), rating=None, by=kim)
    page = visit(desk, visit(desk, at("edit-section", section)).link("Split by rating"))
    assert "Type a rating, or a number of players. Not both." in visit(
        desk, at("split-section", section) + "?rating=1950&top=2"
    )
    answer = desk.get(at("split-section", section), {"rating": "1950", "top": ""})
    page = visit(desk, answer["Location"])
    for words in ("Upper part: 2 entries", "Lower part: 1 entry", "Unrated: 1 entry"):
        assert words in page
    page.form(at("split-at", section, "rating-1950")).send(desk, {"name": "K-5 U1950", "unrated": "upper"})
    made = Section.objects.get(name="K-5 U1950")
    assert (made.players.count(), as_it_stands(section).players.count()) == (1, 3)


def test_the_page_of_a_split_says_of_its_undo_what_the_page_of_the_undo_says(desk: Client, kim: User) -> None:
    """It said that the new section stays but is empty."""
    section = a_section(4, by=kim, name="K-5")
    page = visit(desk, at("split-at", section, "top-2"))
    said = "If you undo the split, the new section goes again, with its settings and its log."
    assert f"{said} What is entered in it must be undone first." in page
    page.form(at("split-at", section, "top-2")).send(desk, {"name": "New"})
    split = LogEntry.objects.filter(standings=section.standings, code=Summary.SECTION_SPLIT).get()
    page = visit(desk, at("undo-entry", section, split.pk))
    assert page.in_order("What will be removed:", "the section New, with its settings and its log")


def test_a_cut_that_is_none_is_not_found_and_a_name_that_is_taken_keeps_what_was_typed(
    desk: Client, kim: User
) -> None:
    section = a_section(4, by=kim, name="K-5")
    assert desk.get(at("split-at", section, "middle")).status_code == 404
    answer = desk.post(at("split-at", section, "top-2"), {"name": "K-5", "new": "upper", "unrated": ""})
    assert answer.status_code == 422
    assert "has a section “K-5” already" in answer.content.decode()
    assert 'value="upper"' in answer.content.decode()
    assert Section.objects.count() == 1


def test_one_undo_takes_back_the_merge_with_the_deletion_of_the_emptied_section(
    desk: Client, kim: User
) -> None:
    # Its log has the deletion.
    first = a_section(2, by=kim, name="Open")
    stays, goes = (a_section(n, event=first.event, name=name) for n, name in ((2, "Reserve"), (3, "Novice")))
    there = roster(stays), roster(goes)
    desk.post(at("merge-with", stays, goes.pk), {"delete": "on"})
    merged = LogEntry.objects.filter(standings=stays.standings, code=Summary.SECTIONS_MERGED).get()
    where = at("undo-entry", stays, merged.pk)
    page = visit(desk, where)
    assert "Novice was deleted since. It comes back" in page
    assert "Undo them first" not in page
    helper = UserFactory.create()
    Staff.objects.create(event=stays.event, user=helper, role=Role.ASSISTANT)
    assert not visit(signed_in(helper), where).all("main button")
    answer = page.form(where).send(desk, {"later": "yes"})
    assert answer["Location"] == at("section-log", stays)
    assert (roster(stays), roster(Section.objects.get(name="Novice"))) == there
    assert not replaying.replay(stays.event).differences


def test_one_undo_takes_back_quads_with_the_deletion_of_the_section_that_was_cut(
    desk: Client, kim: User
) -> None:
    section = a_section(8, by=kim, name="K-8")
    there = roster(section)
    desk.post(at("make-quads", section), {"name": "Quad", "delete": "on"})
    first = Section.objects.get(name="Quad 1")
    assert not Section.objects.filter(name="K-8").exists()
    made = LogEntry.objects.filter(standings=first.standings, code=Summary.QUADS_MADE).get()
    where = at("undo-entry", first, made.pk)
    visit(desk, where).form(where).send(desk, {"later": "yes"})
    assert roster(Section.objects.get()) == there
    assert not replaying.replay(section.event).differences
