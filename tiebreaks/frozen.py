"""Awards as a ceremony announces them: a plain record to freeze, hash and compare.

A record keeps names and players' keys. Pairing numbers can be edited, and a comparison must not depend on
them.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from typing import Any, NamedTuple

from msgspec import UNSET, Struct, UnsetType, convert, json
from msgspec.structs import replace

from .engine.prizes import notation
from .engine.prizes.prize import Scope, dollars
from .lines import clean_texts
from .moments import Dated, Moment

_FIRST_PLACE = re.compile(r"\b1st place \$")


class Winner(Struct, frozen=True, omit_defaults=True):
    """A player or a team that wins an award: public fields and the key.

    A team's key is its name; ``members`` are its counting players.
    """

    number: int | str
    name: str
    rating: int | None = None
    team: str = ""
    grade: str = ""
    key: int | str = 0
    members: tuple[str, ...] = ()


class FrozenAward(Struct, frozen=True):
    """One trophy, or the medals for one score. ``line`` is its announcement and identifies it in a
    comparison.

    An undecided award has all possible winners.
    """

    line: str
    title: str
    winners: tuple[Winner, ...]
    why: str = ""
    undecided: bool = False


class Payout(Struct, frozen=True):
    """A player's total, in cents; ``why`` names the prizes it comes from."""

    winner: Winner
    cents: int
    why: str = ""

    @property
    def money(self) -> str:
        return dollars(self.cents)

    @property
    def exactly(self) -> str:
        """As on a receipt: ``$50.00``."""
        return f"${self.cents // 100:,}.{self.cents % 100:02}"


class Share(Struct, frozen=True):
    """Prizes in money as they are called: what one player wins, or several divide, each the amount.

    Nobody is ``paid`` a prize that nobody wins, and ``why`` says why; of the others it says who tied.
    """

    title: str
    paid: tuple[Payout, ...] = ()
    why: str = ""


class Call(NamedTuple):
    """An award as it is called: who comes forward now, and who comes forward for another award ``later``."""

    award: FrozenAward
    winners: tuple[Winner, ...]
    later: tuple[Winner, ...] = ()


class Turn(IntEnum):
    """When an award is called."""

    MANY = 0
    ONE = 1
    FIRST_PLACE = 2


# How the line of a team trophy begins in a record, which no announcement does.
OF_TEAMS = "team place "


@cache
def _turn(line: str) -> Turn:
    """The turn of an award by its announcement; one that is read no more is for one."""
    if line == f"{OF_TEAMS}1":
        return Turn.FIRST_PLACE
    prizes, _errors = notation.read(line)
    if any(prize.scope is Scope.SCORE for prize in prizes):
        return Turn.MANY
    first = any(prize.scope in (Scope.PLACE, Scope.TEAM) and prize.nth == 1 for prize in prizes)
    return Turn.FIRST_PLACE if first and not prizes[0].label else Turn.ONE


def _of_the_first(share: Share) -> bool:
    """Whether money of the first place is divided. A share keeps only what its prizes are called."""
    return _FIRST_PLACE.search(share.title) is not None


