"""The check before the rating report is filed: what US Chess would send back.

A *problem* keeps the files from being made, and leads to where it is mended. A *note* says what the files do
that a director may wonder about.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

from django.contrib.auth.models import User
from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Format, Kind
from tiebreaks.models import FinalSheet

from ...formats.fields import MEMBER_ID
from ...formats.names import first_last, may_be_one
from ...formats.rating_report import Report, time_control
from ...formats.rating_report.crosstable import MOST_COLUMNS, last_round, meet_twice, was_paired
from ...formats.rating_report.records import ROUND_ROBIN, SWISS, not_reciprocal
from ...formats.rating_report.writing import CITY, EVENT_NAME, NAME, SECTION_NAME, ascii_of, name_of
from ...formats.states import city_and_state
from ...formats.workbooks import Cell, Sheet
from ...models import Event, LogEntry, Player, Role, Seat, Section
from ...text import wording
from ...text.log import Summary
from ..event.endings import finished_since
from .filing import (
    Entrant,
    FiledSection,
    Place,
    boards,
    empty_sections,
    filed_sections,
    ids,
    not_filed,
    report,
    state_of,
)
from .levels import proposed_levels
from .rating_list import by_ids

MOST_SECTIONS = 99
# Of missing IDs, so many can be typed at once: a browser sends no form without end.
MOST_TYPED = 200
AFFILIATE_ID = re.compile("A[0-9]{7}")
# "Dana Lee 3rd" is a name.
_MORE_THAN_A_NAME = re.compile(r"[0-9]{3}|[@#]|://|\b(?:grade|gr)\.?\s*[0-9]", re.IGNORECASE)
ZIP_CODE = re.compile("[0-9]{5}(-[0-9]{4})?")


@dataclass(frozen=True)
class Finding:
    """A sentence, and the places that it is about."""

    said: str
    places: Sequence[Place] = ()

    @property
    def count(self) -> int:
        return max(1, len(self.places))


@dataclass
class Checked:
    """What was found about the event, which is no section, or about one of its sections."""

    section: Section | None
    problems: list[Finding] = field(default_factory=list)
    notes: list[Finding] = field(default_factory=list)


@dataclass(frozen=True)
class Preflight:
    """``report`` is None as long as there are problems. ``ahead`` are the sections with rounds to play: US
    Chess takes the rounds that were played, if the event stopped early. ``reopened`` are those that were
    final once. ``beside`` is what to read before the download."""

    checked: list[Checked]
    report: Report | None
    ahead: Sequence[Finding] = ()
    reopened: Sequence[Finding] = ()
    beside: Sequence[Finding] = ()

    @property
    def problems(self) -> int:
        return sum(finding.count for each in self.checked for finding in each.problems)

    @property
    def notes(self) -> int:
        return sum(len(each.notes) for each in self.checked)


def preflight(event: Event) -> Preflight:
    """The report of the sections that are chosen, and what was found."""
    sections = filed_sections(event)
    begins, ends = event.starts_on, event.ends_on or event.starts_on
    of_event = Checked(None, list(_of_event(event, sections)), list(_of_all(event, sections)))
    checked = [of_event]
    typed = {
        name: {(player.section_id, player.number) for player in players}
        for name, players in typed_on_the_page(event).items()
    }
    for each in sections:
        problems = [*_of_section(each, begins, ends), *_of_results(each), *_of_players(each, ends, typed)]
        checked.append(Checked(each.section, problems, list(_notes(each))))
    ahead = [finding for each in sections for finding in _ahead(each)]
    reopened, unfinished = _not_final(sections)
    complete = begins and ends and not any(each.problems for each in checked)
    made = report(event, sections, begins, ends) if begins and ends and complete else None
    return Preflight(checked, made, ahead, reopened, [*unfinished, *_of_levels(sections)])


def findings(found: Preflight) -> Sheet:
    """What was found, a line for each place that it is about: to hand to who mends it."""
    kinds = ((_("Problem"), "problems"), (_("Note"), "notes"))
    rows: list[Sequence[Cell]] = [
        [kind, each.section.name if each.section else _("The event"), finding.said, place.words]
        for kind, name in kinds
        for each in found.checked
        for finding in getattr(each, name)
        for place in finding.places or [Place("")]
    ]
    return Sheet(_("Rating report"), [_("What"), _("Section"), _("Finding"), _("Where")], rows)


def field_of(section: Section, name: str, number: int | None = None) -> str:
    """The name of a section's field in the form, or of that of a player of the section."""
    return f"{name}-{section.slug}" if number is None else f"{name}-{section.slug}-{number}"


