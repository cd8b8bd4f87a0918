"""One line a prize: what is read prints back, and what is no prize is said with what is allowed."""

from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tiebreaks.engine.messages import Message
from tiebreaks.engine.prizes import Prize, Scope
from tiebreaks.engine.prizes.notation import PrizeError, mark_in, parse, show
from tiebreaks.engine.prizes.presets import PRIZE_PRESETS, PrizePreset
from tiebreaks.engine.prizes.prize import (
    CHOICES,
    CLASSES,
    MARKS,
    MEDAL,
    MOST_AGE,
    PERFECT_SCORE,
    PRIZE,
    TROPHY,
    by_amount,
    by_value,
    in_order_of_value,
    title,
)

CANONICAL = [
    "1st place trophy",
    "1st–10th trophies",
    "4th–10th medals",
    "2nd place $100",
    "1st–3rd $50",
    "1st place trophy and $1,250.50",
    "11th–13th $5",
    "12th place $5",
    "111th place $5",
    "Top under 800",
    "2nd under 800",
    "2nd–3rd under 800 trophies",
    "U1200 $100",
    "2nd U1200 $50",
    "1st–3rd U1200 medals",
    "U3500 $50",
    "U1200 trophy and $100",
    "Class A $75",
    "2nd Class A $50",
    "Top Class J",
    "Expert $80",
    "Top 1500–1799",
    "2nd 1500–1799 $40",
    "Top unrated",
    "Unrated $50",
    "2nd unrated $25",
    "Best grade 2",
    "2nd grade K",
    "Grade 2 medal",
    "Top grade 2 and below",
    "2nd grade 2 and below",
    "1st–3rd grade 2 and below trophies",
    "Grade K and below $50",
    "Top grades K–2",
    "Grades 1–3 trophy and $50",
    "Top grade 9 and up",
    "Top grade Pre-K and below",
    "Best age 9",
    "2nd age 9",
    "1st–3rd age 9 trophies",
    "Age 9 $20",
    "Top age 10 and under",
    "Top age 1 and under",
    "Age 10 and under trophy and $50",
    "Top ages 9–10",
    "Top age 50 and over",
    "Top girl",
    "2nd girl",
    "1st–3rd girl trophies",
    "Girl $50",
    "Top female",
    "Female $50",
    "Top marked chess club",
    "Marked chess club $5",
    "Team with fewest players",
    "Team with fewest players “Small School Cup”, on top",
    "Sportsmanship trophy",
    "2nd best game $5",
    "1st–3rd best game medals",
    "Director’s choice trophy “Best dressed”",
    "Biggest upset",
    "Upset $25",
    "3 points or more: medal",
    "Everybody: medal",
    "Everybody: trophy",
    "2½ points or more: trophy",
    "1 point or more: medal",
    "Perfect score: medal",
    "Perfect score: trophy, not with a trophy",
    "1st–3rd team trophies",
    "Team $100",
    "1st place prize “chess clock”",
    "1st–3rd prizes “book”",
    "Biggest upset prize “book”",
    "Top girl prize “plaque”",
    "2nd under 800 prize “chess set”, on top",
    "Sportsmanship prize “$10 gift card”",
    "Everybody: prize “pencil”",
    "1st place trophy “Mayor’s Cup”, on top, withdrawn too, guaranteed, value 3",
    "U1200 $1,000, unrated too, guaranteed",
    "1st place trophy, must be present",
    "3 points or more: medal, not with a trophy",
    "Everybody: medal, not with a trophy",
]


@pytest.mark.parametrize("line", CANONICAL, ids=count(1))
def test_a_line_prints_back_as_it_was_read(line: str) -> None:
    assert show(parse(line)) == line


@pytest.mark.parametrize(
    "line",
    [
        "Team with fewest players",
        "Team with fewest players medal",
        "Team with fewest players $50",
        "Team with fewest players trophy and $50",
    ],
)
def test_the_prize_of_the_smallest_team_is_announced_with_what_it_brings_beside_a_trophy(line: str) -> None:
    (prize,) = parse(line)
    assert title(prize) == line


