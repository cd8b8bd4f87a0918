"""Files of the shape that SwissSys writes, with invented people, made where a test needs them."""

import json
from collections.abc import Sequence
from typing import Any

NAMES = ["Alder, Ada", "Birch, Hugo", "Cedar, Orla", "Dogwood, Ben", "Elm, Iris", "Fir, Pia"]


def player(number: int, *results: str, name: str = "", **more: Any) -> dict[str, Any]:
    """A player with a line for each round: ``+;2;W;1`` is a win against number 2, with White on board 1."""
    whole = [f"{result};{number};{number};0" for result in results]
    return {
        "Pair number": number,
        "Name": name or NAMES[number - 1],
        "ID": f"9000000{number}",
        "Rating": 1900 - 100 * number,
        "Results": whole,
        **more,
    }


def section(
    players: Sequence[dict[str, Any]], name: str = "Open", rounds: int = 3, **more: Any
) -> dict[str, Any]:
    named = {"Section name": name, "Section title": name, "Final round": rounds}
    return {**named, "Players": list(players), **more}


def swisssys(*sections: dict[str, Any], title: str = "Spring Open", **more: Any) -> bytes:
    overview = {"Program": "SwissSys", "Version": 11.6, "Tournament title": title, **more}
    return json.dumps({"Overview": overview, "Sections": list(sections)}).encode()


def states() -> list[bytes]:
    """One section after the registration, with round 1 paired, played, and with round 2 paired."""
    nobody_played = [player(number) for number in range(1, 6)]
    paired = [
        player(1, ";3;W;1"),
        player(2, ";4;B;2"),
        player(3, ";1;B;1"),
        player(4, ";2;W;2"),
        player(5, "B;-1;-;0"),
    ]
    played = [
        player(1, "+;3;W;1"),
        player(2, "=;4;B;2"),
        player(3, "-;1;B;1"),
        player(4, "=;2;W;2"),
        player(5, "B;-1;-;0"),
    ]
    second = [
        player(1, "+;3;W;1", ";5;B;1"),
        player(2, "=;4;B;2", ";3;W;2"),
        player(3, "-;1;B;1", ";2;B;2"),
        player(4, "=;2;W;2", "H;-1;-;0"),
        player(5, "B;-1;-;0", ";1;W;1"),
    ]
    return [swisssys(section(players)) for players in (nobody_played, paired, played, second)]
