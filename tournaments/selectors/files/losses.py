"""What a format cannot hold of a section, in words, with the names that it is about."""

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy, ngettext

from ...formats.trf import Beyond
from ...text.wording import listed

# As many are named; of more the first ones.
NAMED = 6

_BEYOND = {
    Beyond.TEAMS: gettext_lazy("Teams meet in this section. TRF16 lists players."),
    Beyond.DOUBLE_ROUNDS: gettext_lazy("A round here is two games. In TRF16 it is one."),
    Beyond.OTHER_ROUNDS: gettext_lazy(
        "Both sides of a game are in one round there. These have games across rounds (28M2): {names}."
    ),
    Beyond.OTHER_SECTIONS: gettext_lazy("These met players of another section (28M3): {names}."),
    Beyond.ONE_SIDED: gettext_lazy(
        "Both sides of a result agree there. These have one that does not: {names}."
    ),
    Beyond.HIGH_NUMBERS: gettext_lazy("Numbers have at most four digits there: {names}."),
    Beyond.AWARDED: gettext_lazy("Points that a ruling awarded count in the total only: {names}."),
    Beyond.FORFEIT_DRAWS: gettext_lazy("Draws by forfeit become half-point byes: {names}."),
    Beyond.EXTRA_GAMES: gettext_lazy("Extra rated games (28M4) are left out: {names}."),
    Beyond.REENTRIES: gettext_lazy("A re-entry is a player of its own: {names}."),
    Beyond.HOUSE_PLAYERS: gettext_lazy("House players are not marked: {names}."),
    Beyond.WITHDRAWALS: gettext_lazy("Withdrawals are not marked: {names}."),
    Beyond.LONG_NAMES: gettext_lazy("Names are cut after 33 letters: {names}."),
}


def beyond(what: Beyond, names: Sequence[str]) -> SafeString:
    return naming(str(_BEYOND[what]), names)


def naming(sentence: str, names: Sequence[str], **values: object) -> SafeString:
    """The sentence with its ``{names}``: all of a few, the first of many.

    >>> naming("Left out: {names}.", ["Eli Quist Jr."])
    'Left out: <bdi>Eli Quist Jr.</bdi>'
    """
    if len(names) <= NAMED:
        if names and names[-1].endswith("."):
            sentence = sentence.removesuffix(".")
        return format_html(sentence, names=listed(names), **values)
    more = len(names) - NAMED
    text = ngettext("{names}; {more} more", "{names}; {more} more", more)
    shown = format_html(text, names=listed(names[:NAMED]), more=more)
    return format_html(sentence, names=shown, **values)