@pytest.mark.parametrize(
    ("typed", "printed"),
    [
        ("1st", "1st place trophy"),
        ("1st - 3rd place trophies", "1st–3rd trophies"),
        ("1-3rd trophies", "1st–3rd trophies"),
        ("1st‑3rd trophies", "1st–3rd trophies"),
        ("1st—3rd", "1st–3rd trophies"),
        ("1st to 3rd trophies", "1st–3rd trophies"),
        ("1–10 trophies", "1st–10th trophies"),
        ("1-10 place trophies", "1st–10th trophies"),
        ("Top 10", "1st–10th trophies"),
        ("Top 10 trophies", "1st–10th trophies"),
        ("1st place: $100", "1st place $100"),
        ("1st Place - $100", "1st place $100"),
        ("1st place—$100", "1st place $100"),
        ("Class A: $75", "Class A $75"),
        ("$1,000 1st place", "1st place $1,000"),
        ("1st place $1.5", "1st place $1.50"),
        ("1st place $.5", "1st place $0.50"),
        ("1st place $" + "1".zfill(14), "1st place $1"),
        ("1st Place Medal", "1st place medal"),
        ("1st" + " " * 492 + "place", "1st place trophy"),
        ("1st place team trophy", "Top team"),
        ("1st place U1200 $50", "U1200 $50"),
        ("800 to 999", "Top Class F"),
        ("Top 800−999", "Top Class F"),
        ("Top 2nd grade", "Best grade 2"),
        ("Best age 9 trophy", "Best age 9"),
        ("Top under 10 years", "Top age 9 and under"),
        ("U10 age", "Top age 9 and under"),
        ("Top age under 10", "Top age 9 and under"),
        ("Top under age 10", "Top age 9 and under"),
        ("U10 years $20", "Age 9 and under $20"),
        ("Best 10 years and under", "Top age 10 and under"),
        ("ages 9 to 10", "Top ages 9–10"),
        ("ages 9-9", "Best age 9"),
        ("age 50 or older $5", "Age 50 and over $5"),
        ("medals for 3 points or more", "3 points or more: medal"),
        ("Medals for everyone", "Everybody: medal"),
        ("medal to all players, not with a trophy", "Everybody: medal, not with a trophy"),
        ("0 points or more: medal", "Everybody: medal"),
        ("3 or more points: medal", "3 points or more: medal"),
        ("top U800 trophy", "Top under 800"),
        ("best under 800", "Top under 800"),
        ("u1200 $ 1000", "U1200 $1,000"),
        ("1600-1799 $75", "Class B $75"),
        ("class b $75", "Class B $75"),
        ("$75 and trophy U1200", "U1200 trophy and $75"),
        ("top Unrated", "Top unrated"),
        ("BEST GRADE k", "Best grade k"),
        ("Top girls 50", "Girl $50"),
        ("Top females 50", "Female $50"),
        ("Top lady", "Top woman"),
        ("Best first-time player", "Top newcomer"),
        ("Top newcomers $20", "Newcomer $20"),
        ("Best rookie medal", "Newcomer medal"),
        ("Best women", "Top woman"),
        ("Top marked as Chess Club", "Top marked chess club"),
        ("top marked local", "Top local"),
        ("Sportsmanship", "Sportsmanship trophy"),
        ("Medals for perfect scores", "Perfect score: medal"),
        ("Perfect score", "Perfect score: medal"),
        ('1st prize "clock"', "1st place prize “clock”"),
        # As earlier announcements were printed.
        ("Girl prize “plaque”", "Top girl prize “plaque”"),
        ("2nd U800 prize “book”", "2nd under 800 prize “book”"),
        ("Sportsmanship award 20", "Sportsmanship $20"),
        ("Best game prize: $25", "Best game $25"),
        ("2nd best game", "2nd best game trophy"),
        ("Most Improved Player medal", "Most improved medal"),
        ("Best team with the fewest players trophy", "Team with fewest players"),
        ("Smallest school", "Team with fewest players"),
        ("School with fewest players 50", "Team with fewest players $50"),
        ("Largest school", "Team with most players"),
        ("Team with the most members $50", "Team with most players $50"),
        ('Director\'s choice "Best dressed"', "Director’s choice trophy “Best dressed”"),
        ("K-2", "Top grades K–2"),
        ("Top K-2 trophy", "Top grades K–2"),
        ("K–2: $50", "Grades K–2 $50"),
        ("K-2 50", "Grades K–2 $50"),
        ("grades K-1", "Top grades K–1"),
        ("K through 2nd grade", "Top grades K–2"),
        ("Pre-K to 2", "Top grade 2 and below"),
        ("PK to 2", "Top grade 2 and below"),
        ("grades 2-2", "Best grade 2"),
        ("3rd grade and under", "Top grade 3 and below"),
        ("Top 3rd grade & under", "Top grade 3 and below"),
        ("1st 3rd grade and under", "Top grade 3 and below"),
        ("2nd grade and below", "Top grade 2 and below"),
        ("Grade 2 and below 50", "Grade 2 and below $50"),
        ("Kindergarten and under", "Top grade K and below"),
        ("9th grade or higher", "Top grade 9 and up"),
        ("3+ points: medals", "3 points or more: medal"),
        ("2.5 points or more", "2½ points or more: medal"),
        ("biggest upset, on top", "Biggest upset"),
        ('  Top   under  800 "Kim  Cup" ,  ON TOP', "Top under 800 “Kim Cup”, on top"),
        ("U1200 40 (unrated too)", "U1200 $40, unrated too"),
        ("U1200 $40 (Unrated too) (guaranteed)", "U1200 $40, unrated too, guaranteed"),
        ("3 points or more: medal (not with a trophy)", "3 points or more: medal, not with a trophy"),
        ("Class A 20", "Class A $20"),
        ("1st 1,000.50", "1st place $1,000.50"),
        ("Best grade 2 60", "Grade 2 $60"),
        ("Best grade K 60", "Grade K $60"),
        ("2nd A 50", "2nd Class A $50"),
        ("A: $75", "Class A $75"),
        ("top b trophy", "Top Class B"),
        ("2nd Expert 40, guaranteed", "2nd Expert $40, guaranteed"),
    ],
    ids=count(1),
)
def test_hands_type_in_many_ways(typed: str, printed: str) -> None:
    assert show(parse(typed)) == printed


