"""Prizes in money: what each page pays, to whom and why."""

import re
from functools import partial

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, as_it_stands, paired, played
from tests.html import read, visit
from tests.views.prizes_page import announce, dollars, paid, section, spoken
from tournaments.models import Player, Section
from tournaments.services import ceremony, finishing, teams

__all__ = ["section"]


def test_the_shares_of_the_page_add_up_to_the_fund(section: Section) -> None:
    played(section, 2, "3 1 WL\n2 5 WL\n6 4 WL")  # 3 has two, four players one
    announce(section, "1st place $100", "2nd place $50.01", "3rd place $20", "U1900 $33.33", "Class D $7")
    html = visit(Client(), at("cash", section))
    assert sum(paid(html)) == 100_00 + 50_01 + 20_00 + 33_33 + 7_00
    page = read(Client().get(at("cash", section)))
    assert "Divided $203.34 Not divided $7 Offered $210.34" in page
    assert "The four who can win it share $103.34 equally (32B2)." in page
    assert "the odd cents go to" not in page
    assert "The odd cents go to the lowest wall-chart numbers" in page
    assert "Class D $7 No one qualifies (32C3)." in page


def test_money_that_goes_past_somebody_says_why(section: Section) -> None:
    played(section, 2, "3 1 WL\n2 5 WL\n6 4 WL")  # 3 has two; 1, 2, 5 and 6 one; 4 none
    announce(section, "1st place $100", "U1910 $40")
    three = section.players.get(number=3).name
    page = spoken("cash", section)
    assert page.count("Skipped:") == 1
    assert f"Skipped: {three} already wins 1st place (32B1)." in page


def test_shares_that_differ_by_a_cent_are_both_named_where_they_are_apart_from_the_tie(kim: User) -> None:
    """The list had two with $16.67; the sentence below it said "$16.66 each"."""
    section = a_section(10, 2, by=kim)
    played(section, 1, "1 6 WL\n2 7 WL\n3 8 LW\n4 9 LW\n5 10 LW")
    below = section.players.get(number=7).rating
    announce(section, "1st place $10", "2nd place $5", f"U{below} $50")
    assert "separately: $16.66 or $16.67 each, more than $15 (32B3)." in spoken("cash", section)
    announce(section, "1st place $10", "2nd place $5", f"U{below} $60")
    assert "separately: $20 each, more than $18.33 (32B3)." in spoken("cash", section)


def test_money_for_an_upset_says_the_upset_and_not_a_tie_that_shares_none_of_it(section: Section) -> None:
    played(section, 2, "3 1 WL\n2 5 LW\n6 4 WL")
    announce(section, "Upset $10")
    two, five = (section.players.get(number=number).name for number in (2, 5))
    page = spoken("cash", section)
    assert f"Upset $10 Won against {two}, rated 150 higher. {five} $10" in page
    assert "Tied" not in page.split("Offered")[0]


def test_players_of_the_same_upset_share_it_and_no_rule_about_places_is_named(section: Section) -> None:
    """32B2 is of those who tie for places."""
    played(section, 2, "6 3 WL\n2 5 LW\n1 4 WL")  # 6 and 5 won against players rated 150 higher
    announce(section, "Upset $10")
    page = spoken("cash", section)
    assert "The two with the same upset share $10 equally." in page
    assert "32B2" not in page


def test_money_on_top_is_not_called_the_one_prize_that_a_player_wins(section: Section) -> None:
    played(section, 2, "3 1 WL\n2 5 WL\n6 4 WL")
    announce(section, "1st place $100", "U1950 $40, on top")
    page = spoken("cash", section)
    assert "Wins the largest cash prize still available: 1st place $100 (32B1)." in page
    assert "U1950 $40 comes on top of a place or class prize." in page
    assert "still available: U1950 $40" not in page


def test_the_payout_shows_each_sum_once(section: Section, desk: Client) -> None:
    played(section, 2, "3 1 WL\n2 5 WL\n6 4 WL")
    announce(section, "1st place $100", "U1950 $40, on top", "Upset $10")
    page = spoken("awards", section, desk).split("Payout")[1]
    three = Player.objects.get(section=section, number=3).name
    assert f"3 {three} $1" in page
    sums = [dollars(said) for said in re.findall(r"\$[\d.]+", page)]
    assert sum(sums[:-1]) == sums[-1] == 150_00


def test_the_desks_awards_answer_what_is_new_with_their_news_alone(section: Section, desk: Client) -> None:
    announce(section, "1st place trophy, must be present", "1st place $100")
    page = visit(desk, at("awards", section))
    stamp = as_it_stands(section).stamp
    ask = f"{at('awards-live', section)}?v={stamp}"
    assert page.one("[hx-get]")["hx-get"] == ask
    assert desk.get(ask).status_code == 204
    played(section, 2, "3 1 WL\n2 5 WL\n6 4 WL")
    news = visit(desk, ask)
    assert news.one("[hx-get]")["hx-get"].endswith(f"?v={as_it_stands(section).stamp}")
    assert section.players.get(number=3).name in news.texts("[data-player='3'] bdi")
    assert not news.all("head, #absent-number")
    assert page.one("#absent-number")


