"""Prizes of a flyer for several sections: planned by section, refused by line, saved in all or none."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.addresses import at
from tests.factories import EventFactory, SectionFactory, UserFactory, a_section, as_it_stands
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tiebreaks.engine.prizes import notation
from tournaments.errors import Refused
from tournaments.formats.flyer import prize_lines, reading
from tournaments.models import LogEntry, Role, Section, Staff
from tournaments.services import flyers, prizes

FLYER = """
K-1 Championship:
1st–3rd trophies
Top girl
K-5:
1st place $100
All sections:
Sportsmanship
"""


@pytest.fixture
def sections(kim: User) -> list[Section]:
    event = EventFactory.create()
    Staff.objects.create(event=event, user=kim, role=Role.CHIEF)
    return [
        SectionFactory.create(event=event, name=name) for name in ("K-1 Championship", "K-5 Open", "Adult")
    ]


def announced(sections: list[Section]) -> list[str]:
    return [as_it_stands(section).prizes for section in sections]


def test_a_flyer_is_announced_in_every_section_that_it_names(sections: list[Section], kim: User) -> None:
    event = sections[0].event
    prizes.announce(sections[0], "Top under 800", by=kim)
    planned = flyers.plan(event, FLYER).parts
    assert [(part.section.name, part.goes) for part in planned] == [
        ("K-1 Championship", ["Top under 800"]),
        ("K-5 Open", []),
        ("Adult", []),
    ]
    before = LogEntry.objects.count()
    flyers.announce_all(event, FLYER, by=kim)
    assert announced(sections) == [part.text for part in planned]
    assert announced(sections) == [
        "1st–3rd trophies\nTop girl\nSportsmanship trophy",
        "1st place $100\nSportsmanship trophy",
        "Sportsmanship trophy",
    ]
    assert LogEntry.objects.count() == before + 3


def test_prizes_can_stay_and_a_section_that_is_not_named_keeps_its_own(
    sections: list[Section], kim: User
) -> None:
    prizes.announce(sections[0], "Top under 800", by=kim)
    prizes.announce(sections[2], "1st $5", by=kim)
    flyers.announce_all(sections[0].event, "K-1 Championship\n1st\nTop U800", add=True, by=kim)
    assert announced(sections) == ["1st place trophy\nTop under 800", "", "1st place $5"]


def test_what_is_wrong_in_one_line_saves_nothing_in_any_section(sections: list[Section], kim: User) -> None:
    text = "1st\nK-1 Championship:\n1st\nTop 800\nK-9:\n2nd\nAll sections:\n$0"
    with pytest.raises(Refused) as refused:
        flyers.announce_all(sections[0].event, text, by=kim)
    told = [(trouble.where, trouble.read) for trouble in refused.value.troubles]
    assert told == [("line 1", "1st"), ("line 4", "Top 800"), ("line 5", "K-9:"), ("line 8", "$0")]
    assert announced(sections) == ["", "", ""]
    # The last of the sections refuses, after the others were announced.
    with pytest.raises(Refused):
        flyers.announce_all(sections[0].event, "K-1 Championship:\n1st\nAdult:\nTop team", by=kim)
    assert announced(sections) == ["", "", ""]


def test_the_page_shows_what_would_change_and_saves_it_when_asked(
    sections: list[Section], desk: Client
) -> None:
    address = reverse("flyer", args=[sections[0].event.slug])
    page = read(desk.post(address, {"text": FLYER, "do": "look"}, follow=True))
    assert "K-5 Open 1st place $100 Sportsmanship trophy" in page.spoken
    assert announced(sections) == ["", "", ""]
    assert desk.post(address, {"text": FLYER, "do": "save"}).status_code == 302
    assert announced(sections)[1] == "1st place $100\nSportsmanship trophy"
    answer = desk.post(address, {"text": "Nowhere:\n1st", "do": "look"}, follow=True)
    assert "line 1 Nowhere: a section of this event. No section is called “Nowhere”." in read(answer).spoken


def test_what_a_flyer_would_change_has_an_address(sections: list[Section], desk: Client) -> None:
    event = sections[0].event
    place = reverse("flyer", args=[event.slug])
    sent = visit(desk, place).form(place, holding="text").send(desk, {"text": FLYER, "do": "look"})
    assert sent.status_code == 302
    first = visit(desk, sent.url)
    assert first.text == visit(desk, sent.url).text, "a reload asks nothing"
    assert "K-5 Open 1st place $100 Sportsmanship trophy" in first.spoken
    changed = {"text": "Nowhere:\nTop 3", "do": "look"}
    asked = first.form(place, holding="add").send(desk, changed, follow=True)
    again = read(asked).form(place, holding="taken").send(desk, {"taken": "adult", "do": "look"})
    assert "Adult 1st–3rd trophies" in visit(desk, again.url).spoken
    assert "K-5 Open 1st place $100" in visit(desk, sent.url).spoken, "Back shows what was looked at before"

    # Back to the first page, its box holds what was sent last, until that is announced.
    assert "Nowhere:" in visit(desk, place).one("textarea[name=text]").text

    # The page of somebody else, or of another event, is not there.
    ann = UserFactory.create()
    Staff.objects.create(event=event, user=ann, role=Role.CHIEF)
    gone = "The text is not kept any more. Paste it again."
    assert gone in read(signed_in(ann).get(sent.url, follow=True))

    saved = desk.post(place, {"text": FLYER, "do": "save"}, follow=True)
    assert "Saved: K-1 Championship, K-5 Open, Adult." in read(saved)
    assert gone in read(desk.get(sent.url, follow=True))


PROSE = """
SPRING SCHOLASTIC
Saturday, November 28, 2026