def test_a_range_is_as_many_prizes_and_neighbors_print_as_one() -> None:
    prizes = parse("1st–2nd trophies\n\n3rd place trophy\nTop under 800")
    assert [(prize.scope, prize.nth) for prize in prizes] == [
        (Scope.PLACE, 1),
        (Scope.PLACE, 2),
        (Scope.PLACE, 3),
        (Scope.BAND, 1),
    ]
    assert show(prizes) == "1st–3rd trophies\nTop under 800"


def test_neighbors_whose_numbers_do_not_follow_each_other_print_a_line_each() -> None:
    for lines in ("1st place trophy\n3rd place trophy", "2nd place $5\n1st place $5"):
        assert show(parse(lines)) == lines


FORMS = (
    "one of these forms: 1st place trophy, 1st–10th trophies, Top under 800, U1200 $100, Class A $75, "
    "2nd A $50, 2nd 1500–1799 $40, Top unrated, Best grade 2, Top grade 2 and below, Top grades K–2, "
    "Best age 9, Top age 10 and under, Top girl, Top marked chess club, Sportsmanship trophy, Best game, "
    "Director’s choice, Biggest upset, 3 points or more: medal, Perfect score: medal, "
    "Everybody: medal (not with a trophy), "
    "1st–3rd team trophies, Team with fewest players"
)
AMOUNTS = "an amount from $0.01 to $10,000,000, with no more than two decimals"
GRADES = "grades from Pre-K to 12, the lower one first"
AGES = "ages from 1 to 120, the lower one first"
BOUNDS = "a lower bound below the upper one, ratings from 100 to 3500"


