"""Options of the pairing (PAIRING §8): what a director may choose, and what must be announced beforehand."""

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

UNLIMITED = 10**6


class OptionError(ValueError):
    """An option that does not exist, or a value that it does not take."""


class Option(NamedTuple):
    """One option: its values, the default first, and whether other values must be announced beforehand."""

    name: str
    values: tuple[str, ...]
    announce: bool
    rule: str


OPTIONS = (
    Option("limits", ("80/200", "none"), True, "29E5a, 29E5b, 29E5h"),
    Option("equalize", ("both", "blacks"), True, "29E5b, 29E5b1"),
    Option("prefer", ("top_boards", "points"), False, "29E5"),
    Option("odd_gain", ("2", "1"), False, "29D1"),
    Option("bye_unrated", ("protected", "last"), True, "28L2"),
    Option("bye_for_color", ("off", "on"), False, "28L2a"),
    Option("bye_group_above", ("ask", "off"), False, "28L5"),
    Option("teams", ("off", "plus_two", "if_required", "never"), True, "28N"),
    Option("teams_before", ("equalization", "alternation"), False, "29E8"),
    Option("plus_limit", ("2",), True, "28N3"),
    Option("minus_limit", ("none",), True, "28N3"),
    Option("rule5", ("higher", "plus_minus", "alternate", "lot_last_round"), False, "29E4a, 29E4b, 29E4c"),
    Option("last_two", ("walk_back", "rank"), False, "29E4d"),
    Option("third_color", ("avoided", "leaders"), False, "29E5f1"),
    Option("acceleration", ("off", "added_score", "non_winners", "sixths"), True, "28R"),
    Option("initial_color", ("lot", "white", "black"), False, "29E2"),
    Option("unrated_together", ("off", "on"), True, "29J"),
    Option("class_pools", ("off", "full", "contention"), True, "29I, 29I1, 29I2"),
    Option("class_limits", ("none",), True, "29I"),
    Option("reentry", ("better", "last"), True, "28S5"),
    Option("small_swiss", ("off", "table", "neighbors"), False, "29L, 29L1"),
    Option("rematch_when_impossible", ("ask", "refuse"), False, "27A1"),
)
BY_NAME = {option.name: option for option in OPTIONS}


@dataclass(frozen=True)
class Options:
    """The options of a section, typed. Limits are in rating points.

    ``minus_limit`` None: the plus-two rule has no lower end. ``teams`` off: teammates may meet.
    ``class_limits`` are the ratings below which the classes end, the lowest class first.
    """

    alternate_limit: int = 80
    equal_limit: int = 200
    equalize: str = "both"
    prefer: str = "top_boards"
    odd_gain: int = 2
    bye_unrated: str = "protected"
    bye_for_color: bool = False
    bye_group_above: str = "ask"
    teams: str = "off"
    teams_before: str = "equalization"
    plus_limit: int = 2
    minus_limit: int | None = None
    rule5: str = "higher"
    last_two: str = "walk_back"
    third_color: str = "avoided"
    acceleration: str = "off"
    initial_color: str = "lot"
    unrated_together: bool = False
    class_pools: str = "off"
    class_limits: tuple[int, ...] = ()
    reentry: str = "better"
    small_swiss: str = "off"
    rematch_when_impossible: str = "ask"

    @property
    def limited(self) -> bool:
        """Whether changes for colors are held against rating limits at all (29E5h)."""
        return self.equal_limit < UNLIMITED

    @property
    def equal_rule(self) -> str:
        """The rule of the second limit, which 29E5b1 keeps for two more Blacks."""
        return "29E5b1" if self.equalize == "blacks" else "29E5b"

    @property
    def apart_rule(self) -> str:
        """The rule by which requests keep two apart: of teammates who never should meet, their own too."""
        return "28N2, 28T" if self.teams == "never" else "28T"

    def team_rule(self, letter: str = "") -> str:
        """The rule by which teammates are kept apart, as posted; 28N1, which has letters, with this one.

        >>> Options(teams="plus_two").team_rule("a"), Options(teams="if_required").team_rule("a")
        ('28N1a', '28N4')
        """
        if self.teams == "plus_two" and (self.plus_limit, self.minus_limit) == (2, None):
            return f"28N1{letter}"
        return {"plus_two": "28N3", "if_required": "28N4", "never": "28N2"}.get(self.teams, "28N")


