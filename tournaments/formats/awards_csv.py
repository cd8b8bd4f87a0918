"""Awards and prize money as CSV for a spreadsheet: public fields only, one line per player and award."""

from collections.abc import Callable

from tiebreaks.frozen import AwardsRecord, Winner

from .delimited import write_rows
from .fields import guard

_PLAYER = ["number", "name", "rating", "team", "grade"]
Field = int | str | None


def awards(record: AwardsRecord) -> str:
    """The winner of each trophy, first to last. An undecided one has no winner.

    >>> from tiebreaks.frozen import FrozenAward
    >>> ann = Winner(7, "=cmd()", 1500, "Lakeview")
    >>> medals = FrozenAward("1st", "1st place trophy", (ann,), "alone on 3 points")
    >>> print(awards(AwardsRecord((medals,))), end="")
    award,number,name,rating,team,grade,why
    1st place trophy,7,'=cmd(),1500,Lakeview,,alone on 3 points
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
    """The prize money of each player.

    >>> from tiebreaks.frozen import Payout
    >>> paid = Payout(Winner(7, "Ann"), 667, "1st place $20, shared by 3")
    >>> print(cash(AwardsRecord(cash=(paid,))), end="")
    number,name,rating,team,grade,amount,from
    7,Ann,,,,6.67,"1st place $20, shared by 3"
    """
    rows = [
        [*_player(paid.winner), f"{paid.cents // 100}.{paid.cents % 100:02}", paid.why]
        for paid in record.cash
    ]
    return _written([*_PLAYER, "amount", "from"], rows)


def _player(winner: Winner) -> list[Field]:
    return [winner.number, winner.name, winner.rating, winner.team, winner.grade]


def _awards(record: AwardsRecord, head: list[str], fields: Callable[[Winner], list[Field]]) -> str:
    rows: list[list[Field]] = []
    for award in record.awards:
        if award.undecided:
            rows.append([award.title, *[None] * len(head), "undecided"])
        else:
            rows += [[award.title, *fields(winner), award.why] for winner in award.winners]
    return _written(["award", *head, "why"], rows)


def _written(head: list[str], rows: list[list[Field]]) -> str:
    guarded = [[guard(field) if isinstance(field, str) else field for field in row] for row in rows]
    return write_rows([head, *guarded])