@pytest.mark.parametrize(
    ("text", "line", "read", "allowed"),
    [
        ("Top 800", 1, "Top 800", FORMS),
        ("1st place trophy\n\nsomething", 3, "something", FORMS),
        ("Top", 1, "Top", FORMS),
        ("trophy", 1, "trophy", FORMS),
        ("Class Z $5", 1, "Class Z $5", FORMS),
        ("1st place $-5", 1, "$-5", AMOUNTS),
        ("1st place -$5", 1, "-$5", AMOUNTS),
        ("1st place –$5", 1, "–$5", AMOUNTS),
        ("1st place - $-5", 1, "$-5", AMOUNTS),
        (
            "1st place medal and trophy",
            1,
            "1st place medal and trophy",
            "a trophy or a medal; both are two lines",
        ),
        ("10 trophies", 1, "10 trophies", FORMS),
        ("Top under 1 years", 1, "Top under 1 years", AGES),
        ("Best age 121", 1, "Best age 121", AGES),
        ("Best age 0", 1, "Best age 0", AGES),
        ("ages 10–9", 1, "ages 10–9", AGES),
        ("grades 5–3", 1, "grades 5–3", GRADES),
        ("grades 3–13", 1, "grades 3–13", GRADES),
        ("grades 13–14", 1, "grades 13–14", GRADES),
        ("Top marked " + "x" * 31, 1, "Top marked " + "x" * 31, FORMS),
        ("Top 10 and under", 1, "Top 10 and under", FORMS),
        ("Top 800 and under", 1, "Top 800 and under", FORMS),
        ("10–1 trophies", 1, "10–1", "from 1st up to 500th"),
        ("1st place $0", 1, "$0", AMOUNTS),
        ("1st place $1.001", 1, "$1.001", AMOUNTS),
        ("1st place $10,00", 1, "$10,00", AMOUNTS),
        ("1st place $10,000,000.01", 1, "$10,000,000.01", AMOUNTS),
        ("1st place $99999999999999999999999", 1, "$99999999999999999999999", AMOUNTS),
        ("1st place $", 1, "1st place $", AMOUNTS),
        ("1st place $5 $6", 1, "$5 $6", AMOUNTS),
        ("0th place trophy", 1, "0th", "from 1st up to 500th"),
        ("10th–1st trophies", 1, "10th–1st", "from 1st up to 500th"),
        ("1st–501st trophies", 1, "1st–501st", "from 1st up to 500th"),
        ("1st place place", 1, "1st place place", FORMS),
        ("1st place $" + "1".zfill(15), 1, "$" + "1".zfill(15), AMOUNTS),
        ("Top 1799–1500", 1, "1799–1500", BOUNDS),
        ("Top 1500–1499", 1, "1500–1499", BOUNDS),
        ("Top under 0", 1, "under 0", BOUNDS),
        ("Top under 10", 1, "under 10", BOUNDS),
        ("U100 $5", 1, "U100", BOUNDS),
        ("U3501 $5", 1, "U3501", BOUNDS),
        ("U9000 $5", 1, "U9000", BOUNDS),
        (
            "3 points or more: $5",
            1,
            "3 points or more: $5",
            "a medal or a trophy at a score: money for everybody has no sum",
        ),
        ("3.3 points or more: medal", 1, "3.3", "points as on a wall chart, such as 3 or 2½"),
        (
            "1st place trophy, shared",
            1,
            "shared",
            "on top, withdrawn too, unrated too, guaranteed, must be present, not with a trophy or value 2",
        ),
        (
            "Top under 800, Not with a  trophy",
            1,
            "Not with a  trophy",
            "that at a score only: 3 points or more: medal, not with a trophy",
        ),
        ("1st place trophy, value 0", 1, "value 0", "a value from 1, the highest, to 500"),
        ("1st place trophy, value 501", 1, "value 501", "a value from 1, the highest, to 500"),
        (
            "1st place trophy\n1st–3rd trophies",
            2,
            "1st place trophy",
            "each prize once; this one is already listed",
        ),
        ("U1200 $40 30", 1, "U1200 $40 30", FORMS),
        ("Trophy U1200 40", 1, "Trophy U1200 40", FORMS),
        ("U1200 0, on top", 1, "$0", AMOUNTS),
        ("Class Z 1 5, on top", 1, "Class Z 1 5, on top", FORMS),
        ("2nd K 50", 1, "2nd K 50", FORMS),
        ("2nd A/B 50", 1, "2nd A/B 50", FORMS),
        ("Team A 50", 1, "Team A 50", FORMS),
        ("1st place ٣$", 1, "1st place ٣$", AMOUNTS),
        ("Top under " + "9" * 5000, 1, "Top under " + "9" * 30 + "…", "a line of up to 500 letters"),
        ('U800 "a" "b"', 1, 'U800 "a" "b"', "one name, of up to 200 letters"),
        (f'1st "{"x" * 201}"', 1, f'1st "{"x" * 201}"', "one name, of up to 200 letters"),
        ("Best grade " + "g" * 51, 1, "g" * 51, "a grade of up to 50 letters"),
    ],
    ids=count(1),
)
def test_what_is_no_prize_is_said_with_its_line_and_what_is_allowed(
    text: str, line: int, read: str, allowed: str
) -> None:
    with pytest.raises(PrizeError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.read) == (line, read)
    assert caught.value.allowed == allowed
    assert str(caught.value) == f"line {line}: read '{read}'; allowed is {allowed}"


