"""Where teams are paired, sentences speak of teams, in every language of public pages."""

import re
from dataclasses import replace

from tests.pairing.simulated import rounds
from tests.pairing.test_rules import wall
from tiebreaks.engine.messages import Message
from tournaments.pairing import of_teams, plain, sentences
from tournaments.pairing.explain import Typed, explain
from tournaments.pairing.options import parse
from tournaments.pairing.pairing import pair
from tournaments.pairing.request import PairingInput
from tournaments.pairing.result import PairingResult
from tournaments.pairing.why_not import why_not

EVERY = {
    *(text for name, text in vars(sentences).items() if name.isupper() and isinstance(text, str)),
    *plain.PLAIN.values(),
    plain.NEAREST,
    plain.AGAIN,
}


def said_of(text: str) -> str:
    """What is translated of a sentence about teams."""
    told = of_teams.told(Message(text, **dict.fromkeys(re.findall(r"{(\w+)}", text), 1)))
    assert isinstance(told, Message)
    return told.id


def test_each_sentence_about_players_is_translated_of_teams_too() -> None:
    of_players = {text for text in EVERY if said_of(text) != text}
    assert {said_of(text) for text in of_players} == set(of_teams.SENTENCES)
    assert not [text for text in of_teams.SENTENCES if re.search(r"(?<!{)player", text, re.I)]


def test_a_team_that_is_called_players_keeps_its_name() -> None:
    told = of_teams.told(sentences.say(sentences.LOCK, one="Chess players", other="Rooks"))
    assert told == "Set by the director: Chess players and Rooks."


def test_a_round_of_teams_is_paired_alike_and_told_of_teams() -> None:
    request = PairingInput(wall("", "", "", "", "", rounds=3, ratings=[1900, 1800, 1700, 1600, 1500]), 1)
    players, teams = pair(request), pair(replace(request, of_teams=True))
    assert isinstance(players, PairingResult)
    assert isinstance(teams, PairingResult)
    assert [(b.white, b.black) for b in teams.boards] == [(b.white, b.black) for b in players.boards]
    [group] = teams.groups
    assert group.sentences == ("5 teams.", "One of them has the full-point bye.")
    assert teams.bye
    assert "lowest-rated eligible team" in teams.bye.sentences[0]
    typed = Typed(((1, 1, 9),))
    assert any("no team has number 9" in each for each in explain(teams_of(request), typed).warnings)


def teams_of(request: PairingInput) -> PairingInput:
    return replace(request, of_teams=True)


def plain_of_all(request: PairingInput) -> list[str]:
    made = pair(teams_of(request))
    assert isinstance(made, PairingResult)
    said = [[text for text in board.reason.sentences if isinstance(text, Message)] for board in made.boards]
    return [plain.plainly((text.id, text.values) for text in texts) for texts in said]


def test_of_teams_without_ratings_nothing_is_told_to_be_by_rating() -> None:
    four = PairingInput(wall("", "", "", "", ratings=[None] * 4), 1)
    assert plain_of_all(four)[0] == (
        "Round 1, in the order of the list: the 1st in the upper half plays the 1st in the lower half."
    )
    assert (
        "by rating" in plain_of_all(replace(four, chart=wall("", "", "", "", ratings=[1500, *[None] * 3])))[0]
    )
    later = PairingInput(wall("W3w", "W4b", "L1b", "L2w", ratings=[None] * 4), 2)
    assert [text.partition(",")[0] for text in plain_of_all(later)] == ["In the order of the list"] * 2
    near = replace(four, options=parse(["small_swiss=neighbors"]))
    assert plain_of_all(near)[0] == "Round 1, in the order of the list: the 1st plays the 2nd."


def test_why_two_teams_do_not_meet_is_told_of_teams() -> None:
    answers = [
        " ".join(why_not(teams_of(request), one, other))
        for request, _made in rounds(10, 4, 3)
        for one in range(1, 11)
        for other in range(one + 1, 11)
    ]
    assert any("team" in answer for answer in answers)
    assert not [answer for answer in answers if "player" in answer.casefold()]
