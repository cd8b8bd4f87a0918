"""Who may see and send what: every address of the desk, by role and method.

Each address of the URL table stands in one line below; a new one fails here until somebody says whose it is.
"""

from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.factories import UserFactory, a_section, director_of, games_of, played
from tests.html import read
from tests.sign_in import signed_in
from tests.views.test_shared_caches import EVERY
from tournaments.models import CHIEFS, EVERYBODY, MANAGERS, REGISTRARS, SCORERS, Role, Section, Staff
from tournaments.permissions import DUTIES, Duty
from tournaments.services import people, teams
from tournaments.services.mirroring import granting

DUTY_PAGES = [(duty, page) for duty in DUTIES for page in duty.pages]
NOBODY: frozenset[Role] = frozenset()
# Who may see it, and who may send it.
TABLE: dict[str, tuple[frozenset[Role], frozenset[Role]]] = {
    # One's own.
    **dict.fromkeys(["desk", "status-line"], (EVERYBODY, NOBODY)),
    "account": (EVERYBODY, EVERYBODY),
    "sign-out-elsewhere": (NOBODY, EVERYBODY),
    "desk-event": (EVERYBODY, NOBODY),
    # The check-in.
    **dict.fromkeys(["check-in", "check-in-live"], (EVERYBODY, NOBODY)),
    "mark-check-in": (NOBODY, EVERYBODY),
    **dict.fromkeys(["walk-in", "change-section"], (REGISTRARS, REGISTRARS)),
    **dict.fromkeys(["mark-paid", "payment", "write-school"], (NOBODY, REGISTRARS)),
    **dict.fromkeys(["check-in-codes", "check-in-list"], (REGISTRARS, NOBODY)),
    "no-shows": (MANAGERS, MANAGERS),
    "seat-latecomer": (NOBODY, MANAGERS),
    # Results.
    **dict.fromkeys(["desk-section", "desk-round", "desk-standings"], (SCORERS, NOBODY)),
    **dict.fromkeys(["undo-sheet", "correction", "what-if"], (SCORERS, NOBODY)),
    **dict.fromkeys(["enter-result", "enter-board", "undo"], (NOBODY, SCORERS)),
    "verify": (MANAGERS, NOBODY),
    **dict.fromkeys(["verify-result", "verify-board"], (NOBODY, MANAGERS)),
    # Byes, pairings, withdrawals, playoffs.
    **dict.fromkeys(["match", "ruling", "board-ruling", "extra-games"], (MANAGERS, MANAGERS)),
    **dict.fromkeys(
        ["enter-match", "swap-colors", "trade-places", "remove-pairing", "remove-bye"], (NOBODY, MANAGERS)
    ),
    **dict.fromkeys(["pairing", "correct-pairing"], (MANAGERS, NOBODY)),
    "publish-pairing": (MANAGERS, MANAGERS),
    **dict.fromkeys(["propose-pairing", "change-pairing"], (NOBODY, MANAGERS)),
    **dict.fromkeys(
        ["remove-extra-game", "pair-round", "give-bye", "publish-round", "no-show"], (NOBODY, MANAGERS)
    ),
    **dict.fromkeys(
        ["request-byes", "number-roster", "withdraw-player", "re-enter-player"], (NOBODY, MANAGERS)
    ),
    **dict.fromkeys(["ties", "team-ties", "toss", "team-toss"], (MANAGERS, NOBODY)),
    **dict.fromkeys(["decide-tie", "team-decide-tie"], (NOBODY, MANAGERS)),
    **dict.fromkeys(["withdraw-decision", "team-withdraw-decision"], (NOBODY, MANAGERS)),
    # Roster, sections, prizes.
    **dict.fromkeys(["edit-event", "new-section", "edit-section"], (MANAGERS, MANAGERS)),
    **dict.fromkeys(["new-table", "edit-table", "schools", "team-members"], (MANAGERS, MANAGERS)),
    **dict.fromkeys(["import-roster", "undo-import", "add-player", "edit-player"], (MANAGERS, MANAGERS)),
    **dict.fromkeys(["undo-entry", "registration-file"], (MANAGERS, MANAGERS)),
    **dict.fromkeys(["roster", "section-log", "awards", "awards-live", "print"], (MANAGERS, NOBODY)),
    **dict.fromkeys(["slips", "pairings-by-name", "pairings-by-board"], (MANAGERS, NOBODY)),
    **dict.fromkeys(["export", "export-file", "event-file"], (MANAGERS, NOBODY)),
    **dict.fromkeys(["remove-player", "columns", "presence", "choose-winner"], (NOBODY, MANAGERS)),
    "prizes": (MANAGERS, MANAGERS),
    "flyer": (MANAGERS, MANAGERS),
    # Drafts and endings.
    "event-visibility": (MANAGERS, CHIEFS),
    "visibility": (MANAGERS, MANAGERS),
    **dict.fromkeys(["arrange-sections", "number-boards", "team-visibility"], (NOBODY, MANAGERS)),
    "copy-setup": (MANAGERS, NOBODY),
    "copy-from": (MANAGERS, MANAGERS),
    "other-sections": (MANAGERS, NOBODY),
    "late-change": (MANAGERS, MANAGERS),
    "merge-sections": (MANAGERS, NOBODY),
    "merge-with": (MANAGERS, MANAGERS),
    "split-section": (CHIEFS, NOBODY),
    "split-at": (CHIEFS, CHIEFS),
    "make-quads": (CHIEFS, CHIEFS),
    "copy-sections": (CHIEFS, NOBODY),
    "copy-sections-from": (CHIEFS, CHIEFS),
    "companion": (CHIEFS, CHIEFS),
    "rating-list": (MANAGERS, CHIEFS),
    "update-ratings": (MANAGERS, MANAGERS),
    "find-listed": (REGISTRARS, NOBODY),
    "take-companion": (NOBODY, CHIEFS),
    **dict.fromkeys(["preview-event", "preview"], (EVERYBODY, NOBODY)),
    **dict.fromkeys(["archive-event", "archive", "team-archive", "remove-table"], (NOBODY, CHIEFS)),
    **dict.fromkeys(["delete-event", "delete-section"], (CHIEFS, CHIEFS)),
    **dict.fromkeys(["arrange-prizes", "prize-terms"], (NOBODY, MANAGERS)),
    **{
        f"{prefix}{name}": (MANAGERS, NOBODY)
        for prefix in ("", "team-")
        for name in (
            *("ceremony", "ceremony-show", "checklist", "awards-file"),
            *("awards-version", "awards-version-file"),
        )
    },
    **dict.fromkeys(["receipts", "cash-file"], (MANAGERS, NOBODY)),
    **dict.fromkeys(["event-ceremony", "event-ceremony-show", "event-checklist"], (MANAGERS, NOBODY)),
    # Post or change the order, finish, people, backups.
    **dict.fromkeys(["order", "team-order", "pairing-options"], (MANAGERS, CHIEFS)),
    "keep-apart": (NOBODY, MANAGERS),
    "import-wallchart": (CHIEFS, CHIEFS),
    **dict.fromkeys(["rating-report", "mirror"], (CHIEFS, CHIEFS)),
    "mirror-state": (CHIEFS, NOBODY),
    **dict.fromkeys(["try-mirror", "stop-mirror"], (NOBODY, CHIEFS)),
    "rating-report-file": (CHIEFS, NOBODY),
    **dict.fromkeys(["freeze-awards", "team-freeze-awards"], (NOBODY, CHIEFS)),
    **dict.fromkeys(["finish", "event-screen"], (MANAGERS, NOBODY)),
    **dict.fromkeys(["finish-section", "reopen-section"], (NOBODY, CHIEFS)),
    **dict.fromkeys(["people", "invitation", "download-event", "download-replaced"], (CHIEFS, NOBODY)),
    **dict.fromkeys(["invite", "withdraw-invitation", "change-role"], (NOBODY, CHIEFS)),
    "remove-person": (CHIEFS, CHIEFS),
    # About no event: for a person who is a chief somewhere, or has an account of her own.
    **dict.fromkeys(["backup", "download-everything", "restore-question"], (CHIEFS, NOBODY)),
    **dict.fromkeys(["restore", "choose-folder"], (NOBODY, CHIEFS)),
    **dict.fromkeys(["new-event", "mirrors"], (CHIEFS, CHIEFS)),
    **dict.fromkeys(["renew-mirror", "take-back-mirror", "remove-mirror"], (NOBODY, CHIEFS)),
}
DESK = {name for name, pattern in EVERY.items() if pattern.callback.policy == "desk"}  # type: ignore[attr-defined]
# Not there in any role: nothing runs here that makes copies.
NOT_THERE = {"choose-folder"}


