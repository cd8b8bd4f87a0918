"""Rated games outside the rounds (28M4). They go into the rating report, never into the standings."""

from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from tiebreaks.engine.chart.problems import kinds_agree
from tiebreaks.engine.chart.wallchart import Kind

from ..changes import section_change, under_lock
from ..errors import Refused, Trouble
from ..models import RATED, ExtraGame, Player, Section, Verb
from ..text.log import Summary
from ..text.results import show_result


def add_extra_game(
    section: Section, white: int, black: int, white_kind: Kind, black_kind: Kind, *, by: User
) -> ExtraGame:
    """Record a game between two players of the section, by number. Raises :class:`Refused`."""
    with section_change(section.pk, by=by, verb=Verb.EXTRA) as change:
        if change.section.boards:
            raise Refused(
                _("%(section)s is a section for teams. Extra rated games are for players only.")
                % {"section": change.section.name}
            )
        entries = Player.objects.filter(section=section, visitor_of=None, number__in=(white, black))
        players = {player.number: player for player in entries}
        troubles = [
            Trouble(side, str(number), _("the number of a player in this section"))
            for side, number in ((_("White"), white), (_("Black"), black))
            if number not in players
        ]
        if white == black:
            troubles.append(Trouble(_("Black"), str(black), _("two different players")))
        played = white_kind in RATED and black_kind in RATED
        if not played or not kinds_agree(white_kind, black_kind):
            result = show_result(white_kind.letter + black_kind.letter)
            troubles.append(Trouble(_("result"), result, _("a result of a game that was played")))
        if troubles:
            raise Refused(_("No game was added."), troubles)
        game = change.create(
            ExtraGame(
                section=change.section,
                white=players[white],
                black=players[black],
                white_kind=white_kind.letter,
                black_kind=black_kind.letter,
            )
        )
        change.say(Summary.EXTRA_GAME_ADDED, **_described(game))
    return game


def remove_extra_game(game: ExtraGame, *, by: User) -> None:
    """Remove a game recorded by mistake."""
    with section_change(game.section_id, by=by, verb=Verb.EXTRA) as change:
        games = ExtraGame.objects.select_related("white__section", "black__section")
        found = under_lock(games, game.pk, _("Somebody removed this game. Reload the page."))
        change.say(Summary.EXTRA_GAME_REMOVED, **_described(found))
        change.delete(found)


def _described(game: ExtraGame) -> dict[str, Any]:
    """A game as the log keeps it."""
    return {
        "white": game.white.called,
        "black": game.black.called,
        "result": [game.white_kind + game.black_kind],
    }
