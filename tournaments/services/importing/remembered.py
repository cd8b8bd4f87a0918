"""What an event remembers of the files that were imported: what their columns were taken for, which they
were, which two names are one player's, and what was answered of the lines. No page shows it, and no log."""

from collections.abc import Iterable, Mapping
from datetime import datetime

from ...formats.registration import Table, guessed, key_of
from ...models import Event

# So many files are remembered, so many lists of headings, pairs of names and answers.
KEPT, KEPT_COLUMNS, KEPT_PAIRS, KEPT_ANSWERS = 30, 300, 1_000, 2_000
# Before the address of a section that is an answer: a backup that is restored has other keys for it.
_SECTION = "section "


def columns_of(event: Event, table: Table) -> tuple[list[str], set[int]]:
    """What the columns of a file are taken for: as the last one with these headings, or else each heading as
    a director chose for it, and the others for what they say. And which are chosen otherwise."""
    usual = guessed(table)
    if not table.has_headings:
        return usual, set()
    known = event.registration.get("columns", {})
    own = dict(enumerate(known.get(table.key, [])))
    if len(own) != len(usual):
        own = {at: known[key][0] for at, key in _own_keys(table).items() if known.get(key)}
    chosen = set(own.values())
    found = [own.get(at, "" if field in chosen else field) for at, field in enumerate(usual)]
    return found, {at for at, field in own.items() if field != usual[at]}


def chosen_columns(event: Event, table: Table, columns: list[str]) -> dict[str, list[str]]:
    """What is remembered of the columns of a file: all of them together, and each of which a director says
    something else than its heading, now or before."""
    known, usual = event.registration.get("columns", {}), guessed(table)
    own = {
        key: [columns[at]] for at, key in _own_keys(table).items() if columns[at] != usual[at] or key in known
    }
    return {**own, table.key: columns}


def _own_keys(table: Table) -> dict[int, str]:
    """The key of each heading alone, as that of a file with no other, by the index of its column."""
    folded = [heading.casefold() for heading in table.headings]
    return {at: key_of([text]) for at, text in enumerate(folded) if text and folded.count(text) == 1}


def imported_before(event: Event, table: Table) -> datetime | None:
    """When this state of a file was imported, if another one was imported since."""
    files = event.registration.get("files", [])
    states = [state for state, _at in files]
    if table.state not in states[:-1] or table.state == states[-1]:
        return None
    return datetime.fromisoformat(files[len(states) - 1 - states[::-1].index(table.state)][1])


def one_players(event: Event) -> frozenset[str]:
    """The pairs of names that a director said to be one player's (:func:`.matching.pair_of_names`)."""
    return frozenset(event.registration.get("same", []))


def answers_of(event: Event) -> dict[str, str]:
    """What was answered about earlier files, by the keys of the questions. A section is a target's key."""
    found: dict[str, str] = event.registration.get("answers", {})
    sections = {f"{_SECTION}{slug}": str(pk) for pk, slug in event.sections.values_list("pk", "slug")}
    return {key: sections.get(answer, answer) for key, answer in found.items()}


def remember(
    event: int,
    *,
    columns: Mapping[str, list[str]] | None = None,
    files: Iterable[tuple[str, str]] = (),
    same: Iterable[str] = (),
    answers: Mapping[str, str] | None = None,
    sections: Mapping[str, int] | None = None,
) -> None:
    """Add to it. The oldest are forgotten. Of ``answers``, those that are keys of ``sections`` mean these."""
    of = Event.objects.get(pk=event)
    known = of.registration
    all_columns = {**known.get("columns", {}), **(columns or {})}
    slugs = dict(of.sections.values_list("pk", "slug"))
    addresses = {key: f"{_SECTION}{slugs[pk]}" for key, pk in (sections or {}).items()}
    given = {key: addresses.get(answer, answer) for key, answer in (answers or {}).items()}
    # An answer that is given again is as new as any.
    all_answers = {key: answer for key, answer in known.get("answers", {}).items() if key not in given}
    kept = {
        "columns": dict(list(all_columns.items())[-KEPT_COLUMNS:]),
        "files": [*known.get("files", []), *files][-KEPT:],
        "same": list(dict.fromkeys([*known.get("same", []), *same]))[-KEPT_PAIRS:],
        "answers": dict(list({**all_answers, **given}.items())[-KEPT_ANSWERS:]),
    }
    Event.objects.filter(pk=event).update(registration=kept)