@pytest.fixture
def people_here(section: Section) -> dict[Role, Client]:
    """A person in each role, who came by an invitation."""
    clients: dict[Role, Client] = {}
    for role in Role:
        if role is Role.CHIEF:
            clients[role] = signed_in(director_of(section))
            continue
        code = people.code_of(people.invite(section.event, role, by=director_of(section)))
        user = people.join_as_new(code, f"Terry {role.label}", "posted before round one").user
        clients[role] = signed_in(user)
    return clients


@pytest.fixture
def address(section: Section) -> Any:
    other = a_section(2, event=section.event)
    teams.make_table(section.event, name="Schools", sections=[other], by=director_of(section))
    matches = a_section(2, 1, event=section.event, boards=2, by=director_of(section))
    played(matches, 1, "1 2")
    match = games_of(matches, 1)[0]
    invitation = people.invite(section.event, Role.ASSISTANT, by=director_of(section))
    known: dict[str, Any] = {"event": section.event.slug, "section": section.slug, "table": "schools"}
    known |= {"number": 1, "seat": 10**9, "decision": 10**9, "entry": 10**9, "file": "awards.csv"}
    known |= {
        "page": f"{section.slug}/",
        "kept": "x.wallchart",
        "word": "f" * 32,
        "source": other.pk,
        "cut": "top-1",
    }
    known |= {"game": games_of(section, 1)[0].pk, "board": match.match_boards.get(board=1).pk}
    known |= {"player": section.players.get(number=1).pk}
    known |= {"given": granting.give_out("spring-open", by=director_of(section)).pk}
    known |= {"invitation": invitation.pk, "person": director_of(section).pk}

    def of(name: str) -> str:
        return reverse(name, kwargs={part: known[part] for part in EVERY[name].pattern.converters})

    return of