def typed_on_the_page(event: Event) -> dict[str, list[Player]]:
    """By field, the players of boards whom the form has one for, up to a number: of a missing US Chess ID,
    and of a membership that expired.

    None of sections that are archived. Those that are final take both.
    """
    at_boards = Seat.objects.filter(player=OuterRef("pk"), game__isnull=False)
    sections = event.sections.filter(rated=True, boards=0, archived=False)
    rows = Player.objects.filter(Exists(at_boards), section__in=sections.values("pk"), visitor_of=None)
    rows = rows.select_related("section").order_by("section__position", "section", "number")
    last = event.ends_on or event.starts_on
    expired = rows.filter(expires_on__lt=last) if last else rows.none()
    return {"uscf_id": list(rows.filter(uscf_id="")[:MOST_TYPED]), "expires_on": list(expired[:MOST_TYPED])}


def asked_for(event: Event, posted: Collection[str]) -> dict[str, list[Player]]:
    """The players whose fields were posted, whatever they have by now."""
    rows = Player.objects.filter(section__event=event).select_related("section").order_by("section", "number")
    return {
        name: [player for player in rows if field_of(player.section, name, player.number) in posted]
        for name in ("uscf_id", "expires_on")
    }


# What an event usually has from the one before it.
USUAL = ("affiliate", "chief_td", "city", "state", "zip_code", "country")


def is_first(event: Event) -> bool:
    """Whether nobody has saved what the report says yet."""
    edited = LogEntry.objects.filter(code=Summary.RATING_REPORT)
    return not edited.filter(standings__in=event.sections.values("standings")).exists()


def event_before(event: Event, chief: User) -> Event | None:
    """The last other event of a chief that has an affiliate, for an event that has none yet."""
    if event.affiliate:
        return None
    theirs = Event.objects.filter(staff__user=chief, staff__role=Role.CHIEF).exclude(pk=event.pk)
    return theirs.exclude(affiliate="").order_by(F("starts_on").desc(nulls_last=True), "-pk").first()


def in_the_states(country: str) -> bool:
    """Whether an event's country is the United States, whose ZIP codes are known."""
    return re.sub(r"[\s.]", "", country).upper() in ("USA", "US", "UNITEDSTATES", "UNITEDSTATESOFAMERICA")


# --- the event --------------------------------------------------------------------------------------


def _here(field: str) -> list[Place]:
    """A field of the page itself."""
    return [Place("", field=field)]


def _of_event(event: Event, sections: Sequence[FiledSection]) -> Iterator[Finding]:
    yield from _about(
        _("Missing:"),
        (
            Place(words, field=name)
            for name, words in (
                ("affiliate", _("Affiliate ID")),
                ("chief_td", _("Chief TD's ID")),
                ("starts_on", _("First day")),
                ("city", _("City")),
                ("state", _("State")),
                ("zip_code", _("ZIP code")),
                ("country", _("Country")),
            )
            if not getattr(event, name) and not (name == "state" and city_and_state(event.city, "")[1])
        ),
    )
    yield from _about(
        _("No time control:"),
        (
            Place(each.section.name, field=field_of(each.section, "time_control"))
            for each in sections
            if not each.section.time_control
        ),
    )
    if event.affiliate and not AFFILIATE_ID.fullmatch(event.affiliate):
        yield Finding(_("The affiliate ID is not the letter A and 7 digits."), _here("affiliate"))
    if event.chief_td and not MEMBER_ID.fullmatch(event.chief_td):
        yield Finding(_("The chief TD's ID does not have 8 digits."), _here("chief_td"))
    if event.assistant_td and not MEMBER_ID.fullmatch(event.assistant_td):
        malformed = _("The assistant TD's ID does not have 8 digits.")
        yield Finding(malformed, _here("assistant_td"))
    if not all(map(MEMBER_ID.fullmatch, ids(event.other_tds))):
        yield Finding(_("One of the other TDs' IDs does not have 8 digits."), _here("other_tds"))
    if event.zip_code and in_the_states(event.country) and not ZIP_CODE.fullmatch(event.zip_code):
        malformed = _("The ZIP code does not have 5 digits, or 5 and 4 such as 97301-1234.")
        yield Finding(malformed, _here("zip_code"))
    yield from _about(_("One US Chess ID, but two names:"), map(_in_section, _of_two_names(_filed(sections))))
    if event.starts_on and event.ends_on and event.ends_on < event.starts_on:
        yield Finding(_("The last day is before the first day."), _here("ends_on"))
    count = sum(len(each.filed) for each in sections)
    if not count:
        yield Finding(_("No section is checked."), _here("sections"))
    if count > MOST_SECTIONS:
        said = _("These are %(count)d sections, with extra games. The report can have at most %(most)d.")
        yield Finding(said % {"count": count, "most": MOST_SECTIONS}, _here("sections"))


