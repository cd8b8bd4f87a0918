"""A section as files: what each format holds of it, what it cannot hold, and the records that are written."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial

from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.chart.wallchart import Card, Wallchart
from tiebreaks.published import PlayersDocument
from tiebreaks.selectors import players_document, teams_document

from ...formats import pairing_csv, pgn, trf, wallchart_csv
from ...formats.names import last_first, title_of
from ...formats.records import RosterEntry, WallchartFile
from ...formats.states import city_and_state
from ...formats.workbooks import Sheet
from ...models import PairingDraft, Player, Round, Section
from ...schools.names import Schools, each_once, schools_of
from ...text import wording
from ..awards.ceremony import sheet
from ..entries.late import late_entries
from ..entries.numbering import rating_averages
from ..pairing.basis import Basis, basis_of
from . import event_workbooks, workbooks
from .game_headers import RoundOfGames, games_of
from .losses import beyond, naming

WALL_CHART, TRF = "wall-chart.csv", "fide.trf"
# A file by name, the words of its link, and how its sheets are made.
Book = tuple[str, str, Callable[[], list[Sheet]]]
_FEDERATION = re.compile("[A-Z]{3}")
# On the page of the second pass alone.
_SECOND_PASS = re.compile(r"second-pass-([0-9]{1,2})\.xlsx")


def round_file(number: int) -> str:
    return f"round-{number}.xlsx"


def second_pass_file(number: int) -> str:
    return f"second-pass-{number}.xlsx"


@dataclass(frozen=True)
class File:
    """A file by its name in the address, and the words of its link."""

    name: str
    words: str


@dataclass(frozen=True)
class Offer:
    """A format for this section. Where something is ``refused``, there is no file."""

    title: str
    holds: str
    files: list[File]
    lacks: Sequence[str]
    refused: Sequence[str]


class Exports:
    """The files of a section, from its document and its roster."""

    def __init__(self, section: Section) -> None:
        self.section, self.event = section, section.event

    @cached_property
    def document(self) -> PlayersDocument:
        return players_document(self.section.standings_id)

    @property
    def chart(self) -> Wallchart:
        return self.document.chart

    @cached_property
    def schools(self) -> Schools:
        return schools_of(self.event.pk)

    @cached_property
    def players(self) -> Mapping[int, Player]:
        rows = Player.objects.filter(section=self.section).order_by("number")
        return {player.number: player for player in rows}

    @cached_property
    def listed(self) -> Mapping[int, str]:
        """Everybody as lists of directors have them, ``Last, First``; a team as it is called."""
        names = {card.number: card.name for card in self.chart.cards}
        names |= {number: player.name for number, player in self.players.items() if number in names}
        return names if self.section.boards else {number: last_first(name) for number, name in names.items()}

    def called(self, numbers: list[int]) -> list[str]:
        return [self.chart.by_number[number].name for number in numbers]

    @property
    def days(self) -> tuple[date | None, date | None]:
        first = self.section.starts_on or self.event.starts_on
        return first, self.section.ends_on or self.event.ends_on or first

    # --- what the page says -----------------------------------------------------------------------

    @cached_property
    def drafts(self) -> list[int]:
        """The rounds that are paired and not published."""
        typed = Round.objects.filter(section=self.section, published_at=None, games__isnull=False)
        paired = PairingDraft.objects.filter(section=self.section).values_list("round", flat=True)
        published = set(self.document.boards)
        return sorted({*typed.values_list("number", flat=True), *paired} - published)

    def offers(self) -> list[Offer]:
        return [self._wall_chart(), self._workbook(), self._trf(), self._pgn()]

    def _wall_chart(self) -> Offer:
        holds, link = self._held_by_the_wall_chart()
        return Offer(
            _("Wall chart (CSV)"),
            holds,
            [File(WALL_CHART, link)],
            [
                *self._not_read_back(),
                *self._not_in_the_chart(),
                *self._not_as_teams(),
                *self._not_of_the_pairing(),
            ],
            [],
        )

    def _held_by_the_wall_chart(self) -> tuple[str, str]:
        """What the wall chart holds, and the words of its link."""
        if self.section.boards:
            holds = _(
                "Every team, every result and bye, withdrawals. Import it into a new section, and the wall"
                " chart is the same. Use Copy setup for the tiebreak order, the pairing options and the"
                " prizes. Matches are renumbered. manage.py pair reads the pairing options and the pairs"
                " who are kept apart."
            )
            return holds, _("Wall chart of the teams")
        holds = _(
            "Every player with the US Chess ID, every result and bye, withdrawals, re-entries,"
            " extra games. Import it into a new section, and the wall chart is the same. Use Copy"
            " setup for the tiebreak order, the pairing options and the prizes. Boards are renumbered."
            " manage.py pair reads the pairing options and the pairs who are kept apart."
        )
        return holds, _("Wall chart with IDs")

    def _workbook(self) -> Offer:
        files = [File("section.xlsx", _("All sheets in one file"))]
        files += [File(name, words) for name, words, _sheets in self._books()]
        return Offer(
            _("Spreadsheet (XLSX)"),
            _(
                "What the pages show, a sheet for each. Points are numbers: 2½ is 2.5. It is for"
                " reading only and can’t be imported again."
            ),
            files,
            list(self._not_as_teams()),
            [],
        )

    def _not_as_teams(self) -> Iterator[str]:
        """Words in place of schools that are no team here."""
        called = self.schools.called
        words = each_once(each.team for each in self.players.values() if each.team and not called(each.team))
        if words:
            said = _(
                "Not teams here, and the file has only the words: {names}. Look at the Schools page there."
            )
            yield naming(said, words)

    def _trf(self) -> Offer:
        found = {what: beyond(what, self.called(n)) for what, n in trf.beyond(self.tournament()).items()}
        refused = [said for what, said in found.items() if what.refused]
        return Offer(
            _("FIDE report (TRF16)"),
            _(
                "Names, US Chess ratings, pairings and results, for programs that read FIDE’s format. It has"
                " no US Chess IDs, schools, grades or birth dates."
            ),
            [] if refused else [File(TRF, _("TRF16 file"))],
            [] if refused else [said for what, said in found.items() if not what.refused],
            refused,
        )

    def _pgn(self) -> Offer:
        rounds = [self._games(number) for number in sorted(self.document.boards)]
        return Offer(
            _("Game headers (PGN)"),
            _(
                "Event, date, round, board, names, ratings and result of each game of a round. No moves. The"
                " Elo tags have US Chess ratings."
            ),
            [
                File(f"round-{each.round}.pgn", _("Round %(number)d") % {"number": each.round})
                for each in rounds
                if each.games
            ],
            [said for each in rounds for said in each.left_out],
            [],
        )

    # --- the wall chart ---------------------------------------------------------------------------

    @cached_property
    def file(self) -> WallchartFile:
        """The whole wall chart, names as they were typed. Visitors stand in opponents' cells. A school has
        the name that team tables give it: read elsewhere, its spellings would be so many teams."""
        entries = tuple(self._entry(card) for card in self.chart.cards if not card.visitor)
        entrants = self.section.entrants
        return WallchartFile(section=self.section.name, chart=self.chart, entries=entries, entrants=entrants)

    @property
    def wall_chart(self) -> str:
        """The text of the file: the wall chart, and how its rounds are paired."""
        request = self.basis.request
        apart = sorted([*request.locks.apart, *request.locks.asked_apart])
        color = pairing_csv.first_color(self.chart) or request.color
        said = pairing_csv.write_directives(request.options, apart, color)
        return said + wallchart_csv.write(self.file)

    @cached_property
    def basis(self) -> Basis:
        """What its next round is paired from."""
        paired = PairingDraft.objects.filter(section=self.section).order_by("round").first()
        return basis_of(self.section, min(self.document.through + 1, self.section.rounds), paired)

    def _entry(self, card: Card) -> RosterEntry:
        player = self.players.get(card.number)
        return RosterEntry(
            number=card.number,
            name=player.name if player else card.name,
            uscf_id=player.uscf_id if player else "",
            rating=card.rating,
            provisional=player.provisional if player else None,
            assigned_rating=player.assigned_rating if player else None,
            team=self.schools.called(card.team) or card.team,
            grade=card.grade,
            state=player.state if player else "",
            house=card.house,
            reentry_of=card.reentry_of,
        )

    def _not_read_back(self) -> Iterator[str]:
        """What an import would refuse, or read as something else: found by reading the file."""
        text = wallchart_csv.write(self.file)
        again = wallchart_csv.read(text)
        for each in again.problems:
            told = wording.problem(each.read, each.expected)
            yield format_html(
                _("An import would refuse line {line}: {problem}"), line=each.line, problem=told
            )
        there, here = (sorted(file.chart.visitors.values()) for file in (again, self.file))
        if not again.problems and (there != here or wallchart_csv.write(again) != text):
            yield _("When read back, the file is different. Please report this.")

    def _not_in_the_chart(self) -> Iterator[str]:
        players = self.players.values()
        alone = sum(
            player.age is not None or player.expires_on is not None or bool(player.marks)
            for player in players
        )
        if alone:
            text = ngettext(
                "The age, membership expiration or marks for prizes of {n} player, which no file has.",
                "The ages, membership expirations or marks for prizes of {n} players, which no file has.",
                alone,
            )
            yield format_html(text, n=alone)
        if fees := sum(player.is_paid for player in players):
            text = ngettext(
                "{n} fee paid. “Roster with IDs” has it.",
                "{n} fees paid. “Roster with IDs” has these.",
                fees,
            )
            yield format_html(text, n=fees)
        if reserved := [player.number for player in players if player.fixed_board]:
            yield naming(_("Reserved boards: {names}."), self.called(reserved))
        if decided := len(self.document.decisions):
            text = ngettext(
                "{n} recorded playoff or coin toss. Record it again there.",
                "{n} recorded playoffs or coin tosses. Record them again there.",
                decided,
            )
            yield format_html(text, n=decided)
        if self.section.boards:
            yield _("The players of the teams and their boards: a match has its result and points.")

    def _not_of_the_pairing(self) -> Iterator[str]:
        """What a round is paired from and no directive says."""
        request = self.basis.request
        if never := len(request.locks.apart):
            text = ngettext(
                "{n} pair who never meet: in the file they are only kept apart if possible.",
                "{n} pairs who never meet: in the file they are only kept apart if possible.",
                never,
            )
            yield format_html(text, n=never)
        if late := late_entries(self.section):
            yield naming(_("Who entered late (28K): {names}."), self.called(sorted(late)))
        if request.options.rule5 == "lot_last_round":
            yield _("The lots of the last round (29E4c).")
        if rating_averages(self.section):
            yield _("The average ratings of the teams without a rating of their own.")

    # --- spreadsheets -----------------------------------------------------------------------------

    def sheets(self, name: str) -> list[Sheet] | None:
        """The sheets of a file; None where there is none of this name."""
        if (of := _SECOND_PASS.fullmatch(name)) and 1 <= int(of[1]) <= self.section.rounds:
            return [event_workbooks.second_pass(self.section, int(of[1]))]
        books = self._books()
        if name == "section.xlsx":
            return [sheet for _name, _words, make in books for sheet in make()]
        return next((make() for each, _words, make in books if each == name), None)

    def _books(self) -> list[Book]:
        document = self.document
        books: list[Book] = [
            ("standings.xlsx", _("Standings"), lambda: [workbooks.standings(document)]),
            *(
                (
                    round_file(number),
                    _("Round %(number)d") % {"number": number},
                    partial(self._round, number),
                )
                for number in sorted(document.boards)
            ),
            ("wall-chart.xlsx", _("Wall chart"), lambda: [workbooks.wall_chart(document)]),
            ("roster.xlsx", _("Roster with IDs"), lambda: workbooks.roster(self.section)),
        ]
        if document.prizes:
            books.append(("prizes.xlsx", _("Trophies and prize money"), lambda: workbooks.awards(document)))
            books.append(("ceremony.xlsx", _("Ceremony"), self._ceremony))
        if document.tables:
            books.append(("teams.xlsx", _("Team tables"), self._tables))
        books.append(("log.xlsx", _("Log"), lambda: [event_workbooks.log_of(self.section)]))
        return books

    def _round(self, number: int) -> list[Sheet]:
        return [workbooks.boards(self.document, number)]

    def _ceremony(self) -> list[Sheet]:
        return [event_workbooks.ceremony([sheet(self.section)])]

    def _tables(self) -> list[Sheet]:
        tables = self.section.team_tables.order_by("pk")
        return [workbooks.of_table(each.name, teams_document(each.standings_id)) for each in tables]

    # --- TRF and PGN ------------------------------------------------------------------------------

    def tournament(self) -> trf.Tournament:
        document, event = self.document, self.event
        first, last = self.days
        return trf.Tournament(
            name=title_of(event.name, self.section.name),
            chart=self.chart,
            names=self.listed,
            score_q=document.reading().score_q,
            ranks={standing.number: standing.rank for standing in document.standings},
            of_teams=document.of_teams,
            city=event.city,
            federation=event.country if _FEDERATION.fullmatch(event.country) else "",
            starts_on=first,
            ends_on=last,
            time_control=self.section.time_control,
        )

    def games(self, number: int) -> str | None:
        """The heads of the games of a round; None where it has none."""
        if not (found := self._games(number)).games:
            return None
        event = self.event
        town = ", ".join(filter(None, city_and_state(event.city, event.state)))
        return pgn.write(
            found.games,
            event=title_of(event.name, self.section.name),
            site=" ".join(filter(None, [town, event.country])),
            day=pgn.played_on(*self.days),
        )

    def _games(self, number: int) -> RoundOfGames:
        return games_of(self.document, self.listed, number)
