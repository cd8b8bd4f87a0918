"""Money at the ceremony: called with names and amounts on every page, and what nobody wins is listed."""

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import a_section, as_it_stands, played
from tests.html import visit
from tests.views.test_ceremony import announce, section, show, the_upset
from tiebreaks import frozen
from tiebreaks.models import FrozenAwards
from tournaments.models import Section
from tournaments.services.ceremony import freeze

__all__ = ["section"]

CASH_ONLY = "1st place $100\n2nd place $50\nU1860 $20\nUnrated $10"
SHARED = "2nd place $50, shared by 2"


def names(section: Section) -> list[str]:
    return [section.players.get(number=number).name for number in (1, 2, 3, 4)]


def test_money_alone_is_called_with_names_and_amounts_from_the_smallest_to_the_largest(
    desk: Client, section: Section
) -> None:
    announce(section, CASH_ONLY)
    one, two, three, four = names(section)
    page = visit(desk, at("ceremony", section)).one("ol.awards")
    assert page.texts(".title") == ["U1860 $20", SHARED, "1st place $100"]
    assert [line.text for line in page.all(".winner > span")] == [
        *(f"{four} $20", f"{two} $25", f"{three} $25", f"{one} $100")
    ]
    assert "Tied for 2nd–3rd on 1 point." in page


def test_what_nobody_wins_is_listed_with_why_and_not_called(desk: Client, section: Section) -> None:
    announce(section, f"{CASH_ONLY}\nTop unrated\nSportsmanship trophy")
    unwon = visit(desk, at("ceremony", section)).one(".unwon")
    assert [line.texts("p") for line in unwon.all("li")] == [
        ["Top unrated", "No one qualifies (32C3)."],
        ["Sportsmanship trophy", "Named by the director at the ceremony."],
        ["Unrated $10", "No one qualifies (32C3)."],
    ]
    lines = visit(desk, at("checklist", section)).all(".checklist tbody tr")[-3:]
    assert [line.one("th").text for line in lines] == ["nobody"] * 3
    assert not any(line.all(".box") for line in lines)
    assert "Unrated $10" in lines[-1]
    assert "No one qualifies" in lines[-1]


def test_the_checklist_has_a_box_and_the_amount_for_everybody_who_is_paid(
    desk: Client, section: Section
) -> None:
    announce(section, CASH_ONLY)
    one, two, three, four = names(section)
    lines = visit(desk, at("checklist", section)).all(".checklist tbody tr:has(.box)")
    assert [line.one("th").text for line in lines] == [
        *(f"{four} $20", f"{two} $25", f"{three} $25", f"{one} $100")
    ]


def test_the_projector_calls_the_money_after_the_trophies(desk: Client, section: Section) -> None:
    announce(section, "1st place trophy\n1st place $100\n2nd place $50")
    one, two, three, _four = (section.called(name) for name in names(section))
    screens = [show(desk, section, n) for n in range(4)]
    assert [screen.headings[0] for screen in screens] == [
        *("Awards", "1st place trophy", SHARED, "1st place $100")
    ]
    assert (screens[2].texts(".name"), screens[2].texts(".money")) == ([two, three], ["$25", "$25"])
    assert (screens[3].texts(".name"), screens[3].texts(".money")) == ([one], ["$100"])
    assert "3 / 3" in screens[3]
    assert not screens[3].all("[rel=next]")


def test_the_events_ceremony_counts_the_money_of_each_section(
    desk: Client, kim: User, section: Section
) -> None:
    announce(section, CASH_ONLY)
    other = a_section(2, 1, event=section.event, by=kim, name="Reserve", order="solkoff")
    played(other, 1, "1 2 WL")
    announce(other, "1st place $40")
    page = visit(desk, reverse("event-ceremony", args=[section.event.slug])).one("ul.sections")
    assert page.in_order("3 awards to call", "$170 in cash", "1 prize without a winner")
    assert page.in_order("Reserve", "1 award to call", "$40 in cash")
    lists = visit(desk, reverse("event-checklist", args=[section.event.slug]))
    winner = other.players.get(number=1).name
    assert [f"{winner} $40"] == lists.all(".sheet")[1].texts("tbody th")


def test_an_amount_that_changed_after_the_freeze_is_not_called(
    desk: Client, kim: User, section: Section
) -> None:
    announce(section, CASH_ONLY)
    freeze(as_it_stands(section), by=kim)
    the_upset(section)
    one, _two, three, four = names(section)
    asked = visit(desk, at("ceremony-show", section)).one("section.notice")
    assert asked.texts("li") == [f"{one}: $100 → $25", f"{three}: $25 → $100"]
    called = visit(desk, at("ceremony", section)).one("ol.awards")
    assert called.texts(".winner > span") == [f"{four} $20"]
    assert called.text.count("Do not call these amounts.") == 2
    assert not show(desk, section, 3).texts(".name"), "nobody is named of an amount that changed"


def test_money_that_an_earlier_release_froze_is_called_by_the_prizes_that_it_comes_from(
    desk: Client, kim: User, section: Section
) -> None:
    announce(section, CASH_ONLY)
    version, _is_new = freeze(as_it_stands(section), by=kim)
    record = frozen.read(version.awards)
    old = frozen.write(frozen.AwardsRecord(record.awards, record.cash))
    assert "shares" not in old
    FrozenAwards.objects.filter(pk=version.pk).update(awards=old)
    page = visit(desk, at("ceremony", section)).one("ol.awards")
    assert page.texts(".title") == ["U1860 $20", SHARED, "1st place $100"]
    assert freeze(as_it_stands(section), by=kim) == (FrozenAwards.objects.get(), False)


def test_a_version_lists_the_money_as_it_was_called(desk: Client, kim: User, section: Section) -> None:
    announce(section, CASH_ONLY)
    freeze(as_it_stands(section), by=kim)
    page = visit(desk, at("awards-version", section, 1))
    assert page.texts("ol.awards .title") == ["U1860 $20", SHARED, "1st place $100"]
    assert "Unrated $10" in page.one(".unwon")


def test_what_is_read_aloud_of_a_class_prize_says_why_it_is_theirs(desk: Client, section: Section) -> None:
    """*Alone in 4th place on 0 points* was the reason for being the best of a class."""
    best = "Best of the players under 1860: 4th in the section with 0 points."
    announce(section, "1st place $100\nU1860 $20\nTop under 1860")
    page = visit(desk, at("ceremony", section)).one("ol.awards")
    assert [line.texts(".small")[:1] for line in page.all("li")[:2]] == [[best], [best]]
    assert best in show(desk, section, 1)
    assert best in visit(Client(), at("cash", section))


def test_who_takes_a_class_prize_after_others_is_called_the_best_of_those_left(
    desk: Client, section: Section
) -> None:
    left = "Best of the players under 1910 without another prize: 4th in the section with 0 points."
    announce(section, "1st–3rd trophies\nTop under 1910\n1st–3rd $50\nU1910 $20")
    page = visit(desk, at("ceremony", section)).one("ol.awards")
    reasons = dict(
        zip(page.texts(".title"), (line.texts(".small")[:1] for line in page.all("li")), strict=True)
    )
    assert reasons["Top under 1910"] == reasons["U1910 $20"] == [left]
