"""What leaves the hall for its mirror, and what stays there."""

import json
import re
from datetime import date

from django.contrib.auth.models import User

from tests.factories import paired
from tests.services.mirroring.conftest import shown
from tournaments.models import Event, PairingReasons, Player, Section
from tournaments.pairing import sentences
from tournaments.selectors.pairing.worded_reasons import PRIVATE
from tournaments.services import apart, rosters

# Whatever else is found in a part must be shown to everybody: add it here only with the page that shows it.
OF_PAGES = {
    "event": {
        *("public", "name", "city", "starts_on", "time_zone", "short_names", "listed"),
        *("sections", "tables"),
    },
    "event.sections": {"slug", "name", "position", "half_byes", "byes_before", "last_bye_irrevocable"},
    "event.tables": {"slug", "name", "sections"},
    "": {"epoch", "version", "as_of", "made"},
    "awards": {"awards", "sha256", "at", "keys"},
    "corrected": {"round", "board", "slot", "of_match", "at"},
}


def test_only_what_is_listed_here_leaves_the_hall(full_event: Event) -> None:
    found: dict[str, set[str]] = {}
    for name, text in shown(full_event).items():
        kind = name.partition("/")[2].partition("/")[2].partition("/")[0] if "/" in name else name
        if kind in ("document", "names", "reasons"):
            continue
        part = json.loads(text)
        for each in part if isinstance(part, list) else [part]:
            found.setdefault(kind, set()).update(each)
        for inside in ("sections", "tables") if kind == "event" else ():
            for each in part[inside]:
                found.setdefault(f"event.{inside}", set()).update(each)
    assert found == OF_PAGES


def test_nothing_about_a_player_that_no_page_shows_leaves_the_hall(section: Section, kim: User) -> None:
    player = section.players.get(number=1)
    rosters.edit_player(player, uscf_id="19876543", state="ZQ", fixed_board=977, by=kim)
    rosters.edit_player(player, assigned_rating=1977, reason="known to be strong", by=kim)
    Player.objects.filter(pk=player.pk).update(age=87, expires_on=date(2031, 7, 29))
    Event.objects.update(affiliate="A6543210", chief_td="12345678", zip_code="98765")
    paired(section, 2, "1 3\n2 4")
    apart.keep_apart(section, "1-2", "", by=kim)
    User.objects.filter(pk=kim.pk).update(email="kim@chess.example")
    sent = "\n".join(shown(section.event).values())
    for secret in (
        "19876543",
        "ZQ",
        "977",
        "1977",
        "2031-07",
        "A6543210",
        "12345678",
        "98765",
        "kim@chess.example",
        "kept",
    ):
        # A whole word: times and epochs have any digits within them.
        assert not re.search(rf"(?<!\w){re.escape(secret)}(?!\w)", sent), secret
    # A draft of a round is the director's alone.
    assert '"2":' not in shown(section.event)["s/open/document"].partition('"boards_by_round":{')[2][:40]


def test_why_two_are_kept_apart_stays_in_the_hall(section: Section, kim: User) -> None:
    private = next(iter(PRIVATE))
    told = [[private, {}], ["higher has White", {}]]
    PairingReasons.objects.update_or_create(
        section=section, round=1, defaults={"boards": [[1, 2, told, [4, [[private, {}]]]]]}
    )
    sent = shown(section.event)["s/open/reasons/1"]
    assert json.loads(sent) == [[1, 2, [["higher has White", {}]], [4, []]]]


def test_of_a_bye_only_what_its_page_tells_leaves_the_hall(section: Section) -> None:
    """Who is new to rated chess, a request for a round to come and what the director is told stay there."""
    told = [
        [sentences.BYE_AFTER_ALL, {"points": "0", "round": 3, "other": ""}],
        [sentences.PASSED_OVER, {"names": [[sentences.NEW, {"name": "Ann A"}]]}],
        [sentences.GROUP_ABOVE, {}],
    ]
    group = [0, [[next(iter(PRIVATE)), {}], [sentences.GROUP_OF_ONE_REST, {}]], [0], ["w"]]
    PairingReasons.objects.update_or_create(
        section=section, round=1, defaults={"boards": [], "bye": [3, told, group]}
    )
    assert json.loads(shown(section.event)["s/open/bye/1"]) == [
        3,
        [
            [sentences.BYE_AFTER_ALL, {"points": "0", "round": 0, "other": ""}],
            [sentences.PASSED_OVER, {"names": [[sentences.UNRATED, {"name": "Ann A"}]]}],
        ],
        [0, [[sentences.GROUP_OF_ONE_REST, {}]], [0], ["w"]],
    ]
