"""What flyers say beside a prize: a thing for a trophy, whom it is not for, what its fund is based on."""

import pytest

from tiebreaks.engine.prizes import notation
from tournaments.formats.flyer import reading


def read_as(line: str) -> str:
    """The announcements of a line that is read whole; else what of it is not read."""
    found = reading(line)
    if found.unread:
        return f"not read: {'; '.join(found.unread)}"
    return notation.show(notation.parse("\n".join(found.announced)))


@pytest.mark.parametrize(
    ("line", "prizes"),
    [
        ("1st place: chess clock", "1st place prize “chess clock”"),
        ("1st: chess clock, 2nd: chess set", "1st place prize “chess clock”\n2nd place prize “chess set”"),
        (
            "1st - DGT clock and chess set; 2nd - a chess book",
            "1st place prize “DGT clock and chess set”\n2nd place prize “chess book”",
        ),
        ("2nd place gets a chess set", "2nd place prize “chess set”"),
        ("Winner receives a chess clock", "1st place prize “chess clock”"),
        ("1st Place: Trophy and chess clock", "1st place trophy\n1st place prize “chess clock”"),
        ("1st: $100 and a chess clock", "1st place $100\n1st place prize “chess clock”"),
        ("1st place: $100 scholarship + trophy", "1st place trophy\n1st place prize “$100 scholarship”"),
        ("1st: $25 gift card", "1st place prize “$25 gift card”"),
        ("$25 gift card to the top 3 players", "1st–3rd prizes “$25 gift card”"),
        ("Gift certificate for biggest upset", "Biggest upset prize “Gift certificate”"),
        ("Top U800: chess book, top girl", "Top under 800 prize “chess book”\nTop girl"),
        ("Sportsmanship award: chess book", "Sportsmanship prize “chess book”"),
        ("plaque to top girl", "Top girl prize “plaque”"),
        ("1st place: free entry to the next event", "1st place prize “free entry to the next event”"),
        ("1st: handshake", "not read: 1st: handshake"),
        ("Bring a chess set", "not read: Bring a chess set"),
        ("Entry fee: chess clock", "not read: Entry fee: chess clock"),
    ],
)
def test_a_thing_is_a_prize_of_its_name(line: str, prizes: str) -> None:
    assert read_as(line) == prizes


@pytest.mark.parametrize(
    ("line", "prizes"),
    [
        ("First prize $100, second prize $50", "1st place $100\n2nd place $50"),
        ("1st place prize: $100", "1st place $100"),
        ("1st $500G, 2nd $200", "1st place $500, guaranteed\n2nd place $200"),
        (
            "$200-$100 guaranteed, U1400: $50",
            "1st place $200, guaranteed\n2nd place $100, guaranteed\nU1400 $50",
        ),
        ("1st $400 - 2nd $200 - 3rd $100", "1st place $400\n2nd place $200\n3rd place $100"),
        ("First place $500 guaranteed", "1st place $500, guaranteed"),
        (
            "Guaranteed prizes: 1st $500; U1200 $50; top girl",
            "1st place $500, guaranteed\nU1200 $50, guaranteed\nTop girl",
        ),
        (
            "$1500 Guaranteed! 1st $400, U2000 $150-$100",
            "1st place $400, guaranteed\nU2000 $150, guaranteed\n2nd U2000 $100, guaranteed",
        ),
        ("U1600 1st $100 2nd $50", "U1600 $100\n2nd U1600 $50"),
        ("1st $300, U1600 1st $100 2nd $50", "1st place $300\nU1600 $100\n2nd U1600 $50"),
        ("U1200: $100, $50", "U1200 $100\n2nd U1200 $50"),
        (
            "$300-200, U1800, U1600, U1400 each $100, Unr $50",
            "1st place $300\n2nd place $200\nU1800 $100\nU1600 $100\nU1400 $100\nUnrated $50",
        ),
        ("U1800, U1600 $100, Unr $50", "not read: U1800: $?"),
        ("Top under 400 rated", "Top under 400"),
        ("Top rated under 800", "Top under 800"),
        ("Top Senior (65+) $50", "Age 65 and over $50"),
        ("Top senior 65 and over", "Top age 65 and over"),
        ("Top junior (under 18) $25", "Age 17 and under $25"),
        ("Large trophies to top 5, small trophies 6-10", "1st–10th trophies"),
        ("Top 10 (individual), top 3 (team)", "1st–10th trophies\n1st–3rd team trophies"),
        ("All players with a perfect score receive a medal", "Perfect score: medal"),
        ("Medals for all perfect scores", "Perfect score: medal"),
        ("Top girl not winning a place trophy", "Top girl"),
        ("Medals to players not winning a trophy", "Everybody: medal, not with a trophy"),
        (
            "Every player who does not win a trophy gets a ribbon",
            "Everybody: prize “ribbon”, not with a trophy",
        ),
        ("Medals for perfect scores. Best first-time player.", "Perfect score: medal\nTop newcomer"),
        ("Individual trophies to top 10 in each section", "1st–10th trophies"),
        ("Trophy to the team with the fewest players", "Team with fewest players"),
        ("Best game prize: $25 gift card (all sections)", "Best game prize “$25 gift card”"),
        (
            "1st - 10th, U600 1-3, 1-3 Unrated",
            "1st–10th trophies\n1st–3rd under 600 trophies\n1st–3rd unrated trophies",
        ),
        ("Top 5, U400 1st, 2nd, top girl", "1st–5th trophies\n1st–2nd under 400 trophies\nTop girl"),
        ("Top unrated (not already a trophy winner)", "Top unrated"),
    ],
)
def test_what_else_stands_on_flyers_is_read(line: str, prizes: str) -> None:
    assert read_as(line) == prizes


