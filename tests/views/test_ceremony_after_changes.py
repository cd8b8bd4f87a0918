"""What changed after the freeze: no name of it is called, paid or shown before it is frozen again."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, as_it_stands, games_of, played
from tests.html import visit
from tests.views.test_ceremony import announce, section, show, the_upset
from tests.views.test_read_otherwise import reads_otherwise
from tournaments.models import Section
from tournaments.services.ceremony import freeze
from tournaments.services.finishing import finish, reopen
from tournaments.services.matches import record_board
from tournaments.services.verifying import verify
from tournaments.text.wording import date_and_clock, unbroken

__all__ = ["section"]


def test_a_contested_trophy_and_a_corrected_one_are_not_called_unawares(
    desk: Client, kim: User, section: Section
) -> None:
    freeze(section, by=kim)
    the_upset(section)
    names = [section.players.get(number=number).name for number in (1, 3)]
    screen, sheet = show(desk, section, 1), visit(desk, at("checklist", section))
    assert screen.headings == ["1st place trophy"]
    assert "Changed since the freeze" in screen
    lines = sheet.all(".checklist tbody tr")
    assert [line.texts("td")[1] for line in lines] == [
        f"{title} changed since the freeze"
        for title in ("1st place trophy", "2nd place $50, shared by 2", "1st place $100")
    ]
    called = visit(desk, at("ceremony", section)).one(".awards")
    assert "Do not call this award" in called
    assert "Do not call these amounts" in called
    for line in lines:
        assert "Do not call" in line
        assert not line.all(".box")
    for page in (screen, *lines, called):
        assert not any(name in page for name in names)


def test_money_that_changed_is_not_paid_on_an_old_receipt(desk: Client, kim: User, section: Section) -> None:
    """Of $100 and $50 for 1, and 2 and 3 who share: 3 wins all of the $100, and 1 shares."""
    freeze(section, by=kim)
    the_upset(section)
    page = visit(desk, at("receipts", section))
    assert "The awards changed after the freeze." in page
    one, two, three = (section.players.get(number=number).name for number in (1, 2, 3))
    receipts = {receipt.one(".to bdi").text: receipt for receipt in page.all(".receipts li")}
    assert set(receipts) == {one, two, three}
    for name, receipt in receipts.items():
        changed = name != two
        assert ("Do not pay it" in receipt, bool(receipt.all(".sign"))) == (changed, not changed)
    freeze(as_it_stands(section), by=kim)
    assert "Do not pay it" not in visit(desk, at("receipts", section))


def test_an_edit_that_moves_frozen_awards_says_so_and_one_that_moves_none_says_nothing(
    desk: Client, kim: User, section: Section
) -> None:
    freeze(section, by=kim)
    one = section.players.get(number=1)
    address = reverse("edit-player", args=[section.event.slug, section.slug, 1])

    def saved(**typed: str) -> str:
        form = {"name": one.name, "number": "1", "rating": str(one.rating or ""), **typed}
        return visit(desk, desk.post(address, form)["Location"]).one("main").text

    assert "that were frozen" not in saved(team="Elm School")
    said = saved(house="on", team="Elm School")
    assert f"This changed awards of {section.name} that were frozen: 1st place trophy" in said
    assert "See what changed" in said
    assert "that were frozen" not in saved(house="on", team="Oak School")


def test_before_the_show_a_page_stops_it_and_says_what_changed_after_the_freeze(
    desk: Client, kim: User, section: Section
) -> None:
    freeze(section, by=kim)
    one, three = (section.players.get(number=number).name for number in (1, 3))
    shows = [at("ceremony-show", section), reverse("event-ceremony-show", args=[section.event.slug])]
    for address in shows:
        assert "changed after the freeze" not in visit(desk, address)
    the_upset(section)
    for address in shows:
        asked = visit(desk, address)
        assert asked.headings[0] == "The awards changed after the freeze"
        assert f"1st place trophy: {one} → {three}" in asked.one("section.notice")
        assert section.name in asked.one("section.notice h2")
        assert {at("ceremony", section), at("finish", section)} <= set(asked.one("section.notice").links)
        assert "?award=0" not in asked.one("main").links, "nothing is left to show"
    announce(section, "1st place trophy\nTop under 1860")
    for address in shows:
        assert "?award=0" not in visit(desk, address).one("main").links, "the other award is new"
    freeze(as_it_stands(section), by=kim)
    for address in shows:
        assert visit(desk, address).headings[0] == "Awards"


def test_the_other_awards_can_be_shown_while_one_is_changed(
    desk: Client, kim: User, section: Section
) -> None:
    announce(section, "1st place trophy\nTop under 1860")
    freeze(as_it_stands(section), by=kim)
    the_upset(section)
    one, three, four = (section.players.get(number=number).name for number in (1, 3, 4))
    assert visit(desk, at("ceremony", section)).texts(".awards .soft") == []
    asked = visit(desk, at("ceremony-show", section))
    assert asked.link("Show the other awards") == "?award=0"
    screens = [show(desk, section, n) for n in range(3)]
    assert [screen.headings[0] for screen in screens] == ["Awards", "Top under 1860", "1st place trophy"]
    assert screens[1].texts(".name") == [four]
    assert not screens[1].all(".why"), "its reason may be another by now"
    assert screens[2].texts(".name") == []
    assert "2 / 2" in screens[2]
    assert not any(name in screen for name in (one, three) for screen in screens)


@pytest.mark.parametrize("frozen", [True, False])
def test_what_a_slip_read_otherwise_may_move_is_not_called_or_paid_until_it_is_decided(
    desk: Client, kim: User, section: Section, frozen: bool
) -> None:
    announce(section, "1st place trophy\nTop under 1860\n1st place $100")
    if frozen:
        freeze(as_it_stands(section), by=kim)
    one, three, four = (section.players.get(number=number).name for number in (1, 3, 4))
    shows = [at("ceremony-show", section), reverse("event-ceremony-show", args=[section.event.slug])]
    game = games_of(section, 2)[0]
    reads_otherwise(game, "LW", by=kim)
    for address in shows:
        asked = visit(desk, address).one("main")
        assert asked.headings == ["A slip was read otherwise than it was entered", section.name]
        assert unbroken("Round 2, board 1: entered 1–0, read 0–1") in asked
        assert f"{at('verify', section, 2)}#game-{game.pk}" in asked.links
        assert "until it is decided: 1st place trophy" in asked
        assert "Top under 1860" not in asked
        assert asked.link("Show the other awards") == "?award=0"
    screens = [show(desk, section, n) for n in range(3)]
    assert [screen.headings[0] for screen in screens] == ["Awards", "Top under 1860", "1st place trophy"]
    assert screens[1].texts(".name") == [four]
    assert "Not decided yet" in screens[2]
    line = visit(desk, at("checklist", section)).all(".checklist tbody tr")[1]
    called = visit(desk, at("ceremony", section)).all(".awards li")[1]
    for page in (screens[2], line, called):
        assert not any(name in page for name in (one, three)), page
    assert "Do not call" in line
    assert "Do not call" in called
    assert "Do not pay" in visit(desk, at("receipts", section))
    verify(game, "WL", by=kim)
    for address in shows:
        assert visit(desk, address).headings[0] == "Awards"
    assert show(desk, section, 2).texts(".name") == [one]
    assert "Do not pay" not in visit(desk, at("receipts", section))


def test_a_slip_that_moves_no_award_stops_no_ceremony_and_two_that_do_so_together_stop_it(
    desk: Client, kim: User, section: Section
) -> None:
    """If 1 and 3 drew, 1 is ahead by Solkoff, unless 4 won against 2: then 3 is, who met 4."""
    announce(section, "1st place trophy")
    freeze(as_it_stands(section), by=kim)
    first, second = games_of(section, 2)
    reads_otherwise(second, "LW", by=kim)
    assert visit(desk, at("ceremony-show", section)).headings[0] == "Awards"
    reads_otherwise(first, "DD", by=kim)
    assert "1st place trophy" in visit(desk, at("ceremony-show", section)).one("main section")
    verify(second, "WL", by=kim)
    assert visit(desk, at("ceremony-show", section)).headings[0] == "Awards"


def test_a_board_of_a_match_that_was_read_otherwise_stops_the_award_of_the_match(
    desk: Client, kim: User
) -> None:
    teams = a_section(2, 1, by=kim, boards=2)
    (match,) = played(teams, 1, "1 2")
    for board, result in zip(match.match_boards.order_by("board"), ("WL", "DD"), strict=True):
        record_board(board, result, revision=board.revision, by=kim)
    announce(teams, "1st place trophy")
    freeze(as_it_stands(teams), by=kim)
    first, second = match.match_boards.order_by("board")
    reads_otherwise(second, "WL", by=kim)
    assert visit(desk, at("ceremony-show", teams)).headings[0] == "Awards"
    reads_otherwise(first, "LW", by=kim)
    asked = visit(desk, at("ceremony-show", teams)).one("main")
    assert unbroken("Round 1, board 1.1: entered 1–0, read 0–1") in asked
    assert "until it is decided: 1st place trophy" in asked


def test_the_ceremony_of_a_section_that_was_reopened_says_when_by_whom_and_why(
    desk: Client, kim: User, section: Section
) -> None:
    finish(as_it_stands(section), by=kim)
    event = reverse("event-ceremony", args=[section.event.slug])
    assert "eopened" not in visit(desk, at("ceremony", section)).one("main")
    held = reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    page = visit(desk, at("ceremony", section)).one("main .notice.reopened")
    assert held.reopened_at
    at_that = date_and_clock(held.reopened_at)
    assert f"Reopened {at_that} by Kim Okafor: “Board 1 was entered wrong.”" in page
    assert at("finish", section) in page.links
    assert "reopened" in visit(desk, event).one("main ul.sections")
    finish(as_it_stands(section), by=kim)
    assert "eopened" not in visit(desk, at("ceremony", section)).one("main")
    assert "reopened" not in visit(desk, event).one("main ul.sections")


def test_what_is_printed_and_projected_of_a_reopened_section_says_so(
    desk: Client, kim: User, section: Section
) -> None:
    announce(section, "1st place trophy\n1st place $100")
    finish(as_it_stands(section), by=kim)
    of = {name: at(name, section) for name in ("checklist", "receipts", "ceremony-show")}
    for name in ("event-checklist", "event-ceremony-show"):
        of[name] = reverse(name, args=[section.event.slug])
    for address in of.values():
        assert "eopened" not in visit(desk, address).one("main"), address
    held = reopen(as_it_stands(section), by=kim, reason="Board 1 was entered wrong")
    assert held.reopened_at
    told = f"Reopened {date_and_clock(held.reopened_at)} by Kim Okafor: “Board 1 was entered wrong.”"
    for name, address in of.items():
        assert told in visit(desk, address).one("main .reopened"), name
    for name in ("ceremony-show", "event-ceremony-show"):
        for award in (0, 1):
            assert "reopened" in visit(desk, of[name], {"award": award}).one("footer"), name
    finish(as_it_stands(section), by=kim)
    for address in of.values():
        assert "eopened" not in visit(desk, address).one("main"), address
