"""The pages of a mirror are those of the hall, byte by byte."""

import json

from django.contrib.auth.models import User
from django.urls import reverse

from tests.addresses import at
from tests.factories import EntryFactory, a_section, as_it_stands, enter, played, swap_colors
from tests.html import read
from tests.services.mirroring.conftest import Send, in_the_hall, pages, push, shown
from tests.sign_in import signed_in
from tiebreaks import final
from tiebreaks.models import FinalSheet
from tournaments.formats.records import RosterEntry
from tournaments.models import Event, MirroredPart, Section
from tournaments.services import drafts, finishing, pairings, regrouping, rosters, setup, visibility
from tournaments.services.mirroring import granting, laying_out
from tournaments.services.reasons import keep


def test_every_public_page_of_the_mirror_has_the_same_bytes(full_event: Event, kim: User, send: Send) -> None:
    sent, before = in_the_hall(full_event)
    assert len(before) > 40
    send(granting.give_out(full_event.slug, by=kim), push(sent))
    assert pages(list(before)) == before


def finals(section: Section, versions: int) -> list[str]:
    """The pages of the versions of a final sheet, and their bytes."""
    names = ("final-version", "final-sheet")
    return [at("final", section), *(at(name, section, n) for n in range(1, versions + 1) for name in names)]


def test_final_sheets_are_on_the_mirror_with_their_very_bytes(event: Event, kim: User, send: Send) -> None:
    section = a_section(4, 1, event=event, by=kim, name="Open", order="solkoff", place_trophies=0)
    played(section, 1, "1 2 WL\n3 4 DD")
    finishing.finish(as_it_stands(section), by=kim)
    finishing.reopen(as_it_stands(section), by=kim, reason="the slip was swapped")
    enter(section.round_set.get(number=1).games.get(board=2), "LW")
    finishing.finish(as_it_stands(section), by=kim)
    of = finals(section, 2)
    before = pages(of)
    assert set(before) == set(of)
    sent, _pages = in_the_hall(event)
    told = json.loads(sent["s/open/final/1"])
    assert set(told) == {"sheet", "sha256", "keys", "at", "reopened", "reason"}, (
        "what pages show, and no more"
    )
    mirror = granting.give_out(event.slug, by=kim)
    send(mirror, push(sent))
    assert pages(of) == before
    row = FinalSheet.objects.get(number=1)
    assert final.digest(row.sheet) == row.sha256
    # Sent again as a whole, nothing is made twice.
    laying_out.lay_out(mirror)
    assert pages(of) == before


def test_a_final_sheet_travels_without_the_names_that_the_public_reads_no_more(
    event: Event, kim: User, send: Send
) -> None:
    section = a_section(0, 1, event=event, by=kim, name="Open", place_trophies=0)
    entries = [EntryFactory.create(name=name) for name in ("Anna Karlin", "Bo Lindqvist")]
    rosters.add_players(section, entries, by=kim)
    played(section, 1, "1 2 WL")
    finishing.finish(as_it_stands(section), by=kim)
    Event.objects.filter(pk=event.pk).update(short_names=True)
    of = finals(section, 1)
    before = pages(of)
    assert set(before) == set(of[:2]), "bytes with names in full are given out to nobody"
    sent, _pages = in_the_hall(event)
    assert "Karlin" not in sent["s/open/final/1"]
    send(granting.give_out(event.slug, by=kim), push(sent))
    assert pages(of) == before


def test_a_result_is_sent_as_a_difference_and_changes_the_pages_like_in_the_hall(
    section: Section, kim: User, send: Send
) -> None:
    first = shown(section.event)
    enter(section.round_set.get(number=1).games.get(board=2), "DD")
    second, after = in_the_hall(section.event)
    mirror = granting.give_out(section.event.slug, by=kim)
    send(mirror, push(first))
    send(mirror, push(second, first))
    assert pages(list(after)) == after
    brought = push(second, first)
    assert [piece.name for piece in brought.pieces] == ["s/open", "s/open/document"]


def test_a_pairing_that_changed_after_it_was_posted_says_so_on_the_mirror_too(
    section: Section, kim: User, send: Send
) -> None:
    swap_colors(section.round_set.get(number=1).games.get(board=2), by=kim)
    of = [at("card", section, 3), at("round", section, 1)]
    before = pages(of)
    assert all(b"Changed " in page for page in before.values())
    sent, _pages = in_the_hall(section.event)
    assert {each["number"] for each in json.loads(sent["s/open/changed"])} == {3, 4}
    send(granting.give_out(section.event.slug, by=kim), push(sent))
    assert pages(of) == before


def test_where_the_players_of_a_merged_section_play_is_said_on_the_mirror_too(
    event: Event, kim: User, send: Send
) -> None:
    stays, goes = (a_section(2, event=event, by=kim, name=name) for name in ("Open", "Reserve"))
    regrouping.merge(as_it_stands(stays), as_it_stands(goes), by=kim)
    of = [at("standings", goes), at("wall-chart", goes)]
    before = pages(of)
    assert all(b"The players of Reserve play in " in page for page in before.values())
    sent, _pages = in_the_hall(event)
    assert json.loads(sent["s/reserve/moved"]) == ["open"]
    send(granting.give_out(event.slug, by=kim), push(sent))
    assert pages(of) == before


def test_a_result_that_was_corrected_says_so_on_the_mirror_too(
    section: Section, kim: User, send: Send
) -> None:
    game = section.round_set.get(number=1).games.get(board=1)
    for result in ("LW", "DD"):
        enter(game, result)
    of = [at("round", section, 1)]
    before = pages(of)
    assert all(b"corrected " in page for page in before.values())
    sent, _pages = in_the_hall(section.event)
    assert [each["board"] for each in json.loads(sent["s/open/corrected"])] == [1]
    send(granting.give_out(section.event.slug, by=kim), push(sent))
    assert pages(of) == before


