"""What parents read of prizes: what comes on top of a trophy, whom somebody is behind, what money is for."""

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
    assert "Bill 4th of the four on 3 points. Behind Dan on Cumulative, 8 to 7." in page