@pytest.mark.parametrize(
    ("line", "prizes"),
    [
        (
            "Medals for 2 points or more. Ribbons to everyone else.",
            "2 points or more: medal\nEverybody: prize “ribbon”, not with a trophy",
        ),
        (
            "Medals to 4th-6th; ribbons for the rest",
            "4th–6th medals\nEverybody: prize “ribbon”, not with a trophy",
        ),
        (
            "Trophies to top 3, medals to 4th-6th, ribbons to everyone else",
            "1st–3rd trophies\n4th–6th medals\nEverybody: prize “ribbon”, not with a trophy",
        ),
        (
            "Trophies to top 3, medals 4th-6th and ribbons for all others",
            "1st–3rd trophies\n4th–6th medals\nEverybody: prize “ribbon”, not with a trophy",
        ),
        (
            "Top 3 receive medals, all others receive ribbons",
            "1st–3rd medals\nEverybody: prize “ribbon”, not with a trophy",
        ),
        ("Plaque to 1st, trophies to 2nd-3rd", "1st place prize “plaque”\n2nd–3rd trophies"),
        (
            "Ribbons to 4th-6th. Certificates to all players",
            "4th–6th prizes “ribbon”\nEverybody: prize “certificate”",
        ),
        ("Medals to top 3 and the best ribbons", "not read: the best ribbons"),
        ("Medals to 1st, 2nd, 3rd ribbons", "not read: Medals to 1st, 2nd, 3rd ribbons"),
    ],
)
def test_a_thing_keeps_its_word_where_the_line_gives_medals_or_trophies_too(line: str, prizes: str) -> None:
    assert read_as(line) == prizes


def test_behind_medals_and_trophies_of_one_sentence_a_group_does_not_say_which() -> None:
    assert read_as("Trophies to top 10, medals 11-20, top 3 U400, top girl") == (
        "not read: top 3 U400 (trophies or medals?); top girl (trophies or medals?)"
    )
    told = "1st–10th trophies\n11th–20th medals\n1st–3rd under 400 trophies"
    assert read_as("Trophies to top 10, medals 11-20; trophies to top 3 U400") == told
    assert read_as("Trophies to top 10 and top 3 U400, medals 11-20").count("trophies") == 2
    assert read_as("Trophies to top 3. Medals to 4-10, top girl") == (
        "1st–3rd trophies\n4th–10th medals\nGirl medal"
    )