class AwardsRecord(Struct, frozen=True):
    """All trophies in order of value and each player's payout, or the trophies of a team table.

    ``shares`` are where the payouts come from. A version that an earlier release froze has none.
    """

    awards: tuple[FrozenAward, ...] = ()
    cash: tuple[Payout, ...] = ()
    shares: tuple[Share, ...] | UnsetType = UNSET

    @property
    def undecided(self) -> list[FrozenAward]:
        return [award for award in self.awards if award.undecided]

    @property
    def in_calling_order(self) -> list[FrozenAward]:
        """All awards as :attr:`calls` has them; at the end those that nobody wins, in order of value."""
        won = [award for award in reversed(self.awards) if award.winners]
        nobodys = [award for award in self.awards if not award.winners]
        return [*sorted(won, key=lambda award: _turn(award.line)), *nobodys]

    @property
    def calls(self) -> list["Call"]:
        """The awards in ceremony order, without those that nobody wins: what many get, then from the last to
        the first, and the first place at the end.

        Nobody hears who is first before: those at a score who are called for an award later do not stand on
        this screen, which then may name nobody.

        >>> ann, ben, cat = (Winner(n, name) for n, name in enumerate(["Ann", "Ben", "Cat"], 1))
        >>> first, upset = (FrozenAward(line, line, (ann,)) for line in ("1st place $7", "Biggest upset"))
        >>> medals = FrozenAward("2 points or more: medal", "Medals", (ann, ben, cat))
        >>> record = AwardsRecord((upset, first, medals))
        >>> [(c.award.title, *([who.name for who in part] for part in c[1:])) for c in record.calls]
        [('Medals', ['Ben', 'Cat'], ['Ann']), ('Biggest upset', ['Ann'], []), ('1st place $7', ['Ann'], [])]
        """
        awards = [award for award in self.in_calling_order if award.winners]
        calls = []
        for at, award in enumerate(awards):
            now = award.winners
            if _turn(award.line) is Turn.MANY and not award.undecided:
                later = {winner.number for other in awards[at + 1 :] for winner in other.winners}
                now = tuple(winner for winner in award.winners if winner.number not in later)
            calls.append(Call(award, now, tuple(who for who in award.winners if who not in now)))
        return calls

    @property
    def cash_calls(self) -> list[Share]:
        """The money in ceremony order: who is paid most comes last, and after all the first place.

        >>> ann, ben = (Payout(Winner(n, name), 5000, "1st $100") for n, name in [(1, "Ann"), (2, "Ben")])
        >>> divided, upset = Share("1st $100", (ann, ben)), Share("Upset $7", (Payout(ann.winner, 700),))
        >>> unwon = Share("Unrated $20", why="No one qualifies.")
        >>> [share.title for share in AwardsRecord(shares=(divided, unwon, upset)).cash_calls]
        ['Upset $7', '1st $100']
        >>> [(share.title, len(share.paid)) for share in AwardsRecord(cash=(ann, ben)).cash_calls]
        [('1st $100', 2)]
        """
        shares = self._paid_alike if self.shares is UNSET else self.shares
        won = [share for share in reversed(shares) if share.paid]
        return sorted(won, key=lambda share: (_of_the_first(share), max(paid.cents for paid in share.paid)))

    @property
    def _paid_alike(self) -> tuple[Share, ...]:
        """The payouts of a version without shares: who is paid from the same prizes together."""
        found: dict[str, list[Payout]] = {}
        for paid in self.cash:
            found.setdefault(paid.why, []).append(replace(paid, why=""))
        return tuple(Share(why, tuple(paid)) for why, paid in found.items())

    @property
    def unwon(self) -> list[Share | FrozenAward]:
        """The prizes without a winner, in order of value, each with why."""
        shares = () if self.shares is UNSET else self.shares
        trophies = [award for award in self.awards if not award.winners]
        return [*trophies, *(share for share in shares if not share.paid)]

    @property
    def cents(self) -> int:
        return sum(paid.cents for paid in self.cash)


class LastFrozen(Dated, frozen=True):
    """The last frozen version, as a published document has it."""

    version: int
    at: Moment
    sha256: str
    record: AwardsRecord


_encoder = json.Encoder(order="sorted")


def write(record: AwardsRecord) -> str:
    """Canonical JSON: the same awards give the same bytes.

    >>> write(AwardsRecord(cash=(Payout(Winner(7, "Ann", 1500), 2500),)))[:60]
    '{"awards":[],"cash":[{"cents":2500,"why":"","winner":{"name"'
    """
    return _encoder.encode(record).decode()


def read(written: str) -> AwardsRecord:
    """A record from its JSON. Its texts are cleaned: those of an older release can hold anything."""
    return convert(clean_texts(json.decode(written)), AwardsRecord)


def renumbered(record: AwardsRecord, numbers: Mapping[Any, int]) -> AwardsRecord:
    """The record with the current numbers of its keys. Players who are gone match nobody."""

    def now(winner: Winner) -> Winner:
        gone = -winner.key if isinstance(winner.key, int) else winner.key
        return replace(winner, number=numbers.get(winner.key, gone))

    return with_winners(record, now)


def with_winners(record: AwardsRecord, now: Callable[[Winner], Winner]) -> AwardsRecord:
    """The record with each of its winners put otherwise."""

    def paid_to(payouts: tuple[Payout, ...]) -> tuple[Payout, ...]:
        return tuple(replace(paid, winner=now(paid.winner)) for paid in payouts)

    return AwardsRecord(
        tuple(replace(award, winners=tuple(map(now, award.winners))) for award in record.awards),
        paid_to(record.cash),
        record.shares
        if record.shares is UNSET
        else tuple(replace(share, paid=paid_to(share.paid)) for share in record.shares),
    )


def keys_in(record: AwardsRecord) -> set[int]:
    """The keys of the players it names. Those of teams are names."""
    return {key for key in winners_in(record) if isinstance(key, int) and key}


def winners_in(record: AwardsRecord) -> set[int | str]:
    """The keys of the players and teams it names."""
    winners = [winner for award in record.awards for winner in award.winners]
    return {winner.key for winner in [*winners, *(paid.winner for paid in record.cash)]}


def rekeyed(record: AwardsRecord, keys: Mapping[str, int] | None) -> AwardsRecord:
    """The record with the players' keys in this database, if it was frozen in another one."""
    if keys is None:
        return record

    def here(winner: Winner) -> Winner:
        return replace(winner, key=keys.get(str(winner.key), winner.key))

    return with_winners(record, here)


# --- compared -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class MovedAward:
    """An award with other winners than before: who lost it, and who won it or can still win it; and whether
    others have it as before, as of a medal for everybody at a score.

    ``line`` is the earlier announcement, if there is one.
    """

    line: str
    title: str
    lost: tuple[str, ...]
    won: tuple[str, ...]
    undecided: bool
    shared: bool = False


