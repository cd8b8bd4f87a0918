"""What parents read of prizes: what comes on top of a trophy, whom somebody is behind, what money is for."""

import re

from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import a_section, played
from tests.html import read, visit
from tests.views.prizes_page import announce, section, spoken
from tests.views.public_pages import vermont
from tournaments.models import Section

__all__ = ["section", "vermont"]

ONE_EACH = "The posted tiebreaks decide trophies: one each, the best available."


def test_what_a_player_can_win_on_top_of_a_trophy_is_told_by_name(section: Section) -> None:
    announce(section, "1st–2nd trophies", "Top under 1800", "Biggest upset", "Best game trophy")
    announced = f"{ONE_EACH} A player can win these on top of a trophy: Biggest upset; Best game."
    assert announced in spoken("trophies", section)
    announce(section, "1st–2nd trophies", "1 point or more: medal", "2 points or more: medal")
    assert f"{ONE_EACH} A player can win these on top of a trophy: Medals." in spoken("trophies", section)
    announce(section, "1st–2nd trophies", "Medal for everybody, not with a trophy")
    page = spoken("trophies", section)
    assert ONE_EACH in page
    assert "on top" not in page


def test_how_money_is_shared_is_told_beside_trophies_only_where_there_is_money(section: Section) -> None:
    told = "Those who tie share cash equally."
    announce(section, "1st–2nd trophies")
    assert told not in spoken("trophies", section).split(ONE_EACH)[1]
    announce(section, "1st–2nd trophies", "1st place $100")
    assert told in spoken("trophies", section).split(ONE_EACH)[1]


def test_the_last_of_a_tie_reads_whom_the_place_is_behind_and_on_what(vermont: Section) -> None:
    """``4th of the four on 3 points.`` stood alone."""
    page = spoken("trophies", vermont)
    assert "Dan 3rd of the four on 3 points. Ahead of Bill on Cumulative, 8 to 7." in page
    assert "Bill 4th of the four on 3 points. Next after Dan on Cumulative, 7 to 8." in page


def test_rule_numbers_are_small_print_in_the_reasons_of_prizes(section: Section) -> None:
    played(section, 2, "3 1 WL\n5 2 WL\n4 6 WL")
    announce(section, "1st–2nd trophies", "Top under 1850", "1st place $100")
    page = visit(Client(), at("trophies", section))
    (skipped,) = page.all(".skipped")
    assert skipped.text.endswith("already takes 2nd place trophy (32F).")
    assert skipped.texts("small.soft") == ["(32F)"]
    assert visit(Client(), at("cash", section)).texts(".reason small.soft") == ["(32B2)"]


def test_money_that_is_not_for_a_place_is_named_beside_the_name(kim: User) -> None:
    """One child had $50 beside others with $44.29, and nothing said what for."""
    section = a_section(6, 1, by=kim, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL\n5 6 WL")
    announce(section, "1st place $100", "U1810 $60", "U1780 $10")
    page = visit(Client(), at("standings", section))
    assert page.texts(".pill") == [
        "$50 not final",
        "$50 not final",
        "U1810 $60 not final",
        "U1780 $10 not final",
    ]


def test_the_odd_cents_say_why_some_get_one_more(section: Section) -> None:
    announce(section, "1st place $100")
    page = spoken("cash", section)
    odd = "The money does not divide evenly. The odd cent goes to the lowest wall-chart number: "
    assert odd in page
    foot = "Those who tie share cash equally. Odd cents go to the lowest wall-chart numbers."
    assert foot in spoken("standings", section)
    announce(section, "1st place trophy")
    assert "Odd cents" not in spoken("standings", section)


def test_the_pages_of_prizes_are_called_as_the_tab_that_leads_there(section: Section) -> None:
    """Below the tab *Prizes* a page was titled *Trophies*."""
    for announced, pages, called in (
        (["1st place trophy"], ["trophies"], "Trophies"),
        (["1st place prize “book”"], ["trophies"], "Prizes"),
        (["1st place trophy and $100"], ["trophies", "cash"], "Prizes"),
    ):
        announce(section, *announced)
        for name in pages:
            answer = Client().get(at(name, section))
            page = read(answer)
            assert page.one("h1").text == f"{section.name} {called}"
            assert re.search(rf"<title>\s*{called}\W", answer.text)
            assert page.one("#tab-trophies").text == called