@pytest.mark.parametrize(
    ("line", "based", "prizes"),
    [
        ("$$ 1st $200, 2nd $100 b/40", 40, "1st place $200\n2nd place $100"),
        ("$$ (500 b/40): 1st $200, U1600 $75", 40, "1st place $200\nU1600 $75"),
        ("Medals for perfect scores. $$ 1st $200 b/9", 9, "Perfect score: medal\n1st place $200"),
        ("$$500 b/30: 1st $200", 30, "1st place $200"),
        ("Prizes: $1,000 b/50: $300-200", 50, "1st place $300\n2nd place $200"),
        ("1st $200, 2nd $100 (based on 25 entries)", 25, "1st place $200\n2nd place $100"),
        ("1st $200, based on 25 paid entries", 25, "1st place $200"),
        ("$1,000 prize fund based on 40 entries", 40, ""),
        ("1st $200 (b/25 paid)", 25, "1st place $200"),
        ("$$ 500-250", None, "1st place $500\n2nd place $250"),
    ],
)
def test_the_number_of_entries_that_a_fund_is_based_on_is_read(
    line: str, based: int | None, prizes: str
) -> None:
    assert (reading(line).based_on, read_as(line)) == (based, prizes)


@pytest.mark.parametrize(
    "line",
    [
        "Top girl (not in top 5)",
        "Top girl (not in top five)",
        "Top girl not in the top 5",
        "Top girl (outside the top 5)",
    ],
)
def test_whom_a_prize_is_not_for_is_read(line: str) -> None:
    assert (reading(line).besides, read_as(line)) == (5, "Top girl")


@pytest.mark.parametrize(
    ("line", "prizes"),
    [
        # A rank behind a group is one of the group, unless a place is counted.
        ("Top U1200 $50, 2nd $30", "U1200 $50\n2nd U1200 $30"),
        ("1st U1200 $50, 2nd $30, 3rd $20", "U1200 $50\n2nd U1200 $30\n3rd U1200 $20"),
        ("1st $90, 2nd $80, U1200 $50, 3rd $30", "1st place $90\n2nd place $80\nU1200 $50\n3rd place $30"),
        ("Top 3 U1200: $50/$30/$20", "U1200 $50\n2nd U1200 $30\n3rd U1200 $20"),
        ("Top 2 U1200 $50-$30-$20", "not read: Top 2 U1200 $50-$30-$20"),
        (
            "Top 3 in each class: U800, U600",
            "1st–3rd under 800 trophies\n1st–3rd under 600 trophies",
        ),
        ("Medals to top 2 in each of: U800, unrated", "1st–2nd U800 medals\n1st–2nd unrated medals"),
        ("Medals: top 2 in each grade 1-2", "1st–2nd grade 1 medals\n1st–2nd grade 2 medals"),
        ("Top two K, top two 1st", "1st–2nd grade K trophies\n1st–2nd grade 1 trophies"),
        (
            "Kindergarten: 1st-3rd; 1st Grade: 1st-2nd",
            "1st–3rd grade K trophies\n1st–2nd grade 1 trophies",
        ),
        ("D $50, E/under-$40", "Class D $50\nU1200 $40"),
        ("1st = $300, 2nd = $200", "1st place $300\n2nd place $200"),
        ("Trophies for first through tenth", "1st–10th trophies"),
        ("Top 10, 1st time player", "1st–10th trophies\nTop newcomer"),
        # What teams win is a trophy only where the line says so.
        ("Trophies to top 3 teams; medals for 4th place team", "1st–3rd team trophies\n4th team medal"),
        ("Trophies to top 5, medals to top 3 teams", "1st–5th trophies\n1st–3rd team medals"),
    ],
)
def test_who_is_counted_is_never_read_otherwise(line: str, prizes: str) -> None:
    assert read_as(line) == prizes