def test_every_address_of_the_desk_says_whose_it_is() -> None:
    assert set(TABLE) == DESK


@pytest.mark.parametrize("role", Role)
@pytest.mark.parametrize("method", ["get", "post"])
def test_each_address_is_open_to_its_roles_and_to_no_other(
    role: Role, method: str, people_here: dict[Role, Client], address: Any
) -> None:
    wrong = {}
    for name, (see, change) in sorted(TABLE.items()):
        allowed = see if method == "get" else change
        if name in NOT_THERE:
            continue
        # The test's own client: no token, no stamp, so that nothing is changed by a form.
        answer = Client.generic(
            people_here[role], method.upper(), address(name), "", "application/x-www-form-urlencoded"
        )
        status = answer.status_code
        if allowed == NOBODY:
            right = status == 405 or (status == 403 and role not in see | change)
        elif role in allowed:
            right = status not in (401, 403, 405)
        else:
            right = status == 403 or (status == 404 and name in ROWS_OF_NOBODY)
        if not right:
            wrong[name] = status
    assert not wrong


# Their rows are not there, no matter who asks.
ROWS_OF_NOBODY = {"remove-bye", "remove-extra-game", "correction"}


@pytest.mark.parametrize("method", ["get", "post"])
def test_a_stranger_and_a_parent_reach_nothing_of_an_event(method: str, client: Client, address: Any) -> None:
    stranger = signed_in(UserFactory.create())
    for name in sorted(DESK):
        if "event" not in EVERY[name].pattern.converters and "game" not in EVERY[name].pattern.converters:
            continue
        theirs = getattr(Client, method)(stranger, address(name))
        assert theirs.status_code in (404, 405), name
        nobodys = getattr(client, method)(address(name))
        assert nobodys.status_code in (302, 307), name
        assert nobodys.headers["Location"].startswith(reverse("sign-in")), name