def _of_all(event: Event, sections: Sequence[FiledSection]) -> Iterator[Finding]:
    if len(ascii_of(event.name)) > EVENT_NAME:
        said = _("The name of the event is cut off: %(name)s")
        yield Finding(said % {"name": ascii_of(event.name)[:EVENT_NAME]})
    city = ascii_of(city_and_state(event.city, event.state)[0])
    if len(city) > CITY:
        said = _("The name of the city is cut off: %(name)s")
        yield Finding(said % {"name": city[:CITY]}, _here("city"))
    filed = list(_filed(sections))
    problems = _of_two_names(filed)
    played = ((each.section, who) for each in sections for who in each.filed[0].entrants.values())
    twice = [
        entry
        for entries in _by_id(played)
        if len({section.pk for section, _who in entries}) > 1
        for entry in entries
        if entry not in problems
    ]
    yield from _about(_("These play in more than one section. Is that right?"), map(_in_section, twice))
    others = [entry for entry in _of_two_names([*filed, *not_filed(event)]) if entry not in problems]
    yield from _about(_("One US Chess ID, but two names. Which is right?"), map(_in_section, others))
    unknown = sum(not who.expires_on for each in sections for who in each.filed[0].entrants.values())
    if unknown:
        said = ngettext(
            "The expiration date of %(count)d player is not known. US Chess checks it when you upload.",
            "The expiration dates of %(count)d players are not known. US Chess checks them when you upload.",
            unknown,
        )
        yield Finding(said % {"count": unknown})


Entries = Iterable[tuple[Section, Entrant]]


def _filed(sections: Iterable[FiledSection]) -> Entries:
    """Everybody of the sections, also who was never paired."""
    return ((each.section, who) for each in sections for who in each.entrants.values())


def _by_id(entries: Entries) -> Iterable[list[tuple[Section, Entrant]]]:
    found: dict[str, list[tuple[Section, Entrant]]] = defaultdict(list)
    for section, who in entries:
        if who.uscf_id:
            found[who.uscf_id].append((section, who))
    return found.values()


def _of_two_names(entries: Entries) -> list[tuple[Section, Entrant]]:
    """Who has the ID of somebody in another section whose name cannot be the same player's."""
    return [
        (section, who)
        for same in _by_id(entries)
        for section, who in same
        if any(other.pk != section.pk and not may_be_one(one.name, who.name) for other, one in same)
    ]


def _in_section(entry: tuple[Section, Entrant]) -> Place:
    section, who = entry
    return Place(f"{who.place.words} ({section.name})", who.place.page, who.place.args)


# --- a section --------------------------------------------------------------------------------------


def _of_section(filed: FiledSection, first: date | None, last: date | None) -> Iterator[Finding]:
    section = filed.section
    if section.time_control:
        try:
            time_control.read(section.time_control)
        except ValueError as error:
            said = wording.problem(section.time_control, str(error))
            yield Finding(said, _here(field_of(section, "time_control")))
    if first and last:
        begins, ends = section.starts_on or first, section.ends_on or last
        if not first <= begins <= ends <= last:
            said = _("The days of the section are not within those of the event.")
            yield Finding(said, _here(field_of(section, "starts_on")))
    if max(each.record.columns for each in filed.filed) > MOST_COLUMNS:
        yield Finding(_("The report can have at most %(most)d rounds.") % {"most": MOST_COLUMNS})


