"""What the file of another pairing program changes in a section, compared three ways.

Three sides know the section: the file now, the file when it was last read (:class:`~..models.Companion`), and
what stands here. What the file changed since is taken. What was entered here and differs stays, and is shown,
until a director takes the file's value for it. All three are told in the numbers of the file: a player here
is found as :mod:`.companion_people` says.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import date
from typing import Any

from django.db.models import Max, Model
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Kind

from ...formats.byes import REQUESTED
from ...formats.limits import limits_in
from ...formats.names import first_last, same_player_name, section_key
from ...formats.records import PlayedSection, RosterEntry
from ...models import Game, Player, Round, Seat, Section
from ...text.results import bye_name, show_result
from ...text.wording import calendar_date
from ..results.boards import last_frozen
from .companion_comparison import Comparison, GameLine, Kept
from .companion_files import (
    LISTED,
    SET_UP,
    Pair,
    Result,
    RoundThere,
    boards_in,
    rounds_of,
)
from .companion_people import players_in

_ASKED = [kind.letter for kind in REQUESTED]
_NO_ROUND = RoundThere({}, {})


def label(model: type[Model], name: str) -> str:
    """What a field is called on the pages."""
    return str(next(each.verbose_name for each in model._meta.concrete_fields if each.name == name))


def of_new(file: PlayedSection) -> list[str]:
    count, last = len(file.entries), file.last_pairing
    said = [ngettext("%(n)d player.", "%(n)d players.", count) % {"n": count}]
    if last:
        paired = ngettext("Round 1 is paired.", "Rounds 1 to %(last)d are paired.", last)
        said.append(paired % {"last": last})
    played = sum(not each.is_open for round in rounds_of(file).values() for each in round.games.values())
    if played:
        said.append(ngettext("%(n)d result.", "%(n)d results.", played) % {"n": played})
    return said


class Comparing:
    """One comparison in progress."""

    def __init__(self, found: Comparison, take: Collection[str]) -> None:
        self.found, self.take = found, take
        self.file, self.section = found.file, found.section
        self.then = found.before.file if found.before else None
        self.at_board: Mapping[tuple[int, Pair], int] = {}

    def run(self) -> None:
        companion = self.found.companion
        if companion and section_key(companion.called) != section_key(self.file.name):
            said = _("%(was)s is called %(now)s in the file now. It keeps its name here.")
            self.found.says.append(said % {"was": companion.called, "now": self.file.name})
        self._planned()
        self.set_up()
        self._people()
        self._rounds()
        self._byes()

    def _planned(self) -> None:
        """The number of rounds, where the file has another one than before and nobody changed it here."""
        if self.section is None or self.then is None:
            return
        here, there = self.section.rounds, self.file.rounds
        last = Round.objects.filter(section=self.section).aggregate(last=Max("number"))["last"] or 0
        if here == self.then.rounds != there >= last:
            self.found.set_up["rounds"] = there
            self.found.says.append(f"{capfirst(label(Section, 'rounds'))}: {here} → {there}")

    def set_up(self) -> None:
        """The time control, the prizes, and the limits of rating where the name of the section says none."""
        by_name = limits_in(self.file.name)
        # Prizes of which the awards stand are announced no more.
        stand = self.section is not None and bool(last_frozen(self.section))
        for name in SET_UP if not stand else [each for each in SET_UP if each != "prizes"]:
            here, there = getattr(self.section, name, None), getattr(self.file, name)
            if not there or here == there or (not here and getattr(by_name, name, None) == there):
                continue
            said = capfirst(label(Section, name))
            if self._takes(name, said, here, there, self.then, name):
                self.found.set_up[name] = there
                self.found.says.append(
                    f"{said}: {as_told(here)} → {as_told(there)}" if here else f"{said}: {as_told(there)}"
                )

    def _differs(self, key: str, said: str, here: str, there: str) -> bool:
        """Keep what is here, unless the director takes what the file says."""
        if key in self.take:
            return True
        self.found.kept.append(Kept(key, said, here, there))
        return False

    # --- players ---

    def _people(self) -> None:
        found = self.found
        rows = Player.objects.filter(section=self.section, visitor_of=None).select_related("section")
        here = list(rows.order_by("number"))
        found.people = {entry.number or 0: one for one, entry in players_in(self.file, here, found.before)}
        known = {player.pk for player in found.people.values()}
        found.gone = [player for player in here if player.pk not in known]
        found.added = [entry for entry in self.file.entries if entry.number not in found.people]
        then = {entry.number: entry for entry in self.then.entries} if self.then else {}
        for entry in self.file.entries:
            number = entry.number or 0
            if (player := found.people.get(number)) is None:
                continue
            if player.number != number:
                found.renumbered[number] = player.number
            self._fields(player, entry, then.get(number))
            self._withdrawal(player, number)
        self._tell_people()

    def _fields(self, player: Player, entry: RosterEntry, then: RosterEntry | None) -> None:
        taken = {}
        for name in LISTED:
            here, there = getattr(player, name), getattr(entry, name)
            if here == there or (name == "name" and same_player_name(here, there)):
                continue
            if not there and not _is_established(name, here, then):
                continue
            said = f"{player.number} {player.called}: {label(Player, name)}"
            if self._takes(f"p{entry.number}-{name}", said, here, there, then, name):
                taken[name] = there
                self.found.says.append(f"{said} {as_told(here)} → {as_told(there)}")
        if taken:
            self.found.corrections[entry.number or 0] = taken

    def _takes(
        self, key: str, said: str, here: Any, there: Any, then: RosterEntry | PlayedSection | None, name: str
    ) -> bool:
        """Whether a value of the file is taken: it changed there and not here, or nothing is here."""
        before = getattr(then, name) if then is not None else None
        if then is not None and before != there and here == before:
            return True
        if not here and (then is None or before != there):
            return True
        return self._differs(key, said, as_told(here), as_told(there))

    def _withdrawal(self, player: Player, number: int) -> None:
        there, here = self.file.withdrew.get(number), player.withdrawn_after
        left_there, left_here = there is not None, here is not None
        if left_there == left_here:
            return
        taken = left_there if self.then is None else (number in self.then.withdrew) != left_there
        words = {True: _("withdrew"), False: _("plays")}
        said = f"{player.number} {player.called}"
        if taken or self._differs(f"p{number}-withdrew", said, words[left_here], words[left_there]):
            self.found.withdrawals[number] = there
            self.found.says.append(f"{said}: {words[left_here]} → {words[left_there]}")

    def _tell_people(self) -> None:
        found = self.found
        for entry in found.added:
            found.says.append(
                _("%(number)d %(name)s is new.") % {"number": entry.number, "name": first_last(entry.name)}
            )
        if count := len(found.renumbered):
            said = ngettext(
                "%(n)d player has a different number.", "%(n)d players have different numbers.", count
            )
            found.says.append(said % {"n": count})

    # --- rounds ---

    def _rounds(self) -> None:
        there = rounds_of(self.file)
        then = rounds_of(self.then) if self.then else {}
        here, boards = self._here()
        self.at_board = boards
        self.found.left = sorted(at for at in then.keys() - there.keys() if at in here and here[at].games)
        for at in sorted(there):
            mine, before = here.get(at, _NO_ROUND), then.get(at)
            if mine.games.keys() != there[at].games.keys():
                self._paired_otherwise(at, mine, before, there[at])
            else:
                self._byes_otherwise(at, mine, before, there[at])
                self._results(at, mine, before, there[at])
                self._boards(at, boards, there[at])
        self.found.games.sort(key=lambda game: (game.round, game.board))

    def _here(self) -> tuple[dict[int, RoundThere], dict[tuple[int, Pair], int]]:
        """The rounds here in the numbers of the file, and the numbers of the boards."""
        numbers = {player.pk: number for number, player in self.found.people.items()}
        seats = Seat.objects.filter(round__section=self.section, slot=1)
        games: dict[int, dict[int, list[tuple[int, str, str]]]] = {}
        at_board: dict[int, int] = {}
        sat: dict[int, RoundThere] = {}
        outs: dict[int, dict[int, str]] = {}
        rows = seats.values_list("round__number", "player", "game", "game__board", "side", "kind")
        for at, pk, game, board, side, kind in rows:
            number = numbers.get(pk, -pk)
            if game is None:
                outs.setdefault(at, {})[number] = kind
            else:
                games.setdefault(at, {}).setdefault(game, []).append((number, side, kind))
                at_board[game] = board
        known = dict(Game.objects.filter(round__section=self.section).values_list("pk", "colors_known"))
        boards: dict[tuple[int, Pair], int] = {}
        for at in {*games, *outs}:
            found: dict[Pair, Result] = {}
            for game, sides in games.get(at, {}).items():
                if len(sides) != 2:
                    continue
                (one, first, kind), (two, _side, other) = sorted(sides)
                white = one if first == "w" else two
                found[Pair(one, two)] = Result(kind, other, white if known[game] else 0)
                boards[at, Pair(one, two)] = at_board[game]
            sat[at] = RoundThere(found, outs.get(at, {}))
        return sat, boards

    def _paired_otherwise(
        self, at: int, here: RoundThere, then: RoundThere | None, there: RoundThere
    ) -> None:
        unpaired = {
            pair: result
            for pair, result in here.games.items()
            if pair not in there.games and not result.is_open
        }
        entered = any(not (then and then.games.get(pair) == result) for pair, result in unpaired.items())
        # Its own result too is not taken away in silence: nobody can tell a new pairing from an older file.
        played = {number for pair, result in there.games.items() if not result.is_open for number in pair}
        lost = any(not played.issuperset(pair) for pair in unpaired)
        as_it_was = then is not None and here.pairing == then.pairing
        byes = self._byes_entered(at, here, then, there)
        if entered or lost or byes or not (as_it_was or not here.games):
            said = _("Round %(round)d is paired differently here") % {"round": at}
            mine = _boards_with_results(here.games.values())
            if byes:
                mine = _("%(boards)s, and a bye for %(names)s") % {"boards": mine, "names": "; ".join(byes)}
            if not self._differs(f"r{at}", said, mine, _boards_with_results(there.games.values())):
                if as_it_was and not (entered or byes):
                    self.found.unpaired.append(f"r{at}")
                return
        self.found.rounds[at] = there
        new = [result for pair, result in there.games.items() if pair not in here.games]
        self.found.seated += new
        if not here.games:
            said = _("Round %(round)d: %(boards)s.")
        elif new:
            said = _("Round %(round)d is paired again: %(boards)s.")
        else:
            said = _("Round %(round)d is paired again: without %(games)s.")
        without = [
            self._between(pair, here.games[pair].white) for pair in here.games if pair not in there.games
        ]
        values = {"round": at, "boards": _boards_with_results(new), "games": "; ".join(without)}
        self.found.says.append(said % values)
        self._results(at, here, then, there)

    def _byes_otherwise(self, at: int, here: RoundThere, then: RoundThere | None, there: RoundThere) -> None:
        """Who sat out otherwise in a round of the same games."""
        asked = _asked(self.then.entries, 0) if self.then else set()
        for number in sorted(each for each in {*here.out, *there.out} if each > 0):
            if (mine := here.bye(number)) == (other := there.bye(number)):
                continue
            before, sat_out = then.bye(number) if then else "", here.out.get(number)
            if number not in self.found.people:
                taken = True
            elif sat_out is None:
                taken = before != other
            else:
                taken = bool(then and then.out.get(number) == sat_out) or (number, at, sat_out) in asked
            said = _("Round %(round)d, %(name)s") % {"round": at, "name": self._name(number)}
            shown = [bye_name(Kind.of(each)) if each else "–" for each in (mine, other)]
            if taken or self._differs(f"r{at}-bye{number}", said, *shown):
                self.found.sat_out[number, at] = there.out.get(number)
                self.found.says.append(f"{said}: {shown[0]} → {shown[1]}")

    def _byes_entered(
        self, at: int, here: RoundThere, then: RoundThere | None, there: RoundThere
    ) -> list[str]:
        """Whose bye was entered here, and is none in the file."""
        known = _asked(self.then.entries, 0) if self.then else set()
        plays = {number for pair in there.games for number in pair}
        return [
            self._name(number)
            for number, kind in sorted(here.out.items())
            if number in self.found.people
            and (number in plays or there.out.get(number, Kind.UNPAIRED.letter) != kind)
            and not (then and then.out.get(number) == kind)
            and (number, at, kind) not in known
        ]

    def _results(self, at: int, here: RoundThere, then: RoundThere | None, there: RoundThere) -> None:
        for pair, result in sorted(there.games.items()):
            if (mine := here.games.get(pair)) is None:
                continue
            before = then.games.get(pair) if then else None
            letters, white = mine.letters, mine.white
            if self._takes_letters(at, pair, mine, before, result):
                letters = result.letters
            if self._takes_white(at, pair, mine, before, result):
                white = result.white
            if (now := Result(*letters, white)) != mine:
                self.found.results[at, pair] = now

    def _takes_letters(
        self, at: int, pair: Pair, mine: Result, before: Result | None, result: Result
    ) -> bool:
        # What is entered here first is no difference: the file does not know it yet.
        unknown = result.is_open and (before is None or before.is_open)
        if unknown and not mine.is_open:
            self._tell_game("", at, pair, mine, result)
        if mine.letters == result.letters or unknown:
            return False
        changed = before is None or before.letters != result.letters
        as_it_was = changed and before is not None and mine.letters == before.letters
        # A blank is not something entered here. And nobody can tell a file that takes a result back from one
        # that was saved before it.
        taken = (mine.is_open or as_it_was) and not result.is_open
        key = f"r{at}-{pair.one}"
        if self._takes_result(key, at, pair, taken, mine, result):
            return True
        if result.is_open:
            self.found.taken_back[key] = at, pair
        return False

    def _takes_white(self, at: int, pair: Pair, mine: Result, before: Result | None, result: Result) -> bool:
        if not result.white or mine.white == result.white:
            return False
        as_it_was = not mine.white or (before is not None and before.white == mine.white)
        return self._takes_result(f"r{at}-{pair.one}-white", at, pair, as_it_was, mine, result)

    def _takes_result(self, key: str, at: int, pair: Pair, taken: bool, mine: Result, result: Result) -> bool:
        # Both results read White first, by the colors here.
        white = mine.white or result.white
        said = _("Round %(round)d, %(game)s") % {"round": at, "game": self._between(pair, white)}
        colors, turned = key.endswith("white"), white == pair.two
        shown = [self._shown(each, colors=colors, turned=turned) for each in (mine, result)]
        takes = taken or self._differs(key, said, *shown)
        if not colors:
            self._tell_game("" if takes else key, at, pair, mine, result, taken=takes)
        if takes:
            line = f"{said}: {shown[0]} → {shown[1]}"
            self.found.says.append(line)
            if not colors:
                self.found.of_games.add(line)
        return takes

    def _tell_game(
        self, key: str, at: int, pair: Pair, mine: Result, result: Result, *, taken: bool = False
    ) -> None:
        turned = (mine.white or result.white) == pair.two
        white, black = reversed(pair) if turned else pair
        shown = (self._shown(each, colors=False, turned=turned) for each in (mine, result))
        here, there = ("" if each.is_open else text for each, text in zip((mine, result), shown, strict=True))
        board = self.at_board.get((at, pair), 0)
        line = GameLine(at, board, self._name(white), self._name(black), here, there, key, taken)
        self.found.games.append(line)

    def _shown(self, result: Result, *, colors: bool, turned: bool) -> str:
        if not colors:
            return show_result(result.two + result.one if turned else result.one + result.two)
        return _("White: %(name)s") % {"name": self._name(result.white)} if result.white else _("no colors")

    def _boards(self, at: int, here: Mapping[tuple[int, Pair], int], there: RoundThere) -> None:
        numbers = boards_in(self.file, at)
        if len(set(numbers.values())) != len(there.games):
            return
        then = boards_in(self.then, at) if self.then else {}
        changed = {(at, pair): board for pair, board in numbers.items() if here.get((at, pair)) != board}
        # Boards that the file has as before were moved here. They change places: all stay, or none.
        moved = [pair for _at, pair in changed if numbers[pair] == then.get(pair)]
        if moved and not self._differs(
            f"b{at}",
            _("Boards of round %(round)d") % {"round": at},
            *(
                ", ".join(str(found.get(pair, "–")) for pair in moved)
                for found in ({pair: board for (of, pair), board in here.items() if of == at}, numbers)
            ),
        ):
            return
        self.found.boards |= changed
        if count := len(changed):
            said = ngettext(
                "Round %(round)d: %(n)d board has a different number.",
                "Round %(round)d: %(n)d boards have different numbers.",
                count,
            )
            self.found.says.append(said % {"round": at, "n": count})

    def _name(self, number: int) -> str:
        if player := self.found.people.get(number):
            return player.called
        return next(
            (first_last(each.name) for each in self.file.entries if each.number == number), str(number)
        )

    def _between(self, pair: Pair, white: int) -> str:
        """Whose game it is, White first."""
        one, two = reversed(pair) if white == pair.two else pair
        return _("%(one)s – %(two)s") % {"one": self._name(one), "two": self._name(two)}

    # --- byes of rounds to come ---

    def _byes(self) -> None:
        paired = self.file.paired
        then = _asked(self.then.entries, paired) if self.then else set()
        there = _asked(self.file.entries, paired)
        numbers = {player.pk: number for number, player in self.found.people.items()}
        rows = Seat.objects.filter(
            round__section=self.section, round__number__gt=paired, game=None, slot=1, kind__in=_ASKED
        ).values_list("player", "round__number", "kind")
        here = {(numbers[pk], at, kind) for pk, at, kind in rows if pk in numbers}
        taken = {(number, at) for number, at, _kind in here}
        for number, at, kind in sorted(there - here - then):
            if (number, at) not in taken:
                self.found.byes[number, at] = kind
        for number, at, _kind in sorted((then - there) & here):
            self.found.byes[number, at] = None
        for (number, at), letter in self.found.byes.items():
            values = {"name": self._name(number), "round": at}
            if letter is None:
                said = _("%(name)s cancels the bye in round %(round)d.") % values
            else:
                values["bye"] = bye_name(Kind.of(letter))
                said = _("%(name)s asked for a %(bye)s in round %(round)d.") % values
            self.found.says.append(said)


def _is_established(name: str, here: Any, then: RosterEntry | None) -> bool:
    """Whether a rating was provisional here and in the file, and is not any more: nothing else goes empty."""
    return name == "provisional" and here is not None and then is not None and then.provisional == here


def as_told(value: Any) -> str:
    if isinstance(value, date):
        return calendar_date(value)
    return "; ".join(str(value).splitlines()) if value else "–"


def _asked(entries: Iterable[RosterEntry], after: int) -> set[tuple[int, int, str]]:
    return {
        (entry.number or 0, bye.round, bye.kind.letter)
        for entry in entries
        for bye in entry.byes
        if bye.round > after
    }


def _boards_with_results(games: Collection[Result]) -> str:
    boards = _boards(len(games))
    if not (results := sum(not each.is_open for each in games)):
        return boards
    said = ngettext("%(boards)s, %(n)d with a result", "%(boards)s, %(n)d with results", results)
    return said % {"boards": boards, "n": results}


def _boards(count: int) -> str:
    return ngettext("%(n)d board", "%(n)d boards", count) % {"n": count}
