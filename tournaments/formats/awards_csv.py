"""Awards and prize money as CSV for a spreadsheet: public fields only, one line per player and award."""

from collections.abc import Callable

from tiebreaks.frozen import AwardsRecord, Share, Winner

from .delimited import write_rows
from .fields import guard

_PLAYER = ["number", "name", "rating", "team", "grade"]
Field = int | str | None


def awards(record: AwardsRecord) -> str:
    """The winner of each trophy in calling order. An undecided one has none, nor have those at the end.

    >>> from tiebreaks.frozen import FrozenAward
    >>> ann = Winner(7, "=cmd()", 1500, "Lakeview")
    >>> medals = FrozenAward("1st", "1st place trophy", (ann,), "alone on 3 points")
    >>> nobody = FrozenAward("Top U800", "Top under 800", (), "No one qualifies.")
    >>> print(awards(AwardsRecord((medals, nobody))), end="")
    award,number,name,rating,team,grade,why
    1st place trophy,7,'=cmd(),1500,Lakeview,,alone on 3 points
    Top under 800,,,,,,No one qualifies.
    """
    return _awards(record, _PLAYER, _player)


def team_awards(record: AwardsRecord) -> str:
    """The winning team of each trophy, with the players who count.

    >>> from tiebreaks.frozen import FrozenAward
    >>> elm = Winner(1, "Elm", members=("Ann", "Ben"))
    >>> trophy = FrozenAward("team place 1", "1st place team trophy", (elm,), "2 points")
    >>> print(team_awards(AwardsRecord((trophy,))), end="")
    award,team,players,why
    1st place team trophy,Elm,Ann; Ben,2 points
    """
    return _awards(record, ["team", "players"], lambda winner: [winner.name, "; ".join(winner.members)])


def cash(record: AwardsRecord) -> str:
    """The prize money of each player, and last the prizes that nobody wins, which have no amount.

    >>> from tiebreaks.frozen import Payout, Share
    >>> paid = Payout(Winner(7, "Ann"), 667, "1st place $20, shared by 3")
    >>> unwon = Share("Unrated $10", why="No one qualifies.")
    >>> print(cash(AwardsRecord(cash=(paid,), shares=(unwon,))), end="")
    number,name,rating,team,grade,amount,from
    7,Ann,,,,6.67,"1st place $20, shared by 3"
    ,,,,,,Unrated $10: No one qualifies.
    """
    rows: list[list[Field]] = [
        [*_player(paid.winner), f"{paid.cents // 100}.{paid.cents % 100:02}", paid.why]
        for paid in record.cash
    ]
    unwon = [share for share in record.unwon if isinstance(share, Share)]
    rows += [[*[None] * (len(_PLAYER) + 1), f"{share.title}: {share.why}"] for share in unwon]
    return _written([*_PLAYER, "amount", "from"], rows)


def _player(winner: Winner) -> list[Field]:
    return [winner.number, winner.name, winner.rating, winner.team, winner.grade]


def _awards(record: AwardsRecord, head: list[str], fields: Callable[[Winner], list[Field]]) -> str:
    rows: list[list[Field]] = []
    for award in record.in_calling_order:
        if award.undecided:
            rows.append([award.title, *[None] * len(head), "undecided"])
        elif not award.winners:
            rows.append([award.title, *[None] * len(head), award.why])
        else:
            rows += [[award.title, *fields(winner), award.why] for winner in award.winners]
    return _written(["award", *head, "why"], rows)


def _written(head: list[str], rows: list[list[Field]]) -> str:
    guarded = [[guard(field) if isinstance(field, str) else field for field in row] for row in rows]
    return write_rows([head, *guarded])