def parse(settings: Iterable[str], options: Options | None = None) -> Options:
    """Options from texts such as ``teams=plus_two``. Later ones win.

    >>> parse(["teams=plus_two", "limits=0/0"]).equal_limit
    0
    >>> parse(["teams=maybe"])
    Traceback (most recent call last):
    ...
    tournaments.pairing.options.OptionError: teams=maybe: one of off, plus_two, if_required, never
    """
    made = options or Options()
    for setting in settings:
        name, _equals, value = (part.strip() for part in setting.partition("="))
        option = BY_NAME.get(name)
        if option is None:
            raise OptionError(f"{setting}: one of the options {', '.join(BY_NAME)}")
        made = _with(made, option, value, setting)
    return made


def read(line: str) -> Options:
    """Options as they are kept, in one line. What nobody knows, as from another release, is passed over.

    >>> read("teams=never tea=green").teams
    'never'
    """
    made = Options()
    for setting in line.split():
        with suppress(OptionError):
            made = parse([setting], made)
    return made


def written(options: Options) -> str:
    """Every option with its value, so that what is posted does not change with a default.

    >>> written(parse(["limits=none", "teams=plus_two"]))[:48]
    'limits=none equalize=both prefer=top_boards odd_'
    >>> parse(written(Options(minus_limit=2)).split()).minus_limit
    2
    """
    return " ".join(f"{option.name}={value_of(options, option)}" for option in OPTIONS)


def value_of(options: Options, option: Option) -> str:
    """The value of an option as it is written.

    >>> value_of(Options(alternate_limit=0, equal_limit=0), BY_NAME["limits"])
    '0/0'
    """
    if option.name == "limits":
        return f"{options.alternate_limit}/{options.equal_limit}" if options.limited else "none"
    value = getattr(options, option.name)
    if isinstance(value, tuple):
        return ",".join(map(str, value)) or "none"
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def differing(options: Options) -> list[tuple[Option, str]]:
    """The options that are not as the rules have them, with their values.

    The limits of plus and minus scores say nothing unless the plus-two rule holds, nor do those of classes
    that are not paired among themselves, nor what comes before teammates who may meet.

    >>> [(option.name, value) for option, value in differing(parse(["teams=plus_two", "odd_gain=1"]))]
    [('odd_gain', '1'), ('teams', 'plus_two')]
    """
    silent = set[str]() if options.teams == "plus_two" else {"plus_limit", "minus_limit"}
    silent |= {"teams_before"} if options.teams == "off" else set()
    silent |= {"class_limits"} if options.class_pools == "off" else set()
    told = [(option, value_of(options, option)) for option in OPTIONS if option.name not in silent]
    return [(option, value) for option, value in told if value != option.values[0]]


def _with(options: Options, option: Option, value: str, setting: str) -> Options:
    name = option.name
    if name == "limits":
        if value == "none":
            return replace(options, alternate_limit=UNLIMITED, equal_limit=UNLIMITED)
        low, _slash, high = value.partition("/")
        if not (_number(low) and _number(high)) or int(low) > int(high):
            raise OptionError(f"{setting}: two limits in points, as in 80/200, or none")
        return replace(options, alternate_limit=int(low), equal_limit=int(high))
    if name == "class_limits":
        limits = [] if value == "none" else value.split(",")
        if not all(map(_number, limits)) or sorted(set(map(int, limits))) != list(map(int, limits)):
            raise OptionError(f"{setting}: the ratings at which classes end, as in 1400,1800, or none")
        return replace(options, class_limits=tuple(map(int, limits)))
    if name == "minus_limit" and value == "none":
        return replace(options, minus_limit=None)
    chosen: dict[str, Any] = {name: value}
    if name in ("plus_limit", "minus_limit"):
        if not _number(value):
            raise OptionError(f"{setting}: a number of games, as in {name}=2")
        chosen = {name: int(value)}
    elif value not in option.values:
        raise OptionError(f"{setting}: one of {', '.join(option.values)}")
    elif name == "odd_gain":
        chosen = {name: int(value)}
    elif name in ("bye_for_color", "unrated_together"):
        chosen = {name: value == "on"}
    return replace(options, **chosen)


def _number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 5
