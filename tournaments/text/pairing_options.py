"""The options of the pairing in words: what each does, by which rule, and what its values are worth.

``pairing.options`` has the options; here they get names, for the page on which they are chosen and the notice
on which they are posted. What the specification is not sure of says so.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from django.utils.functional import cached_property
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ..pairing import options
from ..pairing.options import BY_NAME, Option, Options

if TYPE_CHECKING:
    from django.utils.functional import _StrPromise

Text: TypeAlias = "str | _StrPromise"


class Status(Enum):
    """What a value is: the rule itself, a variation of it, or a habit that no rule asks for."""

    RULE = gettext_lazy("rule")
    ANNOUNCED = gettext_lazy("variation, to be announced before round 1")
    UNANNOUNCED = gettext_lazy("variation, need not be announced")
    SOFTWARE = gettext_lazy("common in other programs")
    OURS = gettext_lazy("the rulebook leaves it open")


class Value(NamedTuple):
    words: Text
    status: Status
    rule: str = ""


@dataclass(frozen=True)
class Told:
    """An option in words. ``unsure`` is what nobody has checked in the printed book."""

    name: Text
    summary: Text
    values: Mapping[str, Value]
    unsure: Text = ""
    # Of a value that is none of those above.
    other: Value | None = None


TOLD: Mapping[str, Told] = {
    "limits": Told(
        gettext_lazy("Colors and ratings"),
        gettext_lazy("How many rating points a change for better colors may cost."),
        {
            "80/200": Value(
                gettext_lazy("up to 80 points for alternation, 200 for equalization"),
                Status.RULE,
                "29E5a, 29E5b",
            ),
            "none": Value(
                gettext_lazy("no limit, equal colors come before ratings"), Status.ANNOUNCED, "29E5h"
            ),
            "0/0": Value(gettext_lazy("no change for colors"), Status.SOFTWARE, "29E5h"),
        },
        other=Value(gettext_lazy("other limits, such as 60/150"), Status.ANNOUNCED, "29E5h"),
    ),
    "equalize": Told(
        gettext_lazy("What the second limit is for"),
        gettext_lazy("Which players a change of up to 200 points may keep from two more games of one color."),
        {
            "both": Value(gettext_lazy("who would have two more of either color"), Status.RULE, "29E5b"),
            "blacks": Value(
                gettext_lazy("who would have two more Blacks; two more Whites count as alternation"),
                Status.ANNOUNCED,
                "29E5b1",
            ),
        },
        gettext_lazy("Wallchart follows 29E5b1 as told here. Its printed wording was not checked."),
    ),
    "prefer": Told(
        gettext_lazy("Which boards give way"),
        gettext_lazy("When several changes fix the colors equally well."),
        {
            "top_boards": Value(
                gettext_lazy("the lower boards; the top boards stay as they are"), Status.OURS, "29E5"
            ),
            "points": Value(
                gettext_lazy("the boards with the smallest rating difference"), Status.UNANNOUNCED, "29E5"
            ),
        },
    ),
    "odd_gain": Told(
        gettext_lazy("Another odd player for colors"),
        gettext_lazy("When someone other than the lowest rated may leave the score group for better colors."),
        {
            "2": Value(gettext_lazy("if it fixes two color conflicts"), Status.OURS, "29D1"),
            "1": Value(gettext_lazy("if it fixes one color conflict"), Status.UNANNOUNCED, "29D1"),
        },
    ),
    "teams": Told(
        gettext_lazy("Teammates"),
        gettext_lazy("Whether players of one team or school meet."),
        {
            "off": Value(gettext_lazy("may meet, as in an individual event"), Status.RULE, "28N"),
            "plus_two": Value(
                gettext_lazy("avoided as plus-two, the standard of combined events"), Status.RULE, "28N1"
            ),
            "if_required": Value(gettext_lazy("avoided inside a score group"), Status.ANNOUNCED, "28N4"),
            "never": Value(
                gettext_lazy("never meet, except the leaders in the last round"), Status.ANNOUNCED, "28N2"
            ),
        },
        gettext_lazy(
            "Wallchart follows 28N1 for minus scores as told here. Its printed wording was not checked."
        ),
    ),
    "teams_before": Told(
        gettext_lazy("Teammates and equal colors"),
        gettext_lazy(
            "Where teammates are kept apart: what gives way in a score group if either teammates meet, or"
            " someone has two more games of one color or the same color a third time in a row."
        ),
        {
            "equalization": Value(
                gettext_lazy("the colors; keeping teammates apart comes first"), Status.UNANNOUNCED, "29E8"
            ),
            "alternation": Value(
                gettext_lazy("teammates meet; equal colors come first"), Status.UNANNOUNCED, "29E8"
            ),
        },
        gettext_lazy(
            "Wallchart posts it with the other options. Who leaves a score group is decided before colors"
            " either way."
        ),
    ),
    "plus_limit": Told(
        gettext_lazy("Plus-two begins at"),
        gettext_lazy("With this many more wins than losses, no one leaves the group to avoid a teammate."),
        {"2": Value(gettext_lazy("two more wins than losses"), Status.RULE, "28N1")},
        other=Value(gettext_lazy("%(count)s more wins than losses"), Status.ANNOUNCED, "28N3"),
    ),
    "minus_limit": Told(
        gettext_lazy("The same for minus scores"),
        gettext_lazy("With this many more losses than wins, no one leaves the group either."),
        {"none": Value(gettext_lazy("no limit"), Status.RULE, "28N1")},
        other=Value(gettext_lazy("%(count)s more losses than wins"), Status.ANNOUNCED, "28N3"),
    ),
    "rule5": Told(
        gettext_lazy("Two players with the same colors so far"),
        gettext_lazy("Who gets the color that both are due."),
        {
            "higher": Value(gettext_lazy("the higher ranked"), Status.RULE, "29E4"),
            "plus_minus": Value(
                gettext_lazy("the higher ranked; in minus score groups the lower ranked"),
                Status.UNANNOUNCED,
                "29E4a",
            ),
            "alternate": Value(
                gettext_lazy("by turns in a score group: higher, lower, higher"), Status.UNANNOUNCED, "29E4b"
            ),
            "lot_last_round": Value(
                gettext_lazy("the higher ranked; in the last round by lot, on all these boards"),
                Status.UNANNOUNCED,
                "29E4c",
            ),
        },
        gettext_lazy(
            "Wallchart posts it with the other options. Whether the printed rulebook wants 29E4a, 29E4b and"
            " 29E4c announced was not checked."
        ),
    ),
    "last_two": Told(
        gettext_lazy("Two players with the same colors in the last two rounds"),
        gettext_lazy("When their earlier rounds differ and both are due the same color."),
        {
            "walk_back": Value(gettext_lazy("the latest round that differs decides"), Status.RULE, "29E4"),
            "rank": Value(
                gettext_lazy("they count as having the same colors so far"), Status.UNANNOUNCED, "29E4d"
            ),
        },
        gettext_lazy(
            "29E4d is from the fourth edition. Whether it must be announced is still to be checked in print."
        ),
    ),
    "third_color": Told(
        gettext_lazy("A third color in a row in the last round"),
        gettext_lazy("Whether the leaders may have the same color a third time in a row."),
        {
            "avoided": Value(gettext_lazy("is avoided, for the leaders too"), Status.RULE, "29E5f"),
            "leaders": Value(
                gettext_lazy("does not count against players on the top score"), Status.UNANNOUNCED, "29E5f1"
            ),
        },
        gettext_lazy(
            "Wallchart posts it with the other options. Whether the printed rulebook wants 29E5f1 announced"
            " was not checked."
        ),
    ),
    "acceleration": Told(
        gettext_lazy("Acceleration"),
        gettext_lazy("How rounds 1 and 2 are paired when there are many players for few rounds."),
        {
            "off": Value(gettext_lazy("not accelerated"), Status.RULE, "28J"),
            "added_score": Value(
                gettext_lazy("a point is added for the upper half in rounds 1 and 2"),
                Status.ANNOUNCED,
                "28R1",
            ),
            "non_winners": Value(
                gettext_lazy("in round 2 the upper half’s non-winners meet the lower half’s winners"),
                Status.ANNOUNCED,
                "28R2",
            ),
            "sixths": Value(
                gettext_lazy("by sixths of the field in rounds 1 and 2"), Status.ANNOUNCED, "28R3"
            ),
        },
        gettext_lazy("Wallchart follows 28R2 and 28R3 as told here. Their printed details were not checked."),
    ),
    "initial_color": Told(
        gettext_lazy("Colors of round 1"),
        gettext_lazy(
            "The color of the higher-ranked player on the first board in rank order; it alternates down the"
            " boards."
        ),
        {
            "lot": Value(gettext_lazy("by lot, one for all sections"), Status.RULE, "29E2"),
            "white": Value(gettext_lazy("White"), Status.OURS, "29E2"),
            "black": Value(gettext_lazy("Black"), Status.OURS, "29E2"),
        },
    ),
    "bye_unrated": Told(
        gettext_lazy("Full-point bye and unrated players"),
        gettext_lazy("Who gets the bye when the number of players is odd."),
        {
            "protected": Value(
                gettext_lazy("the lowest rated of the lowest score group, before anyone unrated"),
                Status.RULE,
                "28L2",
            ),
            "last": Value(
                gettext_lazy("unrated players count as the lowest rated"), Status.ANNOUNCED, "28L2"
            ),
        },
    ),
    "bye_for_color": Told(
        gettext_lazy("Full-point bye and colors"),
        gettext_lazy("Whether a higher-rated player of the lowest score group may get the bye."),
        {
            "off": Value(gettext_lazy("not for colors"), Status.RULE, "28L2"),
            "on": Value(
                gettext_lazy("if that improves the group’s colors within the limits"),
                Status.UNANNOUNCED,
                "28L2a",
            ),
        },
        gettext_lazy(
            "Wallchart posts it with the other options. Whether the printed rulebook wants 28L2a announced"
            " was not checked."
        ),
    ),
    "bye_group_above": Told(
        gettext_lazy("Full-point bye when the lowest group is all new"),
        gettext_lazy("In an event of up to four rounds whose lowest score group has only new players."),
        {
            "ask": Value(
                gettext_lazy("the pairing page says that the bye may go one group higher"),
                Status.RULE,
                "28L5",
            ),
            "off": Value(gettext_lazy("the bye stays in the lowest group"), Status.UNANNOUNCED, "28L5"),
        },
    ),
    "unrated_together": Told(
        gettext_lazy("Unrated players"),
        gettext_lazy("In events by class: unrated players of one score group with a plus score."),
        {
            "off": Value(gettext_lazy("are paired like everyone else"), Status.RULE, "29C"),
            "on": Value(gettext_lazy("meet each other"), Status.ANNOUNCED, "29J"),
        },
        gettext_lazy("The rule’s number differs between editions of the rulebook."),
    ),
    "class_pools": Told(
        gettext_lazy("Classes in the last round"),
        gettext_lazy(
            "Whether the players of a rating class meet each other. A class is left out if one of its"
            " players can still finish first in the section. Choose it only if no one in a class can"
            " win more than its first prize."
        ),
        {
            "off": Value(gettext_lazy("are paired like everyone else"), Status.RULE, "29C"),
            "full": Value(
                gettext_lazy("meet each other; the odd one joins the rest"), Status.ANNOUNCED, "29I1"
            ),
            "contention": Value(
                gettext_lazy("those who can still finish first in their class meet each other"),
                Status.ANNOUNCED,
                "29I2",
            ),
        },
    ),
    "class_limits": Told(
        gettext_lazy("Where the classes end"),
        gettext_lazy(
            "Ratings, the lowest first: with 1400, 1800 one class is under 1400, the other from 1400 to 1799."
        ),
        {"none": Value(gettext_lazy("no classes"), Status.RULE, "29C")},
    ),
    "reentry": Told(
        gettext_lazy("Players who re-enter"),
        gettext_lazy(
            "Which of the player’s entries wins prizes and counts for a team. Both keep their own games."
        ),
        {
            "better": Value(gettext_lazy("the entry with the better score"), Status.RULE, "28S5"),
            "last": Value(
                gettext_lazy("the last entry; the earlier one is as if withdrawn"), Status.ANNOUNCED, "28S5"
            ),
        },
        gettext_lazy("Wallchart follows 28S5 as told here. Its printed wording was not checked."),
    ),
    "small_swiss": Told(
        gettext_lazy("A small Swiss with many rounds"),
        gettext_lazy(
            "With at most two more players than rounds, the last rounds may have no legal pairing. A"
            " round-robin table always leaves one. It is used as long as everyone from round 1 keeps"
            " playing."
        ),
        {
            "off": Value(gettext_lazy("each round is paired as a Swiss"), Status.RULE, "29C"),
            "table": Value(
                gettext_lazy("each round is an unused line of a round-robin table"), Status.UNANNOUNCED, "29L"
            ),
            "neighbors": Value(
                gettext_lazy("neighbors meet: in each score group 1st against 2nd, 3rd against 4th"),
                Status.ANNOUNCED,
                "29L1",
            ),
        },
    ),
    "rematch_when_impossible": Told(
        gettext_lazy("When everyone has played everyone"),
        gettext_lazy("When a round cannot be paired without a rematch."),
        {
            "ask": Value(gettext_lazy("as few rematches as possible, the oldest first"), Status.OURS, "27A1"),
            "refuse": Value(
                gettext_lazy("the round is not paired; the director decides"), Status.OURS, "27A1"
            ),
        },
    ),
}

# What is told otherwise where teams are paired.
_TEXTS_OF_TEAMS: Mapping[str, Mapping[str, Any]] = {
    "equalize": {
        "summary": gettext_lazy(
            "Which teams a change of up to 200 points may keep from two more matches of one color."
        ),
    },
    "odd_gain": {"name": gettext_lazy("Another odd team for colors")},
    "teams": {"summary": gettext_lazy("Whether teams of one school or club meet.")},
    "rule5": {"name": gettext_lazy("Two teams with the same colors so far")},
    "last_two": {"name": gettext_lazy("Two teams with the same colors in the last two rounds")},
    "third_color": {
        "values": {
            "leaders": Value(
                gettext_lazy("does not count against teams on the top score"), Status.UNANNOUNCED, "29E5f1"
            ),
        },
    },
    "acceleration": {
        "summary": gettext_lazy("How rounds 1 and 2 are paired when there are many teams for few rounds."),
    },
    "initial_color": {
        "summary": gettext_lazy(
            "The color of the higher-ranked team in the first match in rank order; it alternates down the"
            " matches."
        ),
    },
    "bye_unrated": {
        "name": gettext_lazy("Full-point bye and unrated teams"),
        "summary": gettext_lazy("Who gets the bye when the number of teams is odd."),
        "values": {
            "last": Value(gettext_lazy("unrated teams count as the lowest rated"), Status.ANNOUNCED, "28L2"),
        },
    },
    "bye_for_color": {
        "summary": gettext_lazy("Whether a higher-rated team of the lowest score group may get the bye."),
    },
    "bye_group_above": {
        "summary": gettext_lazy(
            "In an event of up to four rounds whose lowest score group has only new teams."
        ),
    },
    "unrated_together": {
        "name": gettext_lazy("Unrated teams"),
        "summary": gettext_lazy("In events by class: unrated teams of one score group with a plus score."),
    },
    "class_pools": {
        "summary": gettext_lazy(
            "Whether the teams of a rating class meet each other. A class is left out if one of its"
            " teams can still finish first in the section. Choose it only if no one in a class can"
            " win more than its first prize."
        ),
    },
    "reentry": {
        "name": gettext_lazy("Teams that re-enter"),
        "summary": gettext_lazy("Which of the team’s entries wins prizes. Both keep their own matches."),
    },
    "small_swiss": {
        "summary": gettext_lazy(
            "With at most two more teams than rounds, the last rounds may have no legal pairing. A"
            " round-robin table always leaves one. It is used as long as everyone from round 1 keeps"
            " playing."
        ),
    },
}


def _of_teams(name: str, told: Told) -> Told:
    texts = _TEXTS_OF_TEAMS.get(name, {})
    return replace(told, **{**texts, "values": {**told.values, **texts.get("values", {})}})


TOLD_OF_TEAMS: Mapping[str, Told] = {name: _of_teams(name, told) for name, told in TOLD.items()}


def told_of(*, of_teams: bool) -> Mapping[str, Told]:
    """The options in words, where teams are paired or players."""
    return TOLD_OF_TEAMS if of_teams else TOLD


# Typed as a number, or as several, not chosen.
NUMBERS = ("plus_limit", "minus_limit")
LISTS = ("class_limits",)
# Those that few events change, in groups that the page folds away.
RARE: Mapping[Text, tuple[str, ...]] = {
    gettext_lazy("Colors"): ("equalize", "prefer", "odd_gain", "rule5", "last_two", "teams_before"),
    gettext_lazy("Full-point bye"): ("bye_unrated", "bye_for_color", "bye_group_above"),
    gettext_lazy("Unrated entries and classes"): ("unrated_together", "class_pools"),
    gettext_lazy("Special cases"): ("reentry", "small_swiss", "rematch_when_impossible"),
}
# What is typed beside an option, under its values.
BESIDE = {"teams": NUMBERS, "class_pools": LISTS}


def value_of(option: Option, value: str, told: Told) -> Value:
    """A value in words, also one that is typed."""
    found = told.values.get(value)
    if found is not None:
        return found
    if option.name == "class_limits":
        return Value(_classes(value), Status.ANNOUNCED, "29I")
    if option.name == "limits":
        low, _slash, high = value.partition("/")
        words = _("up to %(low)s points for alternation, %(high)s for equalization")
        return Value(words % {"low": low, "high": high}, Status.ANNOUNCED, "29E5h")
    if told.other is not None:
        return told.other._replace(words=told.other.words % {"count": value})
    return Value(value, Status.ANNOUNCED, option.rule)


def _classes(value: str) -> str:
    limits = [int(limit) for limit in value.split(",")]
    first = _("under %(limit)d") % {"limit": limits[0]}
    more = [_("%(low)d to %(high)d") % {"low": low, "high": high - 1} for low, high in pairwise(limits)]
    return "; ".join([first, *more])


class PostedLine(NamedTuple):
    """One option that is not as the rules have it."""

    name: str
    words: str
    rule: str

    def __str__(self) -> str:
        return _("%(name)s: %(words)s (%(rule)s)") % self._asdict()


@dataclass(frozen=True)
class PostedOptions:
    """The options of the pairing as they were posted; ``written`` is empty where none were."""

    written: str
    of_teams: bool = False

    def __bool__(self) -> bool:
        return bool(self.written)

    @cached_property
    def options(self) -> Options:
        return options.read(self.written)

    @cached_property
    def lines(self) -> list[PostedLine]:
        """What is not as the rules have it."""
        return list(_lines(self.options, told_of(of_teams=self.of_teams)))

    @property
    def standard(self) -> str:
        """One sentence of everything else."""
        if self.lines:
            return _("Everything else: paired by rules 27 to 29, without variations.")
        return _("Paired by rules 27 to 29, without variations.")

    @property
    def said(self) -> str:
        """All of it in one line, for the log and beside buttons."""
        if not self:
            return _("no pairing options were chosen")
        return "; ".join(map(str, self.lines)) or self.standard


def _lines(chosen: Options, told: Mapping[str, Told]) -> Iterator[PostedLine]:
    for option, written in options.differing(chosen):
        value = value_of(option, written, told[option.name])
        yield PostedLine(str(told[option.name].name), str(value.words), value.rule)


def every(*, of_teams: bool) -> Iterator[tuple[Option, Told]]:
    """The options in the order of the page."""
    return ((BY_NAME[name], told) for name, told in told_of(of_teams=of_teams).items())