def test_what_is_won_stands_beside_the_name_dashed_and_not_final_until_it_is_announced_or_the_section_final(
    kim: User,
) -> None:
    section = a_section(4, 2, by=kim, order="solkoff")
    announce(section, "1st place $200", "2nd place $100", "1st trophy", "1 point or more: medal")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")

    def beside(name: str, number: int, page: str) -> list[str]:
        found = visit(Client(), at(name, section, *([number] if name == "player" else [])))
        return found.one(page).texts(".pill")

    assert (
        beside("standings", 1, "#p1")
        == beside("player", 1, "main .explained")
        == [
            "1st trophy not final",
            "$200 not final",
            "Medal",
        ]
    )
    assert beside("standings", 2, "#p2") == ["$50 not final", "Medal"]  # shared with 3
    row = visit(Client(), at("standings", section)).one("#p1")
    assert row.texts(".projected i") == ["not final", "not final"]
    ceremony.freeze(as_it_stands(section), by=kim)
    assert beside("standings", 1, "#p1") == ["1st trophy", "$200", "Medal"]
    assert not visit(Client(), at("standings", section)).all(".pill.projected")
    announce(section, "1st place $400", "2nd place $100", "1st trophy", "1 point or more: medal")
    row = visit(Client(), at("standings", section)).one("#p1")
    assert row.texts(".pill.projected") == ["$400 not final"]
    finishing.finish(as_it_stands(section), by=kim)
    row = visit(Client(), at("standings", section)).one("#p1")
    assert row.texts(".pill") == ["1st trophy", "$400", "Medal"]
    assert not row.all(".pill.projected")


def test_money_is_projected_while_games_are_open_and_announced_before_play(kim: User) -> None:
    section = a_section(4, 2, by=kim)
    announce(section, "1st–2nd trophies", "1st place $100")
    assert "1st place $100" in spoken("cash", section)
    assert "1st–2nd trophies" in spoken("trophies", section)
    played(section, 1, "1 2 WL\n3 4 WL")
    assert "Projected. 1 of 2 rounds finished, so winners may change." in spoken("cash", section)
    paired(section, 2, "1 3\n2 4", publish=True)
    assert "Projected. 2 games are still being played, so winners may change." in spoken("cash", section)


def test_a_section_without_money_says_so(section: Section) -> None:
    assert "No money is announced" in spoken("cash", section)
    announce(section, "1st place trophy")
    assert "Prize money" not in spoken("trophies", section)
    announce(section, "1st place $20")
    assert "No trophies are announced" in spoken("trophies", section)
    assert "Prize money" in spoken("trophies", section)


def test_the_tab_of_prizes_opens_on_what_there_is_and_is_called_by_it(section: Section) -> None:
    """Money lay behind a second tap, under *Trophies*, beside the word that there are none."""

    def opens() -> tuple[str, str]:
        (tab,) = visit(Client(), at("standings", section)).all("#tab-trophies")
        return tab.text, tab["href"]

    assert opens() == ("Trophies", at("trophies", section))
    for announced, name, page in [
        (["1st–3rd trophies", "4th place medal"], "Trophies", "trophies"),
        (["1st place $100"], "Prizes", "cash"),
        (["1st place $100", "Medal for everybody"], "Prizes", "cash"),
        (["1st place trophy and $100"], "Prizes", "trophies"),
        (["1st place prize “book”"], "Prizes", "trophies"),
    ]:
        announce(section, *announced)
        assert opens() == (name, at(page, section)), announced
        assert visit(Client(), at(page, section)).one("#tab-trophies")["aria-current"] == "page"


def test_links_to_prizes_lead_to_money_where_there_is_no_trophy(section: Section, desk: Client) -> None:
    announce(section, "1st place $100")
    played(section, 2, "3 1 WL\n2 5 WL\n6 4 WL")
    home = visit(Client(), reverse("event", args=[section.event.slug]))
    assert [(link.text, link["href"]) for link in home.all(".next a")] == [("Prizes", at("cash", section))]
    papers = visit(desk, at("print", section)).links
    assert at("cash", section) in papers
    assert at("trophies", section) not in papers


def test_prizes_of_both_kinds_are_both_printed(section: Section, desk: Client) -> None:
    announce(section, "1st place trophy and $100")
    assert {at("cash", section), at("trophies", section)} <= set(visit(desk, at("print", section)).links)


def test_the_money_of_a_section_leads_to_the_trophies_of_its_teams(section: Section, kim: User) -> None:
    announce(section, "1st place $100")
    make = partial(teams.make_table, section.event, sections=[section], minimum=1, by=kim)
    make(name="Clubs", place_trophies=0)
    assert not visit(Client(), at("cash", section)).all(".kinds")
    make(name="Schools", place_trophies=1)
    assert at("trophies", section) in visit(Client(), at("cash", section)).one(".kinds").links