def test_another_role_is_told_whose_it_is_and_what_hers_is(
    people_here: dict[Role, Client], section: Section
) -> None:
    answer = people_here[Role.SCOREKEEPER].get(reverse("roster", args=[section.event.slug, section.slug]))
    said = "Only the chief or an assistant can do this. Your role here: Scorekeeper. Nothing was changed."
    assert said in read(answer)
    answer = people_here[Role.CHECK_IN].get(reverse("desk-round", args=[section.event.slug, section.slug, 1]))
    assert "Your role here: Check-in helper." in read(answer)


@pytest.mark.parametrize("role", Role)
def test_a_page_offers_only_what_its_reader_may_do(
    role: Role, people_here: dict[Role, Client], section: Section
) -> None:
    """Every link and every form on the pages that a role sees leads to something of that role."""
    client = people_here[role]
    seen = ["desk", "desk-event"] + (["desk-round"] if role.scores else [])
    for name in seen:
        args: list[Any] = [] if name == "desk" else [section.event.slug]
        args += [section.slug, 2] if name == "desk-round" else []
        page = read(client.get(reverse(name, args=args)))
        for link in page.links:
            if link.startswith(("/desk/", "/setup/")):
                assert client.get(link).status_code in (200, 302), (name, link)
        for action in page.actions:
            if action.startswith(("/desk/", "/setup/")):
                assert client.post(action).status_code not in (401, 403), (name, action)
            if action == reverse("sign-out"):
                client.force_login(Staff.objects.get(event=section.event, role=role).user)


def test_a_role_counts_at_its_own_event_alone(kim: User, section: Section) -> None:
    """A chief of one event is a scorekeeper at another, with the rights of each."""
    own = a_section(2, by=kim)
    Staff.objects.create(event=section.event, user=kim, role=Role.SCOREKEEPER)
    client = signed_in(kim)
    assert client.get(reverse("roster", args=[own.event.slug, own.slug])).status_code == 200
    assert client.get(reverse("roster", args=[section.event.slug, section.slug])).status_code == 403
    assert client.get(reverse("desk-round", args=[section.event.slug, section.slug, 1])).status_code == 200
    assert client.get(reverse("download-everything")).status_code == 404


@pytest.mark.parametrize(("duty", "page"), DUTY_PAGES, ids=[page for _duty, page in DUTY_PAGES])
def test_the_people_page_says_of_each_role_what_its_policies_let_it_do(duty: Duty, page: str) -> None:
    assert TABLE[page][1] == duty.roles


def test_every_set_of_roles_that_sends_a_form_is_told_on_the_people_page() -> None:
    told = {duty.roles for duty in DUTIES}
    assert {change for _see, change in TABLE.values() if change} <= told


def test_a_chief_reads_what_each_role_may_do_and_what_an_invitation_gives(section: Section) -> None:
    page = read(signed_in(director_of(section)).get(reverse("people", args=[section.event.slug])))
    said = dict(zip(page.texts(".duties dt"), page.texts(".duties dd"), strict=True))
    assert said == {str(duty.words): duty.said for duty in DUTIES}
    assert said["Add walk-ins and change sections, until round 1"] == "Chief, Assistant and Check-in helper"
    helper = next(label for label in page.texts(".roles label") if label.startswith("Check-in helper"))
    assert "Add walk-ins" in helper
    assert "results" not in helper