@pytest.mark.parametrize(
    ("line", "prizes"),
    [
        ("$100/$60/$40 to top 3", "1st place $100\n2nd place $60\n3rd place $40"),
        ("First and second place under 800", "1st–2nd under 800 trophies"),
        ("1st, 2nd & 3rd U600, top girl", "1st–3rd under 600 trophies\nTop girl"),
        ("1st & 2nd U600, 1st & 2nd U400", "1st–2nd under 600 trophies\n1st–2nd under 400 trophies"),
        ("1st, 2nd, 3rd, 1st U600", "1st–3rd trophies\nTop under 600"),
        (
            "1st – 15th Place | Top 3 U600 • Top girl",
            "1st–15th trophies\n1st–3rd under 600 trophies\nTop girl",
        ),
        ("$100 each: U2000, U1800", "U2000 $100\nU1800 $100"),
        ("1st $300; Class: $100 each A, B", "1st place $300\nClass A $100\nClass B $100"),
        ("U2000 1st-$100 2nd-$50", "U2000 $100\n2nd U2000 $50"),
        ("$100/$60/$40 to top 5", "not read: to top 5"),
        ("Top 3 prizes: $100, $60, $40", "1st place $100\n2nd place $60\n3rd place $40"),
        ("Top K-2 and 3-5", "not read: 3-5 (grades or places?)"),
        ("Top 10, medals to all", "1st–10th trophies\nEverybody: medal"),
        (
            "Top 3 boys, top 3 girls, medals to all",
            "1st–3rd boy trophies\n1st–3rd girl trophies\nEverybody: medal",
        ),
        ("Top 3, top girl, 4-6 medals", "not read: top girl (trophies or medals?)"),
        ("1st place through 15th place, top 3 unrated", "1st–15th trophies\n1st–3rd unrated trophies"),
        ("Teams: top 3; medals to 4-5", "1st–3rd team trophies\n4th–5th team medals"),
        ("Team: top 3; individual: top 10", "1st–3rd team trophies\n1st–10th trophies"),
        ("1st to 10th, 1st U-800", "1st–10th trophies\nTop under 800"),
        ("High A $50, High Unrated $20", "Class A $50\nUnrated $20"),
        ("Winner: $50 & trophy", "1st place trophy and $50"),
    ],
)
def test_what_a_line_ends_with_is_of_no_more_than_it_says(line: str, prizes: str) -> None:
    assert read_as(line) == prizes


@pytest.mark.parametrize(
    ("line", "prizes"),
    [
        ("1st-2nd-3rd: $150-75-50", "1st place $150\n2nd place $75\n3rd place $50"),
        ("1st/2nd/3rd: $150/$75/$50", "1st place $150\n2nd place $75\n3rd place $50"),
        ("1st-2nd-3rd $150-75-50", "1st place $150\n2nd place $75\n3rd place $50"),
        ("1st – 2nd – 3rd trophies", "1st–3rd trophies"),
        ("Medals 4th-5th-6th", "4th–6th medals"),
        ("1st-3rd-2nd: $150-75-50", "not read: 1st-3rd-2nd: $150-75-50"),
        ("1st-2nd-3rd: $150-75", "not read: 1st–3rd: $150-75"),
    ],
)
def test_places_in_a_row_are_read_whatever_stands_between_them(line: str, prizes: str) -> None:
    assert read_as(line) == prizes


@pytest.mark.parametrize(
    ("line", "prizes"),
    [
        (
            "1st $100 + trophy, 2nd $60, 3rd $40, Top Girl, Biggest upset prize",
            "1st place trophy and $100\n2nd place $60\n3rd place $40\nTop girl\nBiggest upset",
        ),
        ("1st $100, 2nd $60, sportsmanship award", "1st place $100\n2nd place $60\nSportsmanship trophy"),
        # A sum behind it may be its own too, and a class wins money beside money.
        ("1st $100, Top girl, Top boy $20", "not read: Top girl: $?"),
        ("Top girl, 1st $100", "not read: Top girl: $?"),
        ("1st $100, Top girl, U1200", "not read: U1200: $?"),
        ("$100 to 1st, top girl", "not read: top girl: $?"),
        ("$20 each: top girl, top boy", "Girl $20\nBoy $20"),
    ],
)
def test_behind_all_sums_of_a_line_what_is_usually_a_trophy_is_one(line: str, prizes: str) -> None:
    assert read_as(line) == prizes