def test_a_mark_has_up_to_thirty_letters() -> None:
    assert mark_in("marked " + "x" * 30) == "x" * 30
    assert mark_in("marked " + "x" * 31) == ""


def test_a_mark_that_is_known_has_one_name() -> None:
    assert mark_in("marked girls") == mark_in("marked as Girl") == "girl"


def test_an_error_that_says_no_more_than_its_message_is_of_the_first_line() -> None:
    error = PrizeError(Message("no prize"))
    assert (error.line, error.read, str(error)) == (1, "", "line 1: no prize")


@given(st.text(max_size=30) | st.lists(st.sampled_from([*CANONICAL, ",", "$", "–", "value"])).map(" ".join))
def test_nothing_else_than_a_prize_error_comes_of_any_text(text: str) -> None:
    try:
        prizes = parse(text)
    except PrizeError:
        return
    assert parse(show(prizes)) == prizes


@st.composite
def some_prizes(draw: st.DrawFn) -> Prize:
    scope = draw(st.sampled_from(Scope))
    ratings = [(None, 800), (None, 2000), (1500, 1800), *CLASSES]
    ages = [(None, 11), (9, 10), (9, 11), (50, MOST_AGE + 1)]
    low, under = draw(st.sampled_from(ages if scope is Scope.AGE else ratings))
    labels = {
        Scope.MARK: [*MARKS, "chess club"],
        Scope.CHOICE: CHOICES,
        Scope.SCORE: ["", PERFECT_SCORE],
    }
    label = draw(st.sampled_from(labels.get(scope, [""])))
    cents = draw(st.sampled_from([0, 1, 100, 6667, 10_000_000_00])) if scope is not Scope.SCORE else 0
    item = draw(st.sampled_from([TROPHY, MEDAL, "" if cents else PRIZE]))
    band = scope in (Scope.BAND, Scope.AGE)
    return Prize(
        scope,
        nth=draw(st.sampled_from([1, 1, 1, 2, 3, 12])) if scope is not Scope.SCORE else 1,
        low=low if band else None,
        under=under if band else 0,
        grade=draw(st.sampled_from(["K", "2", "11"])) if scope is Scope.GRADE else "",
        points_q=draw(st.integers(0, 30)) if scope is Scope.SCORE and not label else 0,
        item=item,
        cents=cents,
        name=draw(st.sampled_from(["Kim Cup", "a, b", *([] if item == PRIZE else [""])])),
        value=draw(st.none() | st.integers(1, 9)),
        on_top=draw(st.booleans()) if scope not in (Scope.UPSET, Scope.CHOICE, Scope.SCORE) else False,
        withdrawn_too=draw(st.booleans()),
        unrated_too=draw(st.booleans()),
        guaranteed=draw(st.booleans()),
        present=draw(st.booleans()),
        without_trophy=draw(st.booleans()) if scope is Scope.SCORE else False,
        label=label,
    )


def test_the_longest_prize_prints_as_a_line_that_can_be_read() -> None:
    terms = "on top, withdrawn too, unrated too, guaranteed, must be present, value 500"
    prizes = parse(f'499th–500th grade {"g" * 50} trophies $9,999,999.99 "{"x" * 200}", {terms}')
    assert parse(show(prizes)) == prizes


@given(st.lists(some_prizes(), max_size=6, unique=True))
def test_every_announcement_reads_back_the_same(prizes: list[Prize]) -> None:
    assert parse(show(prizes)) == tuple(prizes)


