"""Sentences over codes and numbers."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest
from django.template import engines
from django.utils.html import strip_tags

from tiebreaks.engine.evaluation import PLUS, Dropped, Evaluation, Unit, total
from tiebreaks.engine.messages import Message
from tiebreaks.engine.prizes.notation import parse as parse_prizes
from tiebreaks.engine.prizes.reasons import Reason, Why
from tiebreaks.engine.ranking.fold import Standing
from tiebreaks.engine.ranking.sequence import parse
from tiebreaks.published import Posting
from tournaments.text import postings, prize_reasons, prizes, progress, ties, wording
from tournaments.text.ties import Between, Stage


def test_places_and_ranks_read_as_directors_say_them() -> None:
    assert [wording.ordinal(n) for n in (1, 2, 3, 4, 11, 22)] == ["1st", "2nd", "3rd", "4th", "11th", "22nd"]
    assert wording.places(2, 5) == "2nd–5th"
    assert wording.places(1, 1) == "1st"
    assert (wording.rank(3, 2), wording.rank(3, 1)) == ("3=", "3")
    assert [wording.score(q) for q in (0, 2, 4, 6)] == ["0 points", "½ point", "1 point", "1½ points"]


def test_different_values_never_look_the_same() -> None:
    close = Fraction(4750, 3), Fraction(15833, 10)
    assert wording.values(Unit.RATING, *close) == ("1583.33", "1583.30")
    assert wording.values(Unit.RATING, close[0], close[0]) == ("1583.3", "1583.3")
    assert wording.values(Unit.POINTS, 34, 32) == ("8½", "8")
    assert wording.values(Unit.POINTS, Fraction(9, 2), Fraction(91, 20)) == ("1.12", "1.14")


def test_no_value_is_less_than_any_and_is_no_number() -> None:
    (step,) = parse("average_opposition").steps
    assert ties.ahead_by(step, 1500, None) == "ahead by <b>Average opposition</b> 1500 to –"


def test_what_people_decided_is_said_without_numbers() -> None:
    (step,) = parse("playoff").steps
    assert ties.ahead_by(step, 1, 0) == "ahead by <b>Playoff</b>"
    assert ties.ahead_of(step, 1, "Bill", 0) == "Ahead of <bdi>Bill</bdi> by Playoff."
    assert ties.outcome([["Dana"], ["Bill", "Ed"]]) == "Dana, then Bill and Ed level"
    assert ties.outcome([["ليلى"], ["Ed"]]) == "\u2068ليلى\u2069, then Ed"


def test_a_name_in_a_sentence_is_escaped_and_keeps_its_direction() -> None:
    (step,) = parse("cumulative").steps
    sentence = ties.ahead_of(step, 32, "<b>ليلى</b>", 28)
    assert sentence == "Ahead of <bdi>&lt;b&gt;ليلى&lt;/b&gt;</bdi> on Cumulative, 8 to 7."


def test_a_result_is_not_broken_over_two_lines() -> None:
    assert wording.unbroken("Ann – Bo 1–0") == "Ann – Bo 1–\u20600"


def test_a_right_to_left_name_in_plain_text_does_not_turn_the_result_behind_it() -> None:
    assert wording.isolated("שרה כהן") == "\u2068שרה כהן\u2069"
    assert wording.isolated("Zoë O’Brien") == "Zoë O’Brien"


def test_the_sum_is_written_out_with_what_is_taken_off() -> None:
    terms = [(4, 1, 2, "", "", None), (6, 2, 3, "", "", Dropped.LOWEST), (-2, 3, None, "", "", None)]
    assert Unit.POINTS.arithmetic(total(terms)) == "1 − ½"


@pytest.mark.parametrize(
    ("lowest", "sentence"), [(1, "the lowest is left out."), (2, "the 2 lowest are left out.")]
)
def test_a_remark_says_how_many_are_left_out(lowest: int, sentence: str) -> None:
    terms = [(4, n, n, "", "", Dropped.LOWEST) for n in range(lowest)]
    assert wording.remark(Evaluation(0, terms, PLUS)).endswith(sentence)


def test_variations_are_named_with_their_system() -> None:
    (step,) = parse("cumulative:full_only+omit_last").steps
    assert wording.step(step) == "Cumulative (omit last, full points only)"
    assert wording.order(parse("modified_median,solkoff")) == "Modified Median → Solkoff"


@pytest.mark.parametrize(
    ("after_round", "reason", "first", "sentence"),
    [
        (0, "", True, "Posted before round 1"),
        (0, "", False, "Changed before round 1"),
        (0, "Forgotten.", True, "Posted during round 1"),
        (0, "A misprint.", False, "Changed during round 1"),
        (3, "", True, "Posted after round 3"),
        (2, "A misprint.", False, "Changed after round 2"),
    ],
)
def test_only_an_order_that_needed_no_reason_was_posted_before_round_1(
    after_round: int, reason: str, first: bool, sentence: str
) -> None:
    at = datetime(2026, 11, 21, 13, 52, tzinfo=UTC)
    by_kim = postings.posted(Posting("solkoff", at, "K. <Park>", after_round, reason), first=first)
    assert by_kim == f"{sentence} by <bdi>K. &lt;Park&gt;</bdi>, Sat, Nov 21, 2026, 8:52 AM"
    by_nobody = postings.posted(Posting("solkoff", at, "", after_round, reason), first=first)
    assert by_nobody == f"{sentence}, Sat, Nov 21, 2026, 8:52 AM"


def test_in_short_an_order_that_was_changed_during_play_says_so_and_since_when() -> None:
    at, later = (datetime(2026, 11, 21, hour, 52, tzinfo=UTC) for hour in (13, 16))
    first, typo = Posting("solkoff", at, "Kim", 0, ""), Posting("median", at, "Kim", 0, "")
    changed = Posting("median", later, "Kim", 2, "A misprint.")
    assert postings.in_short([first]) == postings.in_short([typo, first]) == "(posted Sat 8:52 AM)"
    assert postings.in_short([first, changed]) == "(changed after round 2, Sat 11:52 AM)"
    assert postings.in_short([changed]) == "(posted after round 2, Sat 11:52 AM)"
    during = changed._replace(after_round=0)
    assert postings.in_short([first, during]) == "(changed during round 1, Sat 11:52 AM)"
    options_anew = changed._replace(after_round=3)
    assert postings.in_short([first, changed, options_anew]) == "(changed after round 2, Sat 11:52 AM)"
    assert postings.in_short([first, options_anew._replace(order="solkoff")]) == "(posted Sat 8:52 AM)"


def test_times_are_those_of_the_hall() -> None:
    at = datetime(2026, 11, 21, 19, 41, tzinfo=UTC)
    assert wording.clock(at) == "2:41 PM"
    assert wording.day_and_clock(at) == "Sat 2:41 PM"
    assert wording.calendar_date(at.date()) == "Nov 21, 2026"
    assert wording.date_and_clock(at) == "Sat, Nov 21, 2026, 2:41 PM"


def test_templates_have_the_same_times() -> None:
    template = engines["django"].from_string(
        "{{ at|clock }}; {{ at|day_and_clock }}; {{ at|date_and_clock }}"
    )
    at = datetime(2026, 11, 21, 19, 41, tzinfo=UTC)
    assert template.render({"at": at}) == "2:41 PM; Sat 2:41 PM; Sat, Nov 21, 2026, 2:41 PM"


def test_how_far_a_section_is_says_the_round_and_the_games_in_progress() -> None:
    def state(live: bool, counted: int, playing: int = 9) -> str:
        return progress.state(live=live, counted=counted, rounds=5, playing=playing, boards=19)

    # Right after the posting nobody plays yet.
    assert state(True, 4, 19) == "Live · round 4 · no results yet"

    assert state(True, 4) == "Live · round 4 · 9 of 19 games still playing"
    assert state(False, 0) == "Before round 1"
    assert state(False, 3) == "After round 3 of 5"
    assert state(False, 5) == "After all 5 rounds"


def test_what_the_engine_says_is_said_in_the_readers_language(monkeypatch: pytest.MonkeyPatch) -> None:
    german = {"no more than {games} per round": "höchstens {games} in einer Runde"}
    monkeypatch.setattr(wording, "_", lambda text: german.get(text, text))
    said = Message("no more than {games} per round", games=2)
    assert said == "no more than 2 per round"
    assert wording.message(said) == "höchstens 2 in einer Runde"
    assert wording.message("as it is, {with} braces") == "as it is, {with} braces"


def standing(first: int, last: int, rank: int, tied: int = 1) -> Standing:
    return Standing(7, 12, first, last, rank, tied, decided_by=None, ahead_by=None)


@pytest.mark.parametrize(
    ("its", "sentence"),
    [
        (standing(1, 1, 1), "1st place, alone on 3 points."),
        (standing(1, 7, 7), "Tied with 6 others on 3 points. Tiebreaks put <bdi>Amara</bdi> 7th."),
        (
            standing(2, 3, 2, tied=2),
            "Tied with 1 other on 3 points. Still tied for 2nd after the tiebreaks.",
        ),
    ],
)
def test_a_player_reads_the_tie_and_what_the_tiebreaks_made_of_it(its: Standing, sentence: str) -> None:
    assert ties.tied_with(its, "Amara") == sentence


def test_a_tie_is_level_while_games_are_open_and_a_playoff_decides_when_the_section_is_over() -> None:
    assert ties.unresolved(2, Stage.OPEN) == "level so far"
    assert ties.undecided(2, Stage.OPEN) == "Level so far."
    sentence = "The posted tiebreaks leave these two tied. A playoff or coin toss decides."
    assert ties.unresolved(2, Stage.OVER) == ties.undecided(2, Stage.OVER) == sentence


def test_between_rounds_a_tie_is_level_after_the_last_one() -> None:
    assert ties.unresolved(2, Between(4)) == "level after round 4"
    assert ties.undecided(2, Between(4)) == "Level after round 4."


def test_nothing_decides_a_tie_of_a_final_section_any_more() -> None:
    sentence = "The posted tiebreaks leave these two tied. They share the place."
    assert ties.unresolved(2, Stage.FINAL) == ties.undecided(2, Stage.FINAL) == sentence


def test_several_names_are_told_apart_where_they_hold_commas() -> None:
    schools = ["Elm, North", "Fir", "Oak, South"]
    assert strip_tags(wording.listed(schools)) == "Elm, North; Fir; Oak, South"
    assert strip_tags(wording.listed(schools[:2])) == "Elm, North and Fir"


ANNOUNCED = """\
1st place trophy
2nd place $50
3rd place medal and $20
Top under 800
2nd under 800
U1200 $100
2nd Class A trophy and $50
1500–1799 medal
Top unrated
Unrated $40
Best grade 2
2nd grade 2 $5
Best age 9
Top ages 8–10
Age 10 and under $10
Top age 12 and over
Biggest upset
3 points or more: medal
1 point or more: trophy
"""


def test_a_page_calls_a_prize_what_its_announcement_calls_it() -> None:
    assert "\n".join(map(prizes.title, parse_prizes(ANNOUNCED))) + "\n" == ANNOUNCED


def test_a_prize_with_a_name_is_called_by_it() -> None:
    (cup,) = parse_prizes("1st place trophy and $75 “Kim Cup”")
    assert (prizes.named(cup), prizes.money(cup)) == ("Kim Cup", "Kim Cup $75")


def test_every_reason_of_a_prize_has_its_sentence() -> None:
    (prize,) = parse_prizes("Class A $75")
    for why in Why:
        sentence = prize_reasons.reason(Reason(why, 7, prize, 75_00, 50_00, 2), "Ann")
        assert sentence.endswith(".")
        assert not set("{}") & set(sentence)
    held = prize_reasons.reason(Reason(Why.CAPPED, 7, prize, 75_00), "Ann")
    assert held.startswith(
        "<bdi>Ann</bdi> can win at most $75, the largest prize available without the tie: Class A $75."
    )


def test_odd_cents_are_told_in_one_sentence_behind_the_other_reasons() -> None:
    odd = [Reason(Why.ODD_CENT, 1), Reason(Why.SHARED, cents=20_00, players=3), Reason(Why.ODD_CENT, 2)]
    assert prize_reasons.reasons(odd, {1: "Ann", 2: "Bill"}) == [
        'The three who can win it share $20 equally <small class="soft">(32B2)</small>.',
        "The money does not divide evenly. The odd cents go to the lowest wall-chart numbers: "
        "<bdi>Ann</bdi> and <bdi>Bill</bdi>.",
    ]


@pytest.mark.parametrize(
    ("announced", "players"),
    [
        ("Top under 800", "the players under 800"),
        ("Top unrated", "the unrated players"),
        ("Top Class A", "the players in Class A"),
        ("Top 1500-1799", "the players rated 1500–1799"),
        ("Best grade 2", "the players in grade 2"),
        ("Top K-2", "the players in grades K–2"),
    ],
)
def test_who_has_the_prize_of_a_class_reads_of_whom_they_are_the_best(announced: str, players: str) -> None:
    (prize,) = parse_prizes(announced)
    place = ties.in_section(standing(6, 6, 6))
    told = "6th in the section with 3 points."

    def best(*passed: Why) -> str:
        return prize_reasons.best_of_group(prize, [Reason(why, 1) for why in passed], place)

    assert best() == f"Best of {players}: {told}"
    assert best(Why.ALREADY, Why.PAID) == f"Best of {players} without another prize: {told}"
    assert best(Why.ALREADY, Why.WITHDRAWN) == f"Best of {players} who can still win it: {told}"