@pytest.mark.parametrize(
    ("line", "prizes"),
    [
        ("Top K, 1, 2, 3", "Best grade K\nBest grade 1\nBest grade 2\nBest grade 3"),
        (
            "Trophies: top 3, best K, 1 and 2, top girl",
            "1st–3rd trophies\nBest grade K\nBest grade 1\nBest grade 2\nTop girl",
        ),
        ("Top 2 K, 1 & 2", "1st–2nd grade K trophies\n1st–2nd grade 1 trophies\n1st–2nd grade 2 trophies"),
        ("Medals to top K, 1", "Grade K medal\nGrade 1 medal"),
        ("Top K, 1, 2; medals 4-6", "Best grade K\nBest grade 1\nBest grade 2\n4th–6th medals"),
        ("Top player in K, 1 and 2 graders", "Best grade K\nBest grade 1\nBest grade 2"),
        ("Top K, 1st, 2nd", "not read: 1st (grades or places?); 2nd (grades or places?)"),
        ("Top K, 1st, 2nd and 3rd graders", "Best grade K\nBest grade 1\nBest grade 2\nBest grade 3"),
        ("Top K, 3, 2", "not read: 3; 2"),
        (
            "Top 3 in each grade (K, 1, 2, 3)",
            "\n".join(f"1st–3rd grade {grade} trophies" for grade in "K123"),
        ),
        ("Top 1, 2, 3", "not read: 2; 3"),
    ],
)
def test_grades_listed_behind_the_best_of_kindergarten_win_one_each(line: str, prizes: str) -> None:
    assert read_as(line) == prizes


@pytest.mark.parametrize(
    ("line", "prizes"),
    [
        ("Class trophies: A, B, C, D & under", "Top Class A\nTop Class B\nTop Class C\nTop under 1400"),
        ("Class prizes: A, B, C or below $50 each", "Class A $50\nClass B $50\nU1600 $50"),
        ("Trophies: A & under", "Top under 2000"),
    ],
)
def test_a_letter_and_under_is_the_class_with_all_below_it(line: str, prizes: str) -> None:
    assert read_as(line) == prizes


@pytest.mark.parametrize(
    ("line", "in_part"),
    [
        ("Top 2, best hat, top girl", True),
        ("Top 2: U600, U400, unrated", False),
        ("1st and 2nd: U600, U400", False),
        ("Top team trophy in K-1 and K-3", False),
        ("2 trophies in each class: U600, U400", False),
        ("Top 3: $50, $30, $20 gift cards", False),
        ("5 rounds", False),
    ],
)
def test_what_is_read_of_a_line_stands_alone_unless_the_rest_may_be_of_it(line: str, in_part: bool) -> None:
    assert reading(line).in_part == in_part


@pytest.mark.parametrize(
    ("line", "prizes"),
    [
        ("Grade 2 and below: trophies to 1st, 2nd", "1st–2nd grade 2 and below trophies"),
        ("Grades 2 & below - trophies to the top 3", "1st–3rd grade 2 and below trophies"),
        ("2nd grade and under: Trophies 1st-3rd", "1st–3rd grade 2 and below trophies"),
        ("Age 8 and under: trophy to 1st place", "Top age 8 and under"),
        (
            "Grade 2 and below: trophies to 1st, 2nd; medals to 3rd–5th",
            "1st–2nd grade 2 and below trophies\n3rd–5th grade 2 and below medals",
        ),
        (
            "Grade 2 and below: 1st, medals to 2nd and 3rd",
            "Top grade 2 and below\n2nd–3rd grade 2 and below medals",
        ),
        (
            "Top 3; grade 2 and below: 1st; medals to 4th-6th",
            "1st–3rd trophies\nTop grade 2 and below\n4th–6th medals",
        ),
        ("U400: 1st, 2nd; trophies to top 2 teams", "1st–2nd under 400 trophies\n1st–2nd team trophies"),
        (
            "Grade 2 and below: medals to 1st, ribbons to 2nd-5th",
            "not read: Grade 2 and below: medals to 1st, ribbons to 2nd-5th",
        ),
        (
            "Grade 2 and below: top 2, medals to all others",
            "not read: Grade 2 and below: medals to all others",
        ),
        ("Grade 2 and below: top 2. Medals to 4th-6th", "1st–2nd grade 2 and below trophies\n4th–6th medals"),
    ],
)
def test_what_stands_behind_a_limit_of_grade_or_age_is_for_those_within_it(line: str, prizes: str) -> None:
    assert read_as(line) == prizes