def test_the_team_with_the_fewest_players_comes_after_the_places_of_teams() -> None:
    told = "1st–3rd team trophies\nTeam with fewest players"
    assert show(in_order_of_value(parse("Team with fewest players\n1st–3rd team trophies"))) == told


@pytest.mark.parametrize("preset", PRIZE_PRESETS.values(), ids=PRIZE_PRESETS)
def test_a_preset_prints_back_as_it_is_published(preset: PrizePreset) -> None:
    assert show(parse(preset.text)) == preset.text


def test_the_order_of_value_is_place_class_from_the_highest_down_then_the_others() -> None:
    lines = [
        "Best age 9",
        "Top age 10 and under",
        "Best grade 2",
        "Top unrated",
        "Top under 800",
        "Top Class A",
        "2nd Class A",
        "Best grade 3",
        "2nd",
        "Best grade K",
        "Best grade 0",
        "Best grade 1",
    ]
    prizes = sorted(parse("\n".join(lines)), key=by_value)
    assert [str(prize) for prize in prizes] == [
        "2nd place trophy",
        "Top Class A",
        "2nd Class A",
        "Top under 800",
        "Top unrated",
        "Best grade 3",
        "Best grade 2",
        "Best grade 1",
        "Best grade 0",
        "Best grade K",
        "Top age 10 and under",
        "Best age 9",
    ]


def test_a_band_of_grades_counts_as_its_highest_and_a_single_grade_goes_before_it() -> None:
    lines = [
        "Top grades K–5",
        "Best grade 3",
        "Top grades 1–3",
        "Top grades K–3",
        "Best grade 2",
        "Best grade K",
    ]
    prizes = sorted(parse("\n".join(reversed(lines))), key=by_value)
    assert [str(prize) for prize in prizes] == lines


@pytest.mark.parametrize(
    ("greater", "lesser"),
    [
        pytest.param(
            "1–999 trophy and $50", "U1000 trophy and $100", id="the narrower class, whatever it pays"
        ),
        pytest.param("1st place trophy and $100", "1st place trophy and $50", id="the one with more money"),
        pytest.param("0–999 trophy", "U1000 trophy", id="the class with a lower bound"),
    ],
)
def test_of_two_prizes_that_look_the_same_one_has_the_greater_value(greater: str, lesser: str) -> None:
    (first,), (second,) = parse(greater), parse(lesser)
    assert by_value(first) < by_value(second)


def test_of_medals_at_a_score_the_higher_score_has_the_greater_value() -> None:
    lines = ["2½ points or more: medal", "3 points or more: medal", "2 points or more: medal"]
    prizes = sorted(parse("\n".join(lines)), key=by_value)
    assert [str(prize) for prize in prizes] == [lines[1], lines[0], lines[2]]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("2 points or more: medal", "3 points or more: medal"),
        ("U1000 $50", "0–999 $50"),
        ("Best grade K", "Best grade k"),
    ],
    ids=count(1),
)
def test_no_two_prizes_are_of_one_value(one: str, other: str) -> None:
    """Else the order of entry would decide who takes which."""
    (first,), (second,) = parse(one), parse(other)
    assert by_value(first) != by_value(second)
    assert by_amount(first, 100) != by_amount(second, 100)


@given(st.lists(some_prizes(), min_size=2, max_size=12, unique=True))
def test_different_prizes_are_never_of_one_value(prizes: list[Prize]) -> None:
    assert len({by_value(prize) for prize in prizes}) == len(prizes)


def test_the_team_with_the_most_players_comes_after_the_one_with_the_fewest() -> None:
    told = "1st–3rd team trophies\nTeam with fewest players\nTeam with most players"
    announced = "Team with most players\nTeam with fewest players\n1st–3rd team trophies"
    assert show(in_order_of_value(parse(announced))) == told


def test_a_perfect_score_comes_before_other_scores() -> None:
    told = "Perfect score: medal\n3 points or more: medal"
    assert show(in_order_of_value(parse("3 points or more: medal\nPerfect score: medal"))) == told


def test_a_perfect_score_has_no_sum_and_the_refusal_quotes_its_line() -> None:
    with pytest.raises(PrizeError, match=r"read 'Perfect score \$20'; allowed is a medal or a trophy"):
        parse("Perfect score $20")