def _of_results(filed: FiledSection) -> Iterator[Finding]:
    section = filed.section
    names = section.event.slug, section.slug
    still_open = Counter(c.round for card in filed.chart.cards for c in card.cells if c.kind is Kind.OPEN)
    for number, sides in sorted(still_open.items()):
        # The other side of a game of two rounds is open in the other one (28M2).
        values = {"round": number, "count": (sides + 1) // 2}
        said = ngettext(
            "Round %(round)d: %(count)d result is missing.",
            "Round %(round)d: %(count)d results are missing.",
            values["count"],
        )
        yield Finding(said % values, [Place("", "desk-round", (*names, number))])
    played = any(
        result.opponent for each in filed.filed for line in each.record.lines for result in line.results
    )
    nameless = list(_nameless(section)) if section.boards else []
    yield from _about(_("A player of a match has no name:"), nameless)
    if not (still_open or played or nameless):
        said = _("No game was played. Enter the results, or leave the section out.")
        of_boards = _("No game on a board was played. Enter the boards, or leave the section out.")
        yield Finding(of_boards if section.boards else said, [Place("", "desk-section", names)])
    for each in filed.filed:
        for line, column in not_reciprocal(each.record):
            said = _("Column %(column)d of the crosstable: the two sides of a game do not agree.")
            who = each.entrants[line.number].place.words
            # Elsewhere a column is an opponent, one of two games of a round, or an extra game.
            of_round = each.record.type == SWISS and section.games == 1 and column <= section.rounds
            page = (
                Place(who, "desk-round", (*names, column)) if of_round else Place(who, "desk-section", names)
            )
            yield Finding(said % {"column": column}, [page])


def _nameless(section: Section) -> Iterator[Place]:
    """The boards of matches that were played, or are, where nobody is known to sit."""
    for row in boards(section):
        if Kind.of(row.home_kind).played and not (row.home_id and row.away_id):
            values = {"round": row.game.round.number, "match": row.game.board, "board": row.board}
            words = _("round %(round)d, match %(match)d, board %(board)d") % values
            yield Place(words, "match", (row.game_id,))


def _of_players(
    filed: FiledSection, last: date | None, typed: Mapping[str, Collection[tuple[int, int]]]
) -> Iterator[Finding]:
    # Who has extra games alone is in no line of the rounds; who has both is asked about once.
    everybody = list({who.place: who for each in filed.filed for who in each.entrants.values()}.values())
    here = {filed.entrants[number].place: number for number in filed.entrants}

    def place(who: Entrant, name: str, words: str) -> Place:
        """The field of this page, or else the page of the player."""
        if (filed.section.pk, here[who.place]) in typed[name]:
            return Place(words, field=field_of(filed.section, name, here[who.place]))
        return replace(who.place, words=words)

    yield from _about(
        _("No US Chess ID:"),
        (place(who, "uscf_id", who.place.words) for who in everybody if not who.uscf_id),
    )
    yield from _about(
        _("The US Chess ID does not have 8 digits:"),
        (who.place for who in everybody if who.uscf_id and not MEMBER_ID.fullmatch(who.uscf_id)),
    )
    # An ID, a rating or a phone number would go into the file, and onto every page.
    yield from _about(
        _("More than a name:"),
        (_whole_name(who) for who in everybody if _MORE_THAN_A_NAME.search(who.name)),
    )
    yield from _about(
        _("The membership expired before the last day:"),
        (
            place(who, "expires_on", f"{who.place.words}, {wording.calendar_date(who.expires_on)}")
            for who in everybody
            if who.expires_on and last and who.expires_on < last
        ),
    )
    kin: dict[str, set[int]] = defaultdict(set)
    for who in everybody:
        kin[who.uscf_id].add(who.kin)
    yield from _about(
        _("Two players with one US Chess ID:"),
        (who.place for who in everybody if who.uscf_id and len(kin[who.uscf_id]) > 1),
    )
    yield from _about(
        _("The name has no letters that the report allows:"),
        (who.place for who in everybody if not name_of(who.name)),
    )


def _whole_name(who: Entrant) -> Place:
    return Place(who.name, who.place.page, who.place.args)


def _about(said: str, places: Iterable[Place]) -> Iterator[Finding]:
    """A finding, if it is about anybody."""
    if found := list(places):
        yield Finding(said, found)


def _ahead(filed: FiledSection) -> Iterator[Finding]:
    """The rounds that are still to be played; none of a section that a director declared final."""
    section, last = filed.section, last_round(filed.chart)
    # Without any game it is a problem, or has extra games alone.
    if not last or last >= section.rounds or finished_since(section):
        return
    values = {"name": section.name, "first": last + 1, "last": section.rounds}
    said = _("%(name)s: rounds %(first)d–%(last)d are not played.")
    if last + 1 == section.rounds:
        said = _("%(name)s: round %(first)d is not played.")
    yield Finding(said % values, [Place("", "desk-section", (section.event.slug, section.slug))])


def _not_final(sections: Sequence[FiledSection]) -> tuple[list[Finding], list[Finding]]:
    """The sections that were reopened, each with its sentence, and in one those that nobody finished."""
    still_open = [
        each.section for each in sections if not finished_since(each.section) and not [*_ahead(each)]
    ]
    once = FinalSheet.objects.filter(standings__in=[each.standings_id for each in still_open])
    again = set(once.values_list("standings", flat=True))
    pages = {each.pk: Place(each.name, "finish", (each.event.slug, each.slug)) for each in still_open}
    said = _("%(name)s was reopened and is not final again. Finish it first.")
    reopened = [
        Finding(said % {"name": each.name}, [replace(pages[each.pk], words="")])
        for each in still_open
        if each.standings_id in again
    ]
    never = (pages[each.pk] for each in still_open if each.standings_id not in again)
    return reopened, list(_about(_("Not final yet, so results can still change:"), never))


def left_out(event: Event) -> list[Finding]:
    """The sections of which there is nothing to file."""
    found = _about(
        _("Nobody is in these sections, so they are left out:"),
        (Place(each.name, "edit-section", (event.slug, each.slug)) for each in empty_sections(event)),
    )
    return list(found)


def _of_levels(sections: Sequence[FiledSection]) -> Iterator[Finding]:
    levels = proposed_levels([each.section for each in sections])
    said = _("%(name)s is filed as %(filed)s; its grades say %(proposed)s")
    others = (
        (each.section, levels[each.section.pk].level)
        for each in sections
        if each.section.pk in levels and levels[each.section.pk].level != each.section.level
    )
    yield from _about(
        _("Check the scholastic levels:"),
        (
            Place(
                said
                % {
                    "name": section.name,
                    "filed": Section.Levels(section.level).label,
                    "proposed": proposed.label,
                },
                field=field_of(section, "level"),
            )
            for section, proposed in others
        ),
    )


# --- what a director may wonder about ---------------------------------------------------------------


def _notes(filed: FiledSection) -> Iterator[Finding]:
    section, main = filed.section, filed.filed[0].record
    left_out = [filed.entrants[card.number].place for card in filed.chart.cards if not was_paired(card)]
    yield from _about(_("Never paired, and so not in the report:"), left_out)
    if any(number != at for number, at in filed.numbers.items()) and not section.boards:
        yield Finding(_("The report numbers its lines from 1 on. They differ from the wall-chart numbers."))
    if section.boards:
        yield Finding(_("The report has the players of all teams, each with the games on the boards."))
    elif main.type == ROUND_ROBIN:
        yield Finding(_("The report has a column for each opponent, as it does for round robins."))
    elif meet_twice(filed.chart) and main.lines:
        yield Finding(
            _(
                "Players meet twice. The section is filed as a Swiss (type S) with a column for each game."
                " Type 2, the double round robin, is never written: the format does not describe its columns."
            )
        )
    elif filed.chart.format is Format.ROUND_ROBIN and main.lines:
        yield Finding(_("Filed as a Swiss: its columns are the rounds. The ratings are the same."))
    if any(c.opponent_round != c.round for card in filed.chart.cards for c in card.cells):
        yield Finding(_("A game that belongs to two rounds (28M2) is in a column after the last round."))
    if filed.chart.extra:
        yield Finding(_("The extra rated games (28M4) are a section of their own in the report."))
    everybody = list(filed.filed[0].entrants.values())
    listed = by_ids({who.uscf_id for who in everybody if MEMBER_ID.fullmatch(who.uscf_id)})
    yield from _about(
        _("The rating list has another name for the ID. Is it right?"),
        (
            Place(
                f"{who.place.words} ({first_last(listed[who.uscf_id].name)})", who.place.page, who.place.args
            )
            for who in everybody
            if who.uscf_id in listed and not may_be_one(who.name, listed[who.uscf_id].name)
        ),
    )
    again = Counter(who.kin for who in everybody)
    yield from _about(
        _("Entered again (34H), with a line for each entry:"),
        (who.place for who in everybody if again[who.kin] > 1),
    )
    yield from _about(
        _("The state is not two letters, so it is left empty:"),
        (who.place for who in everybody if who.state and not state_of(who)),
    )
    yield from _about(
        _("The name is cut off:"), (who.place for who in everybody if len(name_of(who.name)) > NAME)
    )
    colorless = any(result.opponent and not result.color for line in main.lines for result in line.results)
    if colorless:
        yield Finding(_("The colors of some games are not known. They are filed without."))
    for name in (ascii_of(each.record.name) for each in filed.filed if each.record.lines):
        if len(name) > SECTION_NAME:
            said = _("The name of the section is cut off: %(name)s")
            yield Finding(said % {"name": name[:SECTION_NAME]})
