"""A second reading of the rules, to hold against the engine.

Slow and literal: it reads the text of a wall chart, follows the definitions of the specification
word by word in `Fraction`s, plain dicts and lists, and shares no line and no thought with the
engine: it imports nothing of `tiebreaks` and was written without looking at it. Two readers who
agree on many thousand charts are seldom both wrong. Where the specification is silent (what a variation
does with unrated players, what SwissSys does with half a double round) it follows what the engine declares.

Section numbers (§) are those of the rules specification, 34E… those of the rulebook. Only valid
files are read.

An entry is a dict: number, name, rating (or None), house, rounds. `rounds` is a list of the counted
rounds; a counted round is a list of slots, one a game; it is empty where the player has no item for
that round. A slot is a dict: letter, opponent (a key into the chart, or None), color, points.
"""

from collections.abc import Callable, Collection
from fractions import Fraction
from typing import Any

from tests.engine.oracle_chart import (
    FORFEIT,
    HALF,
    PLAYED,
    RESULT,
    Chart,
    Entry,
    Key,
    Slot,
    Words,
    adjusted_score,
    boards,
    count_rounds,
    is_played,
    leave_out,
    opponents,
    opposition,
    read,
    result_of,
    score,
    slots_of,
    standing,
    worth_of,
)

Row = dict[str, Any]
# Its members, and the step that separated it from the group above.
Group = tuple[list[Entry], str | None]

# What may be posted with each; `otb_first` with any.
VARIATIONS = {
    "modified_median": "keep_own_zero no_own_item planned_rounds per_round wins_losses",
    "solkoff": "keep_own_zero no_own_item planned_rounds per_round",
    "median": "keep_own_zero no_own_item planned_rounds per_round",
    "cumulative": "omit_last full_only no_deduction",
    "opposition_cumulative": "omit_last full_only no_deduction",
    "head_to_head": "minus_100 score_group with_forfeits all_met",
    "sonneborn_berger": "adjusted with_forfeits",
    "opposition_performance": "swisssys tied_group assigned set_aside",
    "average_opposition": "assigned set_aside",
    "most_blacks": "with_forfeits",
    "win_count": "with_forfeits with_byes",
    "us_amateur": "doubled adjusted",
}
# These look at who else is tied when the step is reached; the others are columns.
GROUP_STEPS = ("head_to_head", "playoff", "coin_toss")
GROUP_VARIATIONS = ("tied_group",)


# --- the systems ---------------------------------------------------------------------------------


def discards(chart: Chart, variations: Words) -> int:
    """34E1: one at each affected end, two with nine or more rounds (counted ones, §14 no. 14)."""
    rounds = chart["planned"] if "planned_rounds" in variations else chart["count"]
    return 2 if rounds >= 9 else 1


def sign_of_score(entry: Entry, chart: Chart, variations: Words) -> int:
    """Plus 1, even 0, minus −1: the score against half the maximum possible (§0 no. 4)."""
    if "wins_losses" in variations:
        results = [result_of(slot) for slot in slots_of(entry)]
        difference = Fraction(results.count("W") - results.count("L"))
    else:
        games = 1 if "per_round" in variations else chart["games"]
        difference = score(entry) - Fraction(chart["count"] * games, 2)
    return (difference > 0) - (difference < 0)


def sum_without(entry: Entry, chart: Chart, variations: Words, lowest: int, highest: int) -> Fraction:
    items = opposition(entry, chart, variations)
    if "keep_own_zero" in variations or "no_own_item" in variations:
        # The own unplayed games are not offered for discarding; worth 0, they add nothing.
        items = [item for item in items if item[0]]
    return leave_out([value for _, value in items], lowest, highest)