def test_a_board_that_a_posted_round_has_no_more_says_so_on_the_mirror_too(
    section: Section, kim: User, send: Send
) -> None:
    of = [at("board", section, 1, 2)]
    pairings.remove_pairing(section.round_set.get(number=1).games.get(board=2), by=kim, reason="ill")
    before = pages(of)
    assert all(b"is not played in round 1 any more" in page for page in before.values())
    sent, _pages = in_the_hall(section.event)
    assert json.loads(sent["s/open/left"]) == [[1, 2]]
    send(granting.give_out(section.event.slug, by=kim), push(sent))
    assert pages(of) == before


def test_a_bye_that_a_posted_round_has_no_more_says_so_on_the_mirror_too(
    event: Event, kim: User, send: Send
) -> None:
    section = a_section(3, 3, event=event, by=kim, name="Open", order="solkoff")
    played(section, 1, "1 2 WL\n3 B")
    bye = section.players.get(number=3).seats.get(round__number=1)
    pairings.remove_bye(bye, by=kim, reason="arrived after all")
    of = [at("bye", section, 1, 3)]
    before = pages(of)
    assert [b"the full-point bye of round 1 any more" in page for page in before.values()] == [True]
    sent, _pages = in_the_hall(event)
    assert json.loads(sent["s/open/left-byes"]) == [[1, 3]]
    send(granting.give_out(event.slug, by=kim), push(sent))
    assert pages(of) == before


def test_that_assigned_ratings_count_is_on_the_mirror_too_and_none_of_them_leaves_the_hall(
    event: Event, kim: User, send: Send
) -> None:
    section = a_section(0, 3, event=event, by=kim, name="Open", order="solkoff")
    ratings = {"Ann": 1900, "Bo": 1500, "Cy": 1400}
    rosters.add_players(section, [RosterEntry(None, n, rating=r) for n, r in ratings.items()], by=kim)
    rosters.edit_player(section.players.get(name="Bo"), assigned_rating=811, by=kim)
    drafts.keep(section, 1, drafts.propose(section, 1, lot="w"), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    keep(section.pk, 1)
    of = [at("bye", section, 1, 2), at("board", section, 1, 1)]
    before = pages(of)
    said = b"Ratings that the director assigned count here"
    assert [said in page for page in before.values()] == [True, True]
    sent, _pages = in_the_hall(event)
    assert "811" not in "".join(sent[name] for name in ("s/open/reasons/1", "s/open/bye/1"))
    send(granting.give_out(event.slug, by=kim), push(sent))
    assert pages(of) == before


def test_what_is_hidden_in_the_hall_is_gone_from_the_mirror(section: Section, kim: User, send: Send) -> None:
    event = section.event
    first = shown(event)
    second = a_section(2, event=event, by=kim, name="Reserve")
    visibility.set_hidden(section, hidden=True, by=kim)
    after, expected = in_the_hall(event)
    mirror = granting.give_out(event.slug, by=kim)
    send(mirror, push(first))
    assert "Open" in read(signed_in(kim).get(reverse("event", args=[event.slug])))
    send(mirror, push(after, first))
    assert pages(list(expected)) == expected
    assert [row.slug for row in Section.objects.all()] == [second.slug]
    assert not MirroredPart.objects.filter(name__startswith="s/open")


def test_what_is_renamed_paired_anew_or_deleted_in_the_hall_is_so_on_the_mirror(
    section: Section, kim: User, send: Send
) -> None:
    """All of it in one push, as after an outage."""
    event = section.event
    gone = a_section(4, 2, event=event, by=kim, name="Reserve")
    played(gone, 1, "1 2\n3 4")
    paired = a_section(4, 2, event=event, by=kim, name="K-3")
    boards = played(paired, 1, "1 2\n3 4")
    of_gone = [at("standings", gone), at("round", gone, 1)]
    first = shown(event)
    setup.edit_event(event, name="Harvest Open", city="Salem", starts_on=None, by=kim)
    setup.edit_section(section, name="Championship", rounds=3, format="swiss", games=1, by=kim)
    swap_colors(boards[0], kim)
    visibility.delete_section(gone, by=kim)
    after, expected = in_the_hall(event)
    assert b"Harvest Open" in expected[at("standings", section)]
    mirror = granting.give_out(event.slug, by=kim)
    send(mirror, push(first))
    assert set(pages(of_gone)) == set(of_gone)
    send(mirror, push(after, first))
    assert pages(list(expected)) == expected
    assert not pages(of_gone)
    assert not MirroredPart.objects.filter(name__startswith="s/reserve")


def test_of_a_draft_nothing_travels(section: Section, kim: User) -> None:
    Event.objects.update(hidden=True)
    assert list(shown(section.event)) == ["event"]
    assert section.event.name not in shown(section.event)["event"]


def test_a_mirror_is_on_nobodys_desk_and_computes_nothing(section: Section, kim: User, send: Send) -> None:
    sent, _before = in_the_hall(section.event)
    send(granting.give_out(section.event.slug, by=kim), push(sent))
    client = signed_in(User.objects.create_superuser("root"))
    for name in ("desk-event", "edit-event", "people", "event-visibility"):
        assert client.get(reverse(name, args=[section.event.slug])).status_code == 404
    assert client.get(reverse("desk-section", args=[section.event.slug, "open"])).status_code == 404