PRIZES:
K-1 Championship: Trophies to top 5 individuals. Top girl. Medals to all other players.
K-5 Open - Cash: $100-$60-$40, U1000 $30
• Best game prize; grade 6 and below
ALL SECTIONS: Sportsmanship award.
"""


def test_a_flyer_in_prose_is_read_and_what_is_no_prize_above_it_is_left_out(
    sections: list[Section], desk: Client
) -> None:
    address = reverse("flyer", args=[sections[0].event.slug])
    page = read(desk.post(address, {"text": PROSE, "do": "look"}, follow=True))
    assert "Left out: SPRING SCHOLASTIC; Saturday, November 28, 2026; PRIZES:" in page.spoken
    assert desk.post(address, {"text": PROSE, "do": "save"}).status_code == 302
    assert announced(sections) == [
        "1st–5th trophies\nTop girl\nSportsmanship trophy\nEverybody: medal, not with a trophy",
        "1st place $100\n2nd place $60\n3rd place $40\nU1000 $30\nTop grade 6 and below\n"
        "Best game trophy\nSportsmanship trophy",
        "Sportsmanship trophy",
    ]


def test_the_preview_says_that_medals_for_the_rest_go_to_winners_of_money_too(
    sections: list[Section], desk: Client
) -> None:
    said = "goes to winners of money too, unless they win a trophy or another medal"
    flyer = "K-5 Open: $100-$60\nMedals for the rest\nK-1 Championship: top 3\nMedals for the rest"
    address = reverse("flyer", args=[sections[0].event.slug])
    page = read(desk.post(address, {"text": flyer, "do": "look"}, follow=True))
    told = [card for card in page.all("section.card") if said in card]
    assert [card.one("h3").text for card in told] == ["K-5 Open"]
    assert "“Everybody: medal, not with a trophy” goes to winners" in told[0]


def test_a_section_that_is_not_here_is_no_label(sections: list[Section], kim: User) -> None:
    planned = flyers.plan(sections[0].event, "Adult: 1st–3rd\nTrophies:\nTop U800\nK-9:\nTop 5")
    assert [trouble.read for trouble in planned.troubles] == ["K-9:"]
    assert [part.text for part in planned.parts] == ["1st–3rd trophies\nTop under 800"]
    for above in ("K-9:", "K-9: trophies to top 5", "1st–3rd"):
        planned = flyers.plan(sections[0].event, f"Welcome\n{above}\nAdult: 1st")
        assert ([each.read for each in planned.troubles], planned.left_out) == ([above], ["Welcome"])


@pytest.mark.parametrize(
    ("line", "prizes"),
    [
        ("Trophies 1st-10th, Top Unrated, Top Girl", "1st–10th trophies\nTop unrated\nTop girl"),
        (
            "1st-3rd trophies; top 1st grader, 2nd and 3rd graders",
            "1st–3rd trophies\nBest grade 1\nBest grade 2\nBest grade 3",
        ),
        (
            "Trophies for top ten, plus best U800, U600 and unrated.",
            "1st–10th trophies\nTop under 800\nTop under 600\nTop unrated",
        ),
        ("Class prizes: A $50, B $40", "Class A $50\nClass B $40"),
        ("1st: $100  2nd: $60", "1st place $100\n2nd place $60"),
        ("1st, 2nd & 3rd medals", "1st–3rd medals"),
        ("Top 3 teams", "1st–3rd team trophies"),
        ("Team trophies: 1st-3rd", "1st–3rd team trophies"),
        ("Top A, B: $50 each", "Class A $50\nClass B $50"),
        ("U2000, U1800 each $100", "U2000 $100\nU1800 $100"),
        ("1st-$500, 2nd – $300, U1600 $100", "1st place $500\n2nd place $300\nU1600 $100"),
        ("Biggest upset prize $50", "Upset $50"),
        ("Upset award", "Biggest upset"),
        (
            "Plaques: Top 3, Top Female, Class A, Class B, Top Unrated, U1200",
            "1st–3rd prizes “plaque”\nTop female prize “plaque”\nTop Class A prize “plaque”\n"
            "Top Class B prize “plaque”\n"
            "Top unrated prize “plaque”\nTop under 1200 prize “plaque”",
        ),
        ("Trophies to top 10, plaques to top 3 teams", "1st–10th trophies\n1st–3rd team trophies"),
        ("Top Female Player: plaque and $50", "Top female prize “plaque”\nFemale $50"),
        ("1st: Plaque + $100", "1st place prize “plaque”\n1st place $100"),
        # Money and a trophy of one winner.
        ("1st $200 plus trophy, 2nd $100", "1st place trophy and $200\n2nd place $100"),
        (
            "1st place: $200 and trophy, 2nd place: $100 & trophy",
            "1st place trophy and $200\n2nd place trophy and $100",
        ),
        ("U1200 $40, top unrated $25 & trophy", "U1200 $40\nUnrated trophy and $25"),
        ("Top unrated: trophy and $25", "Unrated trophy and $25"),
        ("$25 & trophy to top unrated", "Unrated trophy and $25"),
        ("1st–3rd ($500 b/30): 200-100-60", "1st place $200\n2nd place $100\n3rd place $60"),
        ("Class prizes A/B/C/D $40 each", "Class A $40\nClass B $40\nClass C $40\nClass D $40"),
        ("First through fifth place trophies", "1st–5th trophies"),
        ("1st $300 2nd $200 Class A/B $75", "1st place $300\n2nd place $200\n1600–1999 $75"),
        ("U2000/U1800 $100 each, Class D & below $50 each", "U2000 $100\nU1800 $100\nU1400 $50"),
        ("U2000/U1800/U1600 $100 each", "U2000 $100\nU1800 $100\nU1600 $100"),
        ("U1800 $150-100, women’s prize $50", "U1800 $150\n2nd U1800 $100\nWoman $50"),
        ("Classes A, B, C: $50 each", "Class A $50\nClass B $50\nClass C $50"),
        ("Top class D & below", "Top under 1400"),
        # Kindergarten is grade K, and a grader is of that grade alone.
        ("Top 2 kindergarten", "1st–2nd grade K trophies"),
        ("Top kindergartner, top 1st grader", "Best grade K\nBest grade 1"),
        ("Trophies to top 3 kindergartners", "1st–3rd grade K trophies"),
        ("Top 2 in kindergarten, top two 1st graders", "1st–2nd grade K trophies\n1st–2nd grade 1 trophies"),
        ("Kindergarten and below: top 2", ""),
        # Champions are first, runners-up second.
        ("Champion", "1st place trophy"),
        ("1st Place Champion trophy", "1st place trophy"),
        ("Trophies to section champion and runner-up", "1st–2nd trophies"),
        ("First 10 places", "1st–10th trophies"),
        ("Trophies for the first ten finishers", "1st–10th trophies"),
        ("Trophies for places 1 to 10", "1st–10th trophies"),
        ("Trophies through 10th place", "1st–10th trophies"),
        # A ribbon keeps its name; the unrated may win what says so (33F).
        ("Ribbons to all players", "Everybody: prize “ribbon”"),
        ("Trophies 1st-3rd, ribbons 4th-10th", "1st–3rd trophies\n4th–10th prizes “ribbon”"),
        (
            "Participation ribbons to everyone else",
            "Everybody: prize “participation ribbon”, not with a trophy",
        ),
        ("U1600/Unr $50", "U1600 $50, unrated too"),
        ("Trophies: Top U800/Unrated", "Top under 800, unrated too"),
        ("U800/U600/Unr. $20 each", "U800 $20\nU600 $20\nUnrated $20"),
        # Those of teams.
        ("5 individual trophies and 3 team trophies", "1st–5th trophies\n1st–3rd team trophies"),
        ("Trophies to top 5 individuals and 3 top teams", "1st–5th trophies\n1st–3rd team trophies"),
        ("1st, 2nd and 3rd place team trophies", "1st–3rd team trophies"),
        ("Top school", "Top team"),
        ("Team Trophies: Top 3 (best 4 players per school)", "1st–3rd team trophies"),
        ("Top 3 teams (top 4 players count)", "1st–3rd team trophies"),
        ("Team trophies to the top 3 teams, best 4 scores count, min. 2 players", "1st–3rd team trophies"),
        ("Trophies: top 5 and top 3 teams in each section", "1st–5th trophies\n1st–3rd team trophies"),
        ("Top Home School", ""),
        ("Top 3 K-3 teams", ""),
        # Who gets them stands before what they get.
        ("Top 5 receive trophies", "1st–5th trophies"),
        (
            "Top 10 finishers receive trophies; other players receive medals.",
            "1st–10th trophies\nEverybody: medal, not with a trophy",
        ),
        (
            "Top 10 get trophies, all others get medals",
            "1st–10th trophies\nEverybody: medal, not with a trophy",
        ),
        ("All players receive a medal or trophy", "Everybody: medal, not with a trophy"),
        ("Each player who doesn’t win a trophy receives a medal", "Everybody: medal, not with a trophy"),
        ("Trophy to every player", "Everybody: trophy"),
        # What stands before a colon is of all that follows.
        ("Unrated: 1st-3rd", "1st–3rd unrated trophies"),
        ("U400: 1st, 2nd, 3rd", "1st–3rd under 400 trophies"),
        ("U1600: 1st $100, 2nd $50", "U1600 $100\n2nd U1600 $50"),
        ("$300 - 1st, $200 - 2nd", "1st place $300\n2nd place $200"),
        # Medals for a score are for no others.
        ("Medals for 3+ points", "3 points or more: medal"),
        ("Medals to all who score 3 or more points", "3 points or more: medal"),
        ("Medals to players with 2.5 or better", "2½ points or more: medal"),
        ("Medals to all who play all rounds", ""),
        ("Trophies: 1st-5th, medals: 6th-10th", "1st–5th trophies\n6th–10th medals"),
        ("Top 3 get trophies, rest get medals", "1st–3rd trophies\nEverybody: medal, not with a trophy"),
        ("Highest-scoring girl, highest finishing unrated", "Top girl\nTop unrated"),
        ("Trophies to top 10 (no ties)", "1st–10th trophies"),
        # Sums in the order of the places.
        ("1st-3rd: $100, $50, $25", "1st place $100\n2nd place $50\n3rd place $25"),
        ("1st, 2nd and 3rd: $100, $50, $25", "1st place $100\n2nd place $50\n3rd place $25"),
        ("Top 3: $100-50-25", "1st place $100\n2nd place $50\n3rd place $25"),
        ("Top 2: $100, $50, $25", ""),
        ("Guaranteed prizes: 1st $500, 2nd $250", "1st place $500, guaranteed\n2nd place $250, guaranteed"),
        (
            "$$G 500-250, U1200 $50",
            "1st place $500, guaranteed\n2nd place $250, guaranteed\nU1200 $50, guaranteed",
        ),
        # What is won for the biggest upset.
        ("Biggest upset: book prize", "Biggest upset prize “book prize”"),
        ("Upset of the day: $10 gift card", "Biggest upset prize “$10 gift card”"),
        ("Upset of the day", "Biggest upset"),
        ("Upset of the day: $25", "Upset $25"),
        ("Biggest upset: ask at the table", ""),
        # In each grade that is named.
        (
            "Top 2 in each grade: K, 1, 2 and 3",
            "\n".join(f"1st–2nd grade {grade} trophies" for grade in "K123"),
        ),
        ("Trophies for top player in each grade (K-2)", "Best grade K\nBest grade 1\nBest grade 2"),
        ("Medals to top 2 in each grade: 1st, 2nd", "1st–2nd grade 1 medals\n1st–2nd grade 2 medals"),
        ("Top 2 in each grade: K, 1, 14", ""),
        ("1st place team trophy (top 4 players from one school)", "Top team"),
        # How many of the others, nobody can tell.
        ("Top 3 U800, U600, U400", ""),
        ("Top 2 U600 & Unr", ""),
        # To whom, nobody can tell.
        ("Medals and sportsmanship award and top 3 teams", ""),
        ("Medals", ""),
        # Whether the others have the sum too, nobody can tell.
        ("Class A, B, C $50", ""),
        ("Top 3 in each grade", ""),
        ("U1800/U1600 $75", ""),
        ("Registration from 8:30", ""),
    ],
)
def test_a_line_of_a_flyer_is_read_whole_or_not_at_all(line: str, prizes: str) -> None:
    found, errors = notation.read("\n".join(prize_lines(line)))
    assert bool(errors) == (not prizes)
    if prizes:
        assert notation.show(found) == prizes


def test_prizes_pasted_on_the_page_of_one_section_are_read_as_those_of_a_flyer(
    desk: Client, sections: list[Section]
) -> None:
    place = at("prizes", sections[0])
    form = visit(desk, place).form(place, holding="text")
    form.send(desk, {"text": "Plaques to top 3\nTop Female, Class A\nTop Unrated"})
    assert announced(sections)[0] == "1st–3rd prizes “plaque”\nTop Class A\nTop unrated\nTop female"
    form = visit(desk, place).form(place, holding="text")
    page = read(form.send(desk, {"text": "1st place plaque\nTop 3, Top Female\nTop wise man"}))
    assert "Top wise man" in page
    assert "1st place plaque" not in page.texts(".troubles td")


def test_the_preview_of_a_flyer_says_of_which_prizes_nobody_has_the_mark(desk: Client, kim: User) -> None:
    """Where nobody is entered yet, nobody can be marked."""
    section = a_section(2, 1, by=kim)
    empty = SectionFactory.create(event=section.event, name="K-1")
    address = reverse("flyer", args=[section.event.slug])
    text = f"{section.name}:\nTop girl\n{empty.name}:\nTop girl"

    def preview() -> Element:
        return read(desk.post(address, {"text": text, "do": "look"}, follow=True))

    assert f"Nobody in {section.name} is marked as a girl. Mark them on the roster." in preview()
    assert preview().link("Mark them on the roster.") == at("roster", section)
    assert preview().spoken.count("Nobody in") == 1
    section.players.filter(number=2).update(marks="girl")
    assert "Nobody in" not in preview()


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("Best costume", "where you name the winner by hand, Director’s choice “Best costume”"),
        ("1st place: handshake", "put its name in quotes: 1st prize “handshake”"),
        (
            "Top Girl (not in top 5)",
            "K-1 Championship: Wallchart can’t keep exactly the first 5 places out of this prize. Write it"
            " without “not in top 5”: nobody takes two trophies anyway (32F)",
        ),
        ("Top team trophy + medals for team members", "no prize here is for the members of a team"),
        ("Medals to members of the top 3 teams", "no prize here is for the members of a team"),
        ("Individual medals to each member of the winning team", "no prize here is for the members"),
        ("Trophies to the top 3 teams, medals to their members", "no prize here is for the members"),
        ("Trophies to top 5, medals 6-10, top 3 U400", "trophies or medals for each"),
        (
            "1st $100, top senior, U1200",
            "what top senior; U1200 win: no amount is named. Write “top senior trophy” or “top senior $20”."
            " Read here: 1st $100",
        ),
        (
            "Medals to all players with 3 points",
            "medals from a score up: write “3 points or more: medal”. Wallchart has no prize for exactly"
            " that score",
        ),
        ("Trophies for everyone who scores 2.5 pts", "write “2.5 points or more: trophy”"),
    ],
)
def test_what_no_prize_can_say_is_named_of_a_line_of_a_flyer(
    sections: list[Section], line: str, told: str
) -> None:
    (trouble,) = flyers.plan(sections[0].event, f"K-1 Championship:\n{line}").troubles
    assert told in trouble.expected


def test_a_line_at_the_end_that_speaks_of_all_players_is_for_all_sections_of_the_flyer(
    sections: list[Section], desk: Client, kim: User
) -> None:
    prizes.announce(sections[2], "1st $5", by=kim)
    line = "All players receive a participation ribbon."
    flyer = f"K-1 Championship:\nTop 3\nK-5 Open:\nTop 5\n{line}"
    address = reverse("flyer", args=[sections[0].event.slug])
    page = read(desk.post(address, {"text": flyer, "do": "look"}, follow=True))
    assert f"For all sections of this flyer: “{line[:-1]}”. If it is for K-5 Open only" in page.spoken
    assert desk.post(address, {"text": flyer, "do": "save"}).status_code == 302
    ribbon = "Everybody: prize “participation ribbon”"
    assert announced(sections) == [
        f"1st–3rd trophies\n{ribbon}",
        f"1st–5th trophies\n{ribbon}",
        "1st place $5",
    ]


@pytest.mark.parametrize(
    "line",
    ["Best K-6 girl trophy", "Top girl grade 6 and under", "Top girl (K-6)", "Best girl, 6th grade & below"],
)
def test_the_best_girl_of_some_grades_goes_by_the_mark_where_a_section_has_no_higher_grade(
    sections: list[Section], line: str
) -> None:
    planned = flyers.plan(sections[0].event, f"K-5 Open: {line}")
    assert ([part.text for part in planned.parts], planned.troubles) == (["Top girl"], [])
    (trouble,) = flyers.plan(sections[0].event, f"Adult: {line}").troubles
    assert "Adult: Wallchart can’t keep players above grade 6 out" in trouble.expected


def test_a_share_of_the_points_is_of_the_rounds_of_each_section(sections: list[Section]) -> None:
    Section.objects.filter(pk=sections[0].pk).update(rounds=4)
    Section.objects.exclude(pk=sections[0].pk).update(rounds=5)
    planned = flyers.plan(sections[0].event, "All sections: Medals for 50% or better")
    assert [part.text for part in planned.parts] == [
        "2 points or more: medal",
        *["2½ points or more: medal"] * 2,
    ]


@pytest.mark.parametrize(
    "flyer",
    [
        "K-1 Championship:\nTop 3\nMedals to all players\nK-5 Open:\nTop 5\nMedals to all players",
        "K-1 Championship:\nTop 3\nK-5 Open: medals to all players",
        "K-1 Championship:\nTop 3\nK-5 Open:\nMedals to all players\nTop 5",
        "K-1 Championship:\nTop 3\nK-5 Open:\nTop 5\nMedals to all other players",
    ],
)
def test_a_line_of_all_players_that_is_a_sections_own_stays_with_it(
    sections: list[Section], flyer: str
) -> None:
    planned = flyers.plan(sections[0].event, flyer)
    assert (planned.for_all, planned.troubles) == ([], [])


# --- sentences of flyers ---------------------------------------------------------------------------


def test_the_own_line_of_a_section_counts_before_that_of_all_sections(
    sections: list[Section], kim: User
) -> None:
    text = (
        "All sections: top 5, top girl, medals to all players\n"
        "K-1 Championship & K-5 Open: trophies to top 10 individuals instead of 5.\n"
        "Adult: top 3"
    )
    flyers.announce_all(sections[0].event, text, by=kim)
    rest = "Top girl\nEverybody: medal"
    assert announced(sections) == [
        f"1st–10th trophies\n{rest}",
        f"1st–10th trophies\n{rest}",
        f"1st–3rd trophies\n{rest}",
    ]


def test_money_of_a_section_replaces_that_of_all_and_later_places_are_added(
    sections: list[Section], kim: User
) -> None:
    text = "All sections: Top 3\n$100-60-40\nK-1 Championship: 1st $200\nK-5 Open: 4th-6th trophies"
    flyers.announce_all(sections[0].event, text, by=kim)
    first, second, _third = announced(sections)
    assert first.splitlines()[0] == "1st place $200"
    assert "3rd place trophy" in first
    assert "$100" not in first
    assert "2nd place $60" in first
    assert "3rd–6th trophies" in second
    assert "1st place $100" in second


def test_one_award_of_each_in_every_section_is_read(sections: list[Section], kim: User) -> None:
    text = "One sportsmanship award and one biggest upset prize in every section."
    flyers.announce_all(sections[0].event, text, by=kim)
    assert announced(sections) == ["Biggest upset\nSportsmanship trophy"] * 3


def test_what_counts_of_a_team_and_how_many_it_needs_are_read_in_one_bracket() -> None:
    line = "Team trophies to the top 3 schools in each section (top 4 scores count, minimum 2)."
    found = reading(line)
    assert (found.announced, found.unread) == (["1st–3rd team trophies"], [])
    assert (found.counting.best, found.counting.minimum) == (4, 2)
    assert reading("Top 3 teams (top 4 players count, blue shirts)").counting.best is None


@pytest.mark.parametrize(
    ("line", "who"),
    [
        ("Top 5, medals to all", "Everybody: medal"),
        ("Top 5, medals to all players", "Everybody: medal"),
        ("Top 5, medals to all others", "Everybody: medal, not with a trophy"),
    ],
)
def test_medals_to_all_behind_trophies_are_medals_to_everybody(
    sections: list[Section], desk: Client, line: str, who: str, kim: User
) -> None:
    event, wanted = sections[0].event, f"1st–5th trophies\n{who}"
    flyers.announce_all(event, f"All sections:\n{line}", by=kim)
    assert announced(sections) == [wanted] * 3
    prizes.announce(sections[0], "", by=kim)
    form = {"text": line}
    assert desk.post(at("prizes", sections[0]), form).status_code == 302
    assert announced(sections)[0] == wanted
