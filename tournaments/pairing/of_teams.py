"""What the engine says of a round in which teams are paired: each sentence with a team for a player."""

import re
from dataclasses import replace

from tiebreaks.engine.messages import Message, Messages, gettext_noop

from .result import Impossible, PairingResult

# A player at the beginning of a sentence or within one; "{players}" is the name of a value.
_PLAYER = re.compile(r"(^|(?<=\. ))Player|(?<![{\w])player")

# Each sentence that public pages may show, for their other languages.
SENTENCES = (
    gettext_noop("Line {line} of the round-robin table for {players} teams (29L)."),
    gettext_noop("{one} meets {other} instead of {ideal}: {one} and {ideal} are entries of one team (28S)."),
    gettext_noop("{one} and {other} are entries of one team (28S)."),
    gettext_noop("Board {board}: {one} and {other} are entries of one team (28S)."),
    gettext_noop("All teams of this round are of one team, so teammates meet ({rule})."),
    gettext_noop("Somebody left the round or came late. Teams moved up, and {one} plays {other}."),
    gettext_noop("After {gone} left the round, teams moved up, and {one} plays {other}."),
    gettext_noop(
        "Both are unrated, in the {points}-point group. Unrated teams of a group play each other where"
        " possible."
    ),
    gettext_noop(
        "Both are of one class, in the {points}-point group. Teams of a class play each other where possible."
    ),
    gettext_noop("One team of the {points}-point group is left over and plays below it: {one}."),
    gettext_noop(
        "One team of the {points}-point group is left over and plays below it: {one}, the lowest rated."
    ),
    gettext_noop("Teams moved up after somebody left the round or came late, so {one} meets {other} (29G1)."),
    gettext_noop("After {gone} left the round, teams moved up, so {one} meets {other} (29G1)."),
    gettext_noop("Teams moved up after somebody left the round, so {one} meets {other} (29G1)."),
    gettext_noop(
        "{place} of the upper half against {place} of the lower half of the unrated teams of the"
        " {points}-point group (29C1)."
    ),
    gettext_noop(
        "{place} of the upper half against {place} of the lower half of the unrated teams left to be paired"
        " in the {points}-point group (29C1)."
    ),
    gettext_noop(
        "Both are unrated. Unrated teams of the {points}-point group meet each other where possible ({rule})."
    ),
    gettext_noop("Both are of one class. Teams of a class meet each other where possible ({rule})."),
    gettext_noop("The unrated teams of the {points}-point group meet each other ({rule})."),
    gettext_noop("The teams of a class meet each other ({rule})."),
    gettext_noop(
        "{one} is the odd team of the {points}-point group: lowest rated (29D1a), and meets the"
        " highest of the {lower}-point group who can be met."
    ),
    gettext_noop("{one} is the odd team of the {points}-point group: lowest rated (29D1a)."),
    gettext_noop(
        "{one} is the odd team of the {points}-point group: lowest rated of those whom no floater"
        " meets (29D1a)."
    ),
    gettext_noop(
        "{one} is the odd team of the {points}-point group: lowest rated of those left to be paired (29D1a)."
    ),
    gettext_noop(
        "{one} is the odd team of the {points}-point group: nobody rated lower can leave it (29D1b)."
    ),
    gettext_noop(
        "{one} is the odd team of the {points}-point group: nobody rated lower whom no floater meets"
        " can leave it (29D1b)."
    ),
    gettext_noop(
        "{one} is the odd team of the {points}-point group: nobody rated lower who is left to be paired can"
        " leave it (29D1b)."
    ),
    gettext_noop(
        "{one} is the odd team of the {points}-point group: nobody rated who is left to be paired can leave"
        " it (29D1c)."
    ),
    gettext_noop(
        "{one} is the odd team of the {points}-point group: {other} would come first, but would drop further"
        " (29D2)."
    ),
    gettext_noop("{one} is the only team of the {points}-point group."),
    gettext_noop("{one} is the only team of the {points}-point group left to be paired."),
    gettext_noop(
        "{one} is the odd team of the {points}-point group: nobody who is rated can leave it (29D1c)."
    ),
    gettext_noop(
        "{one} is the odd team of the {points}-point group: with {other} leaving it, teammates would"
        " meet ({rule})."
    ),
    gettext_noop(
        "{one} is the odd team of the {points}-point group and meets {other}: otherwise more teammates"
        " would meet ({rule})."
    ),
    gettext_noop(
        "{one} has {color}: colors alternate down the boards in rank order, beginning with {first} for the"
        " higher-ranked team, as posted (29E2)."
    ),
    gettext_noop(
        "{one} has {color}: colors alternate down the boards, and the higher-ranked team of board 1"
        " has {first}, as posted (29E2)."
    ),
    gettext_noop("Full-point bye: lowest-rated eligible team of the lowest score group (28L2)."),
    gettext_noop(
        "Full-point bye: lowest-rated eligible team of the {points}-point group; nobody in a lower"
        " group can have it (28L2)."
    ),
    gettext_noop(
        "Full-point bye: no rated team of the {points}-point group can have it, so an unrated one"
        " does (28L2)."
    ),
    gettext_noop(
        "Full-point bye: unrated teams of the {points}-point group come before rated ones, as posted (28L2)."
    ),
    gettext_noop(
        "Full-point bye: nobody in the {points}-point group is rated, so an unrated team has it (28L2)."
    ),
    gettext_noop("The house team {one} sits out, having met everybody who is free (27A1)."),
    gettext_noop("The house team {one} sits out: nobody is free whom {one} may meet."),
    gettext_noop(
        "The house team {one} sits out: with {one}, more teams would meet who should be kept apart ({rule})."
    ),
    gettext_noop("The house team {one} sits out: with {one}, the others could not all be paired (27A1)."),
    gettext_noop("{count} teams on boards that are set"),
    gettext_noop("1 team."),
    gettext_noop("1 team, with the full-point bye."),
    gettext_noop("{players} teams."),
    gettext_noop("{players} teams, {white} due white."),
    gettext_noop("{players} teams, {black} due black."),
    gettext_noop("{players} teams, {white} due white, {black} due black."),
    gettext_noop("On 1 board a team does not get the due color."),
    gettext_noop("On {boards} boards a team does not get the due color."),
    gettext_noop("On 1 board neither team gets the due color."),
    gettext_noop("On {boards} boards neither team gets the due color."),
    gettext_noop("On 1 board a team cannot get the due color."),
    gettext_noop("On {boards} boards a team cannot get the due color."),
    gettext_noop("Board {board}: no team has number {number}."),
    gettext_noop("Bye: no team has number {number}."),
    gettext_noop(
        "Another team leaves a group only where that fixes at least {count} color conflicts, or"
        " spares a third color in a row."
    ),
    gettext_noop("Another team leaves a group only where that fixes a color conflict."),
    gettext_noop("Round {round} of the round-robin table for {players} teams (30A)."),
    gettext_noop("Sits out this round: the round-robin table has an odd number of teams (30A)."),
    gettext_noop(
        "Everybody meets everybody twice in the {rounds} rounds of the round-robin table for {players} teams,"
        " and nobody a third time (30A)."
    ),
    gettext_noop("{count} teams on boards that are set"),
)