@dataclass
class GainsAndLosses:
    """What one player gains and loses."""

    name: str
    gains: list[str] = field(default_factory=list)
    loses: list[str] = field(default_factory=list)
    before: int = 0
    after: int = 0

    @property
    def cents(self) -> int:
        return self.after - self.before

    @property
    def money(self) -> str:
        """``+$25``; empty if it is the same."""
        return ("+" if self.cents > 0 else "") + dollars(self.cents) if self.cents else ""

    @property
    def was(self) -> str:
        return dollars(self.before)

    @property
    def now(self) -> str:
        return dollars(self.after)

    def __bool__(self) -> bool:
        return bool(self.gains or self.loses or self.cents)


@dataclass(frozen=True)
class Differences:
    awards: list[MovedAward]
    players: list[GainsAndLosses]

    def __bool__(self) -> bool:
        return bool(self.awards or self.players)


def differences(before: AwardsRecord, after: AwardsRecord) -> Differences:
    """Who gains and who loses what. Players are identified by number.

    >>> ann, ben = Winner(1, "Ann"), Winner(2, "Ben")
    >>> was = AwardsRecord((FrozenAward("1st", "1st place trophy", (ann,)),), (Payout(ann, 5000),))
    >>> trophy = FrozenAward("1st", "1st place trophy", (ben,))
    >>> now = AwardsRecord((trophy,), (Payout(ann, 2500), Payout(ben, 2500)))
    >>> [(p.name, p.gains, p.loses, p.cents) for p in differences(was, now).players]
    [('Ann', [], ['1st place trophy'], -2500), ('Ben', ['1st place trophy'], [], 2500)]
    """
    players: dict[int | str, GainsAndLosses] = {}

    def player(winner: Winner) -> GainsAndLosses:
        return players.setdefault(winner.number, GainsAndLosses(winner.name))

    moved = []
    for line, was, now in _pairs(before, after):
        had, has = ({winner.number for winner in award.winners} for award in (was, now))
        if had == has and was.undecided == now.undecided:
            continue
        lost = [winner for winner in was.winners if winner.number not in has or now.undecided]
        won = [winner for winner in now.winners if winner.number not in had or now.undecided]
        shared = bool(had & has) and not now.undecided
        moved.append(MovedAward(line, now.title, _names(lost), _names(won), now.undecided, shared))
        for winner in lost:
            player(winner)
            # Who can still win an undecided award has not lost it yet.
            if winner.number not in has:
                player(winner).loses.append(now.title)
        for winner in () if now.undecided else won:
            player(winner).gains.append(now.title)
    for paid in before.cash:
        player(paid.winner).before = paid.cents
    for paid in after.cash:
        player(paid.winner).after = paid.cents
    return Differences(moved, [player for player in players.values() if player])


def _pairs(before: AwardsRecord, after: AwardsRecord) -> Iterator[tuple[str, FrozenAward, FrozenAward]]:
    """Each award before and after. An award that is announced in only one record has no winners in the other.

    A trophy whose money or conditions were edited keeps its title, which identifies it.
    """
    was = {award.line: award for award in before.awards}
    struck = [award for award in before.awards if award.line not in {award.line for award in after.awards}]
    now: dict[str, FrozenAward] = {}
    for award in after.awards:
        same = next((old for old in struck if award.line not in was and old.title == award.title), award)
        struck = [old for old in struck if old is not same]
        now[same.line] = award
    for line in now | was:
        yield (
            line,
            was.get(line) or replace(now[line], winners=(), undecided=False),
            now.get(line) or replace(was[line], winners=(), undecided=False),
        )


def _names(players: list[Winner]) -> tuple[str, ...]:
    return tuple(winner.name for winner in players)


def same(one: AwardsRecord, other: AwardsRecord) -> bool:
    """Whether there is nothing new to announce: the same awards to the same names.

    The reasons can differ, because tiebreak values change with every late result; and so can the order of
    those who share an award.

    >>> ann, ben = Winner(1, "Ann"), Winner(2, "Ben")
    >>> one, other = (AwardsRecord((FrozenAward("2+", "Medals", both),)) for both in ((ann, ben), (ben, ann)))
    >>> same(one, other), same(one, AwardsRecord((FrozenAward("2+", "Medals", (ann,)),)))
    (True, False)
    """
    return _announced(one) == _announced(other)


def _announced(record: AwardsRecord) -> AwardsRecord:
    """What is announced, those who share an award by their numbers."""
    found = without_reasons(record)
    awards = (
        replace(award, winners=tuple(sorted(award.winners, key=lambda winner: (winner.number, winner.name))))
        for award in found.awards
    )
    return AwardsRecord(tuple(awards), found.cash)


def without_reasons(record: AwardsRecord) -> AwardsRecord:
    return AwardsRecord(
        tuple(replace(award, why="") for award in record.awards),
        tuple(replace(paid, why="") for paid in record.cash),
    )
