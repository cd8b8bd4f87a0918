"""What to say of pairings that were typed and are allowed: what to look at again."""

from collections.abc import Mapping

from django.utils.translation import gettext as _

from ..models import Player, Seat, Section
from ..schools.names import schools_of
from ..selectors.apart import kept_apart


def meetings(section: Section) -> dict[frozenset[int], int]:
    """The round in which two players met."""
    games: dict[int, list[int]] = {}
    rounds: dict[int, int] = {}
    for game, player, at in Seat.objects.filter(player__section=section, game__isnull=False).values_list(
        "game", "player", "game__round__number"
    ):
        games.setdefault(game, []).append(player)
        rounds[game] = at
    return {frozenset(players): rounds[game] for game, players in games.items()}


def remarks(
    section: Section, number: int, boards: list[tuple[Player, Player]], met: Mapping[frozenset[int], int]
) -> list[str]:
    """What to check before publishing: rematches, players of one school, withdrawn players."""
    schools = schools_of(section.event_id)
    apart = {frozenset((row.one_id, row.other_id)) for row in kept_apart(section)}
    said = []
    for white, black in boards:
        names = {"white": white.called, "black": black.called}
        earlier = met.get(frozenset((white.pk, black.pk)))
        if earlier is not None:
            said.append(_("%(white)s and %(black)s met in round %(round)d.") % {**names, "round": earlier})
        if frozenset((white.pk, black.pk)) in apart:
            said.append(_("%(white)s and %(black)s are to be kept apart.") % names)
        if white.team and black.team and schools.meant(white.team) == schools.meant(black.team):
            names["team"] = schools.called(white.team)
            said.append(_("%(white)s and %(black)s are both from %(team)s.") % names)
        said += [
            _("%(name)s withdrew after round %(round)d, so this game can only be a forfeit.")
            % {"name": player.called, "round": player.withdrawn_after}
            for player in (white, black)
            if player.withdrawn_after is not None and player.withdrawn_after < number
        ]
    return said