def told(text: str) -> str:
    """A sentence about teams, with those within it. Names stay as they are.

    >>> told(Message("{one}: {players} players", one="The players", players=3))
    'The players: 3 teams'
    """
    return _message(text) if isinstance(text, Message) else _PLAYER.sub(_team, text)


def _message(text: Message) -> Message:
    return Message(
        _PLAYER.sub(_team, text.id), **{name: _value(value) for name, value in text.values.items()}
    )


def _value(value: object) -> object:
    if isinstance(value, Messages):
        return Messages([_message(each) for each in value.each])
    return _message(value) if isinstance(value, Message) else value


def told_of_round(made: PairingResult | Impossible) -> PairingResult | Impossible:
    """The same round with its sentences about teams.

    >>> told_of_round(Impossible("Three players met.")).reason
    'Three teams met.'
    """
    if isinstance(made, Impossible):
        return Impossible(told(made.reason), _each(made.choices), _each(made.warnings))
    return replace(
        made,
        boards=tuple(
            replace(board, reason=replace(board.reason, sentences=_each(board.reason.sentences)))
            for board in made.boards
        ),
        bye=made.bye and replace(made.bye, sentences=_each(made.bye.sentences)),
        warnings=_each(made.warnings),
    )


def _each(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(map(told, texts))


def _team(found: re.Match[str]) -> str:
    return "Team" if found[0] == "Player" else "team"
