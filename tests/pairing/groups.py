"""Players as the specification writes them: ``1900 WB, unr BW*2`` means rating, colors, points."""

from tournaments.pairing.field import Entrant, Field
from tournaments.pairing.options import Options


def entrants(text: str, score_q: int = 8, first: int = 1) -> list[Entrant]:
    """One score group, numbered in the order written."""
    made = []
    for number, one in enumerate(text.split(","), first):
        rating, _, colors = one.strip().partition(" ")
        made.append(
            Entrant(
                number,
                f"P{number}",
                None if rating == "unr" else int(rating),
                score_q,
                colors.strip().lower(),
            )
        )
    return made


def group(text: str, met: tuple[tuple[int, int], ...] = (), options: Options | None = None) -> Field:
    return Field(entrants(text), barred_by(met), options)


def barred_by(met: tuple[tuple[int, int], ...]) -> dict[int, set[int]]:
    barred: dict[int, set[int]] = {}
    for one, other in met:
        barred.setdefault(one, set()).add(other)
    return barred


def named(field: Field, pairs: tuple[tuple[int, int], ...]) -> str:
    """Pairs by rating, as the specification writes them."""

    def rating(x: int) -> str:
        return str(field.players[x].rating or "unr")

    return ", ".join(f"{rating(x)}-{rating(y)}" for x, y in pairs)
