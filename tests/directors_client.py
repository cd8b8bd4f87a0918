"""The test client of a director: it sends a form's unseen fields as a browser does."""

from collections.abc import Mapping
from copy import deepcopy
from typing import Any

from django.contrib.auth import get_user
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.test import Client
from django.urls import Resolver404, resolve, reverse

from tests.html import read
from tournaments.forms import shown
from tournaments.models import Game, Section
from tournaments.services.acts import fresh_token, stamp

# Each form that does one act, by the name of its address: on which page it is, which the address names too.
# Forms about a row of their own, by its key, show that row and nothing else: they carry no stamp.
ONCE = {
    name: name
    for name in (
        "new-event",
        "new-section",
        "new-table",
        "add-player",
        "walk-in",
        "import-roster",
        "import-wallchart",
    )
} | {"invite": "people", "extra-games": "extra-games", "remove-extra-game": "", "remove-bye": ""}
ONCE |= {"mirrors": "mirrors", "restore": "backup"}
STAMPED = {
    name: name
    for name in (
        *("edit-event", "edit-section", "edit-table", "edit-player", "team-members", "schools"),
        *("order", "team-order", "pairing-options", "prizes", "flyer", "undo-import", "undo-entry"),
        *("event-visibility", "visibility", "delete-event", "delete-section"),
        *("rating-report", "mirror", "update-ratings"),
        *("copy-from", "copy-sections-from", "merge-with", "split-at", "make-quads"),
        *("change-section", "late-change", "no-shows", "registration-file"),
    )
} | {
    "payment": "change-section",
    "write-school": "change-section",
    "stop-mirror": "mirror",
    "choose-folder": "backup",
    "take-companion": "companion",
    **dict.fromkeys(("renew-mirror", "take-back-mirror", "remove-mirror"), "mirrors"),
    "withdraw-invitation": "invitation",
    "change-role": "people",
    "remove-person": "remove-person",
    "archive-event": "event-visibility",
    "arrange-sections": "edit-event",
    "number-boards": "edit-event",
    "archive": "visibility",
    "team-archive": "edit-table",
    "team-visibility": "edit-table",
    "remove-table": "edit-table",
    "remove-player": "edit-player",
    "request-byes": "edit-player",
    "number-roster": "roster",
    "withdraw-player": "edit-player",
    "re-enter-player": "edit-player",
    "columns": "order",
    "keep-apart": "pairing-options",
    "arrange-prizes": "prizes",
    "prize-terms": "prizes",
    "presence": "awards",
    "choose-winner": "awards",
    "pair-round": "desk-round",
    "trade-places": "correct-pairing",
    "propose-pairing": "pairing",
    "change-pairing": "pairing",
    "publish-pairing": "publish-pairing",
    "give-bye": "desk-round",
    "publish-round": "desk-round",
    "decide-tie": "ties",
    "withdraw-decision": "ties",
    "freeze-awards": "ceremony",
    "finish-section": "finish",
    "reopen-section": "finish",
    "team-decide-tie": "team-ties",
    "team-withdraw-decision": "team-ties",
    "team-freeze-awards": "team-ceremony",
}
PAGES = ONCE | STAMPED


class DirectorsClient(Client):
    def post(self, path: Any, data: Any = None, *args: Any, **more: Any) -> Any:
        if data is None or isinstance(data, Mapping):
            data = self.carried(path) | dict(data or {})
        return super().post(path, data, *args, **more)

    def carried(self, path: str) -> dict[str, str]:
        """The token and the stamp of the form that is sent to this address, from the page it is on."""
        try:
            match = resolve(path.partition("?")[0].partition("#")[0])
        except Resolver404:
            return {}
        if match.url_name in ("swap-colors", "remove-pairing", "no-show"):
            return _of_board(match.kwargs["game"])
        if match.url_name not in PAGES or (user := self.user) is None:
            return {}
        token = {"token": fresh_token(user)}
        if match.url_name not in STAMPED:
            return token
        kept = {name: value for name, value in match.kwargs.items() if name not in ("decision", "given")}
        if PAGES[match.url_name] == "people":
            kept = {"event": kept["event"]}
        page = self.beside.get(reverse(PAGES[match.url_name], kwargs=kept))
        stamps = [
            form.carried["stamp"]
            for form in (read(page).forms if page.status_code == 200 else ())
            if path.partition("#")[0] in form.actions and "stamp" in form.carried
        ]
        return token | {"stamp": stamps[0] if stamps else _not_offered(match.url_name, match.kwargs)}

    @property
    def user(self) -> User | None:
        request = HttpRequest()
        request.session = self.session
        user = get_user(request)
        return user if isinstance(user, User) else None

    @property
    def beside(self) -> Client:
        """Another tab of the same browser; what it reads, this one has not read."""
        other = Client()
        other.defaults = self.defaults
        other.cookies = deepcopy(self.cookies)
        return other


def _of_board(pk: int) -> dict[str, str]:
    """The fields of a board's row, as it stands."""
    if (game := Game.objects.filter(pk=pk).first()) is None:
        return {}
    black = game.seats.select_related("player").get(side="b").player
    return {"revision": str(game.revision), "white": str(black.number)}


def _not_offered(name: str, named: dict[str, Any]) -> str:
    """The stamp of a form that its page does not offer at this time, such as publishing an empty round."""
    section = Section.objects.filter(slug=named.get("section"), event__slug=named.get("event")).first()
    if section is None:
        return ""
    if name == "pair-round":
        return stamp(shown.typing(section, named["number"]))
    if name in ("give-bye", "publish-round"):
        return stamp(shown.seating(section, named["number"]))
    if name == "number-roster":
        return stamp(shown.numbering(section))
    if name.endswith("-pairing"):
        return stamp(shown.draft(section, named["number"]))
    if name in ("remove-player", "re-enter-player"):
        player = section.players.filter(number=named["number"]).first()
        return stamp(shown.entry(player)) if player else ""
    if name in ("decide-tie", "freeze-awards", "finish-section", "reopen-section"):
        return section.stamp
    return ""