def modified_median(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction:
    """34E1: plus scores lose the lowest, minus scores the highest, even scores both."""
    k = discards(chart, variations)
    sign = sign_of_score(entry, chart, variations)
    return sum_without(entry, chart, variations, lowest=k if sign >= 0 else 0, highest=k if sign <= 0 else 0)


def solkoff(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction:
    """34E2: as 34E1 with nothing discarded."""
    return sum((value for _, value in opposition(entry, chart, variations)), Fraction(0))


def median(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction:
    """34E4: the highest and the lowest go, whatever the score."""
    k = discards(chart, variations)
    return sum_without(entry, chart, variations, lowest=k, highest=k)


def cumulative(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction:
    """34E3: the sum of the running scores, less the awarded points of unplayed games, once each."""
    running, total, deduction = Fraction(0), Fraction(0), Fraction(0)
    for r, slots in enumerate(entry["rounds"], start=1):
        running += sum(slot["points"] for slot in slots)
        # §9: no cell in the open round, no term. The last round may be left out; its deduction
        # stays, else leaving it out would change the order inside a score group (§4.1).
        if slots and not ("omit_last" in variations and r == chart["count"]):
            total += running
        for slot in slots:
            if not is_played(slot):
                if "full_only" in variations:
                    # The older text: 1 for an unplayed win or full-point bye, nothing for a half.
                    deduction += 1 if slot["points"] >= 1 else 0
                else:
                    deduction += slot["points"]
    return total if "no_deduction" in variations else total - deduction


def opposition_cumulative(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction:
    """34E9: the 34E3 values of the opponents; own unplayed rounds add nothing."""
    return sum((cumulative(o, chart, variations, group) for o in opponents(entry, chart)), Fraction(0))


def head_to_head(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction | None:
    """34E5: wins − losses in the games between the tied players; plus or minus, not percentage."""
    if "score_group" in variations:
        group = [e for e in ranked_entries(chart) if standing(e, chart) == standing(entry, chart)]
    keys = [member["number"] for member in group]
    if "all_met" in variations:
        for member in group:
            met = [opponent for opponent, _ in encounters(member, variations)]
            if any(key not in met for key in keys if key != member["number"]):
                return None
    results = [result for opponent, result in encounters(entry, variations) if opponent in keys]
    if "minus_100" in variations:
        return Fraction(100 - results.count("L"))
    return Fraction(results.count("W") - results.count("L"))


def encounters(entry: Entry, variations: Words) -> list[tuple[Key, str | None]]:
    """(opponent, result) of each game, an open one None; by a variation of each forfeit too."""
    pairs = [(slot["opponent"], result_of(slot)) for slot in slots_of(entry) if is_played(slot)]
    if "with_forfeits" in variations:
        for slot in slots_of(entry):
            if slot["letter"] in FORFEIT and slot["opponent"]:
                pairs.append((slot["opponent"], worth_of(slot)))
    return pairs


def most_blacks(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction:
    """34E6: games with Black; an unplayed game has no color (29E1)."""
    colored = PLAYED + "?" + (FORFEIT if "with_forfeits" in variations else "")
    return Fraction(sum(slot["color"] == "b" and slot["letter"] in colored for slot in slots_of(entry)))


def kashdan(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction:
    """34E7: 4 a win, 2 a draw, 1 a loss, 0 an unplayed (or open, §9) game."""
    worth = {"W": 4, "D": 2, "L": 1, None: 0}
    return Fraction(sum(worth[result_of(slot)] for slot in slots_of(entry)))


def win_count(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction:
    """§6.3: played wins; by variation also wins by forfeit, full-point byes."""
    letters = PLAYED
    if "with_forfeits" in variations:
        letters += FORFEIT
    if "with_byes" in variations:
        # Whatever it is called: one that was awarded a point is a full-point bye.
        letters += "BHU"
    slots = [slot for slot in slots_of(entry) if slot["letter"] in letters]
    return Fraction(sum(worth_of(slot) == "W" for slot in slots))


def sonneborn_berger(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction:
    """34E8: the final scores of the opponents beaten and half those drawn."""
    total = Fraction(0)
    for slot in slots_of(entry):
        result = result_of(slot)
        if "with_forfeits" in variations and slot["letter"] in FORFEIT and slot["opponent"]:
            result = worth_of(slot)
        if result in ("W", "D"):
            opponent = chart["entries"][slot["opponent"]]
            if "adjusted" in variations:
                worth = adjusted_score(opponent, chart, variations)
            else:
                worth = score(opponent)
            total += worth if result == "W" else worth / 2
    return total


def decided_games(entry: Entry) -> list[Slot]:
    """The games that count for ratings: played and not open (§9)."""
    return [slot for slot in slots_of(entry) if slot["letter"] in PLAYED]


def rating_of(key: Key, chart: Chart, variations: Words) -> int | None:
    """§8: the rule is silent about the unrated; `assigned` lends them a floor of 100 (§8.2)."""
    return chart["entries"][key]["rating"] or (100 if "assigned" in variations else None)


def set_aside(chart: Chart, variations: Words) -> bool:
    """§8.1: ignore the whole method where a game with an unrated player would be part of it."""
    if "set_aside" not in variations or "assigned" in variations:
        return False
    return any(e["rating"] is None and decided_games(e) for e in chart["entries"].values())


def performance(entry: Entry, chart: Chart, variations: Words, without: Collection[Key]) -> Fraction | None:
    """34E10: mean of the rating met, ±400 for a win or loss; unrated opponents skipped (§8.1)."""
    values = []
    for slot in decided_games(entry):
        rating = rating_of(slot["opponent"], chart, variations)
        if slot["opponent"] not in without and rating is not None:
            values.append(rating + {"W": 400, "D": 0, "L": -400}[RESULT[slot["letter"]]])
    return Fraction(sum(values), len(values)) if values else None


def swisssys_performance(entry: Entry, chart: Chart, variations: Words) -> Fraction | None:
    """§8.1: with the tied player's game; a beaten opponent's rating is at least own − 350."""
    values = []
    for slot in decided_games(entry):
        rating = rating_of(slot["opponent"], chart, variations)
        own = rating_of(entry["number"], chart, variations)
        if rating is None:
            continue
        result = RESULT[slot["letter"]]
        if result == "W" and own is not None:
            rating = max(rating, own - 350)
        values.append(rating + {"W": 400, "D": 0, "L": -400}[result])
    return Fraction(max(0, int(Fraction(sum(values), len(values))))) if values else None


def opposition_performance(
    entry: Entry, chart: Chart, variations: Words, group: list[Entry]
) -> Fraction | None:
    """34E10: the mean of the opponents' performances, without their games against this player."""
    met = [chart["entries"][slot["opponent"]] for slot in decided_games(entry)]
    if set_aside(chart, variations):
        return None
    if "swisssys" in variations:
        values = [swisssys_performance(o, chart, variations) for o in met]
    elif "tied_group" in variations:
        keys = [member["number"] for member in group]
        values = [performance(o, chart, variations, without=keys) for o in met]
    else:
        values = [performance(o, chart, variations, without=[entry["number"]]) for o in met]
    known = [value for value in values if value is not None]
    if "swisssys" in variations:
        # Rounded half up; no played game is 0.
        return Fraction((sum(known, HALF * len(known)) / len(known)).__floor__()) if known else Fraction(0)
    return sum(known, Fraction(0)) / len(known) if known else None


def average_opposition(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction | None:
    """34E11: the mean rating of the opponents; unrated ones are left out (§8.2)."""
    if set_aside(chart, variations):
        return None
    met = [rating_of(slot["opponent"], chart, variations) for slot in decided_games(entry)]
    ratings = [rating for rating in met if rating is not None]
    return Fraction(sum(ratings), len(ratings)) if ratings else None


def by_hand(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> None:
    """34E12, 34E13: a playoff or a coin toss is recorded by the director; a file has none."""


def boards_known(entry: Entry) -> bool:
    return all(slot.get("boards") is not None for slot in slots_of(entry) if slot["letter"] in PLAYED)


def game_points(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction | None:
    """§11.1: the points of all boards; unknown where those of a finished match are."""
    return boards(entry) if boards_known(entry) else None


def match_points(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction:
    """§11.1: match won 1, drawn ½, as awarded."""
    return score(entry)


def us_amateur(entry: Entry, chart: Chart, variations: Words, group: list[Entry]) -> Fraction | None:
    """§11.1: (points scored against that team) × (its final match score); an unplayed match adds 0."""
    if not boards_known(entry):
        return None
    total = Fraction(0)
    for slot in slots_of(entry):
        if is_played(slot):
            opponent = chart["entries"][slot["opponent"]]
            worth = (
                adjusted_score(opponent, chart, variations) if "adjusted" in variations else score(opponent)
            )
            total += (slot.get("boards") or 0) * worth
    return 2 * total if "doubled" in variations else total


SYSTEMS: dict[str, Callable[[Entry, Chart, Words, list[Entry]], Fraction | None]] = {
    "modified_median": modified_median,
    "solkoff": solkoff,
    "cumulative": cumulative,
    "median": median,
    "head_to_head": head_to_head,
    "most_blacks": most_blacks,
    "kashdan": kashdan,
    "sonneborn_berger": sonneborn_berger,
    "opposition_cumulative": opposition_cumulative,
    "opposition_performance": opposition_performance,
    "average_opposition": average_opposition,
    "win_count": win_count,
    "playoff": by_hand,
    "coin_toss": by_hand,
    "game_points": game_points,
    "match_points": match_points,
    "us_amateur": us_amateur,
}


# --- the ranking (§10) ---------------------------------------------------------------------------


def ranked_entries(chart: Chart) -> list[Entry]:
    everybody = chart["entries"].values()
    return [e for e in everybody if e["ranked"] and not e["house"] and not e.get("annulled")]


def scored_over_the_board(entry: Entry, ranks: str = "match points") -> bool:
    counted = "points" if ranks == "match points" else "boards"
    return sum((slot.get(counted) or 0 for slot in slots_of(entry) if is_played(slot)), Fraction(0)) > 0


def is_group_step(code: str, variations: Words) -> bool:
    return code in GROUP_STEPS or any(v in GROUP_VARIATIONS for v in variations)


def standings(text: str, order: list[str], after: int | None = None, live: bool = False) -> list[Row]:
    """The rows of the section: by score, then step by step within each group that is still tied."""
    chart = read(text)
    count_rounds(chart, after, live)
    rows = {
        e["number"]: {"number": e["number"], "name": e["name"], "score": show(standing(e, chart)),
                      "place": None, "rank": None, "tied": None,
                      "tiebreaks": dict.fromkeys(order), "decided_by": None, "ahead_by": None}
        for e in chart["entries"].values() if e["ranked"]
    }  # fmt: skip
    entries = ranked_entries(chart)

    # A group is (members, the step that separated it from the group above in its score group).
    groups: list[Group] = []
    for points in sorted({standing(e, chart) for e in entries}, reverse=True):
        groups.append(([e for e in entries if standing(e, chart) == points], None))
    label_places(groups, rows)

    for step in order:
        code, _, words = step.partition(":")
        variations = words.split("+") if words else []
        known = [*VARIATIONS.get(code, "").split(), "otb_first"]
        assert all(word in known for word in variations), f"no such variation: {step}"
        system = SYSTEMS[code]
        if not is_group_step(code, variations):
            for entry in chart["entries"].values():
                if entry["ranked"]:
                    value = system(entry, chart, variations, [entry])
                    rows[entry["number"]]["tiebreaks"][step] = show(value)
        split: list[Group] = []
        for members, decided_by in groups:
            if len(members) == 1:
                split.append((members, decided_by))
                continue
            keys = {}
            for entry in members:
                value = system(entry, chart, variations, members)
                rows[entry["number"]]["tiebreaks"][step] = show(value)
                # §3.1: by the Michigan switch, who scored over the board comes first.
                first = "otb_first" in variations and scored_over_the_board(entry, chart["ranks"])
                # No value is below every value.
                keys[entry["number"]] = (first, value is not None, value or Fraction(0))
            for key in sorted(set(keys.values()), reverse=True):
                split.append(([e for e in members if keys[e["number"]] == key], decided_by))
                decided_by = step
        groups = split

    above = 0
    for position, (members, decided_by) in enumerate(groups):
        below = groups[position + 1] if position + 1 < len(groups) else None
        for entry in members:
            row = rows[entry["number"]]
            row["rank"] = above + 1
            row["tied"] = len(members)
            row["decided_by"] = decided_by
            row["ahead_by"] = below[1] if below else None
        above += len(members)
    return sorted(rows.values(), key=lambda row: (row["rank"] or len(rows) + 1, row["number"]))


def label_places(score_groups: list[Group], rows: dict[Key, Row]) -> None:
    """The place by score alone, which every tied player may claim: `2-5`."""
    first = 1
    for members, _ in score_groups:
        last = first + len(members) - 1
        for entry in members:
            rows[entry["number"]]["place"] = str(first) if first == last else f"{first}-{last}"
        first = last + 1


def show(value: Fraction | int | None) -> str | None:
    """The shortest decimal, or a fraction where no quarter will do."""
    if value is None:
        return None
    value = Fraction(value)
    if 4 % value.denominator:
        return f"{value.numerator}/{value.denominator}"
    whole, quarters = divmod(abs(value) * 4, 4)
    sign = "-" if value < 0 else ""
    return f"{sign}{whole}" + {0: "", 1: ".25", 2: ".5", 3: ".75"}[int(quarters)]
