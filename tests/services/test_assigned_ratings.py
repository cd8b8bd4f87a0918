"""An assigned rating pairs and numbers; prizes go by the published rating (28D, 28E)."""

import pytest
from django.contrib.auth.models import User

from tests.factories import (
    EventFactory,
    a_section,
    as_it_stands,
    enter,
    games_of,
    paired,
    played,
    three_teams,
)
from tests.services.importing.test_again import asked, take
from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.selectors import players_document
from tournaments.errors import RatingFixed
from tournaments.formats import pasted
from tournaments.formats.records import RosterEntry, RosterFile
from tournaments.formats.registration import read_table
from tournaments.models import Event, LogEntry, PairingDraft, Section
from tournaments.pairing.options import Options
from tournaments.selectors.entries.numbering import differ_from_ratings
from tournaments.selectors.history.edits import with_edits
from tournaments.selectors.pairing.basis import basis, basis_of, draft_of
from tournaments.selectors.pairing.outdated import changed_since
from tournaments.selectors.setup.regrouping import Cut, parts
from tournaments.services import (
    attendance,
    check_in,
    drafts,
    importing,
    orders,
    prizes,
    replaying,
    rosters,
)
from tournaments.services.late_change import change_section
from tournaments.services.numbering import number_by_rating
from tournaments.services.regrouping import make_quads, merge, split
from tournaments.services.undoing import undo_entry

pytestmark = pytest.mark.django_db

# Mia's published rating is plainly wrong, and Kai is known to be strong.
PUBLISHED = {
    "Ann": 1900,
    "Bo": 1700,
    "Cy": 1500,
    "Di": 1300,
    "Ed": 1200,
    "Flo": 1000,
    "Mia": 700,
    "Kai": None,
}
ASSIGNED = {"Mia": 1600, "Kai": 1400}


def of(by: User, ratings: dict[str, int | None], name: str = "Open", event: Event | None = None) -> Section:
    """A section of these players, numbered in the order of the list."""
    section = a_section(0, 5, by=by, name=name, event=event or EventFactory.create(by=by))
    rosters.add_players(section, [RosterEntry(None, n, rating=r) for n, r in ratings.items()], by=by)
    return as_it_stands(section)


def assign(section: Section, *, by: User, ratings: dict[str, int] | None = None) -> Section:
    for name, rating in (ASSIGNED if ratings is None else ratings).items():
        rosters.edit_player(section.players.get(name=name), assigned_rating=rating, by=by)
    return as_it_stands(section)


@pytest.fixture
def section(kim: User) -> Section:
    return assign(of(kim, PUBLISHED), by=kim)


def roster(section: Section) -> list[str]:
    return list(section.players.order_by("number").values_list("name", flat=True))


def assigned(section: Section) -> dict[str, int | None]:
    found = section.players.filter(assigned_rating__isnull=False, withdrawn_after=None)
    return dict(found.values_list("name", "assigned_rating"))


def last(section: Section) -> LogEntry:
    return LogEntry.objects.filter(standings=section.standings_id).latest("pk")


# --- it pairs -----------------------------------------------------------------------------------


def test_entries_are_numbered_by_it(section: Section, kim: User) -> None:
    assert differ_from_ratings(section)
    number_by_rating(section, by=kim)
    assert roster(section) == ["Ann", "Bo", "Mia", "Cy", "Kai", "Di", "Ed", "Flo"]


def paired_by_the_rules(section: Section, kim: User, options: Options) -> list[object]:
    """The boards of three rounds and all that is told of them. Who has the lower number wins but on every
    third board."""
    number_by_rating(section, by=kim)
    orders.post_order(as_it_stands(section), "solkoff", by=kim)
    orders.post_options(as_it_stands(section), options, by=kim)
    found: list[object] = []
    for number in (1, 2, 3):
        drafts.keep(section, number, drafts.propose(section, number, lot="w"), by=kim)
        row = draft_of(section, number)
        assert row is not None
        told = [each[:4] for each in row.reasons]  # without when
        found += [row.boards, row.bye, told, row.bye_reasons]
        drafts.publish(section, number, by=kim)
        for at, game in enumerate(games_of(section, number)):
            white, black = (game.seats.get(side=side).player.number for side in "wb")
            enter(game, "WL" if (white < black) is (at % 3 != 2) else "LW", by=kim)
    return found


@pytest.mark.parametrize(
    ("players", "options"),
    [
        pytest.param(8, Options(), id="the rules"),
        pytest.param(7, Options(), id="with a bye"),
        pytest.param(8, Options(acceleration="added_score"), id="accelerated"),
        pytest.param(8, Options(class_pools="full", class_limits=(1450,)), id="class pools"),
        pytest.param(8, Options(unrated_together=True), id="unrated together"),
    ],
)
def test_a_round_is_paired_as_if_it_were_the_published_one_and_so_is_all_that_is_told(
    kim: User, players: int, options: Options
) -> None:
    """Rank, limits, cuts, who drops and who has the bye: one number, and the reasons tell the same."""
    names = [*PUBLISHED][-players:]
    here = assign(of(kim, {name: PUBLISHED[name] for name in names}), by=kim)
    twin = of(kim, {name: ASSIGNED.get(name, PUBLISHED[name]) for name in names})
    assert paired_by_the_rules(here, kim, options) == paired_by_the_rules(twin, kim, options)


def test_the_bye_is_of_who_has_the_lowest_rating_as_it_pairs(kim: User) -> None:
    section = of(kim, {"Ann": 1900, "Bo": 1500, "Cy": 1400})
    drafts.keep(section, 1, drafts.propose(section, 1, lot="w"), by=kim)
    assert draft_of(section, 1).bye == 3  # type: ignore[union-attr]
    assign(section, by=kim, ratings={"Bo": 800})
    drafts.keep(section, 1, drafts.propose(section, 1, lot="w"), by=kim)
    assert draft_of(section, 1).bye == 2  # type: ignore[union-attr]


def test_of_a_team_it_goes_before_the_average_of_its_boards(kim: User) -> None:
    section = three_teams()
    assert basis(section, 1).request.chart.by_number[3].rating
    assign(section, by=kim, ratings={section.players.get(number=3).name: 2200})
    assert basis(section, 1).request.chart.by_number[3].rating == 2200
    number_by_rating(section, by=kim)
    assert section.players.get(number=1).assigned_rating == 2200


# --- it counts for no prize ---------------------------------------------------------------------


def test_prizes_and_the_published_document_go_by_the_published_rating(kim: User) -> None:
    section = of(kim, PUBLISHED)
    prizes.announce(section, "Top under 1200\nTop unrated", by=kim)
    played(section, 1, "1 7 LW\n2 8 LW\n3 6 WL\n4 5 WL")
    before = players_document(section.standings_id)
    for name, rating in ASSIGNED.items():
        rosters.edit_player(section.players.get(name=name), assigned_rating=rating, reason="strong", by=kim)
    after = players_document(section.standings_id)
    assert [(str(a.prize), a.winners) for a in after.awards.trophies] == [
        ("Top under 1200", (7,)),
        ("Top unrated", (8,)),
    ]
    assert (after.chart, after.standings, after.awards) == (before.chart, before.standings, before.awards)


# --- it stays with the player -------------------------------------------------------------------


def test_it_goes_along_to_another_section_before_round_one_and_after(
    section: Section, event: Event, kim: User
) -> None:
    other = of(kim, {"Jo": 1100}, "Reserve", event=section.event)
    moved = check_in.move(section.players.get(name="Mia"), other, by=kim)
    assert (moved.rating, moved.assigned_rating) == (700, 1600)
    played(section, 1, "1 8 WL\n2 3 WL\n4 5 WL\n6 H")
    made = change_section(section.players.get(name="Kai"), other, by=kim)
    assert (made.rating, made.assigned_rating) == (None, 1400)
    assert basis(as_it_stands(other), 1).request.chart.by_number[made.number].rating == 1400
    assert not replaying.replay(section.event).differences


def test_who_enters_again_has_it_again(section: Section, kim: User) -> None:
    played(section, 1, "1 8 WL\n2 3 WL\n4 5 WL\n6 7 WL")
    again = attendance.re_enter(section.players.get(name="Kai"), 1, {1: Kind.UNPAIRED}, by=kim)
    assert (again.rating, again.assigned_rating) == (None, 1400)


def test_sections_are_merged_split_and_cut_into_quads_by_it(section: Section, kim: User) -> None:
    found = parts(section, Cut("rating", 1400))
    assert [player.name for player in found.upper] == ["Ann", "Bo", "Mia", "Cy", "Kai"]
    assert not found.unrated
    new, _moved = split(section, Cut("rating", 1400), name="Upper", new_is_upper=True, by=kim)
    assert roster(new) == ["Ann", "Bo", "Mia", "Cy", "Kai"]
    merge(section, new, by=kim)
    assert roster(section) == ["Ann", "Bo", "Mia", "Cy", "Kai", "Di", "Ed", "Flo"]
    assert assigned(section) == ASSIGNED
    first, second = make_quads(section, by=kim)
    assert (roster(first), assigned(first)) == (["Ann", "Bo", "Mia", "Cy"], {"Mia": 1600})
    assert (roster(second), assigned(second)) == (["Kai", "Di", "Ed", "Flo"], {"Kai": 1400})


def test_who_visits_another_section_is_paired_there_by_it_too(section: Section, kim: User) -> None:
    other = of(kim, {"Jo": 1100, "Lu": 1000}, "Reserve", event=section.event)
    played(section, 1, "1 2 WL\n7 B")
    paired(other, 1, "1 7@Open", publish=True)
    guest = other.players.get(house=True)
    assert guest.assigned_rating == 1600
    rosters.edit_player(section.players.get(name="Mia"), assigned_rating=1650, reason="again", by=kim)
    guest.refresh_from_db()
    assert (guest.rating, guest.assigned_rating) == (700, 1650)


def test_a_list_with_other_ratings_leaves_it_alone(section: Section, kim: User) -> None:
    text = "name,rating\nMia,720\nKai,950\n"
    take(section, text, differing=asked(section, text).key, take=True)
    assert section.players.get(name="Kai").rating == 950
    assert assigned(section) == ASSIGNED


# --- it comes with a list -------------------------------------------------------------------------


def test_a_list_brings_it_and_numbers_new_players_by_it(kim: User) -> None:
    section = of(kim, {})
    text = "name,rating,assigned rating\nAnn,1500,\nMia,700,1600\nKai,,1400\n"
    file = pasted.read(text, teams=False)
    assert isinstance(file, RosterFile)
    importing.import_roster(section, file, by=kim, by_rating=True)
    assert roster(section) == ["Mia", "Ann", "Kai"]
    assert assigned(section) == ASSIGNED
    assert list(section.players.order_by("number").values_list("rating", flat=True)) == [700, 1500, None]


def test_a_list_changes_it_where_the_director_takes_its_values(section: Section, kim: User) -> None:
    text = "name,rating,Pairing rating\nMia,700,1650\nKai,,\n"
    seen = asked(section, text)
    assert [tuple(each)[2:] for each in seen.differing] == [("assigned rating", "1600", "1650")]
    take(section, text, differing=seen.key, take=True)
    assert assigned(section) == {"Mia": 1650, "Kai": 1400}, "nothing in the column takes nothing away"


def test_once_round_1_is_paired_a_list_that_changes_it_needs_a_reason(section: Section, kim: User) -> None:
    paired(section, 1, "1 2")
    text = "name,TD rating\nMia,1650\n"
    with pytest.raises(RatingFixed):
        take(section, text, differing=asked(section, text).key, take=True)
    assert assigned(section) == ASSIGNED


def test_a_registration_file_brings_it_and_changes_it(section: Section, kim: User) -> None:
    heads = "Name,Rating,Assigned Rating,Section"
    earlier = read_table(f"{heads}\nMia,700,1600,Open")
    importing.register(section.event, importing.plan(section.event, earlier, importing.Choices()), by=kim)
    rows = [heads, "Mia,700,1650,Open", "Zoe,800,1450,Open"]
    made = importing.plan(section.event, read_table("\n".join(rows)), importing.Choices())
    told = {entry.name: entry.said or entry.known for entry in made.entries}
    assert told == {"Mia": ["assigned rating 1600 → 1650"], "Zoe": "800 · 1450 assigned"}
    importing.register(section.event, made, by=kim)
    assert assigned(section) == {"Mia": 1650, "Kai": 1400, "Zoe": 1450}


# --- it is said, and fixed once round 1 is paired -------------------------------------------------


def test_the_log_says_it_and_undoes_it(section: Section, kim: User) -> None:
    [line] = with_edits([last(section)])
    edits = [tuple(edit) for edit in line.edits]  # type: ignore[attr-defined]
    assert edits == [("assigned rating", "–", "1400")]
    undo_entry(section.pk, by=kim, entry_id=last(section).pk)
    assert assigned(section) == {"Mia": 1600}


def test_once_round_1_is_paired_it_changes_with_a_reason(section: Section, kim: User) -> None:
    paired(section, 1, "1 2")
    kai = section.players.get(name="Kai")
    with pytest.raises(RatingFixed, match=r"once round 1 is paired \(28H\).* rating of Kai\."):
        rosters.edit_player(kai, assigned_rating=None, by=kim)
    rosters.edit_player(kai, assigned_rating=1400, team="Elm", by=kim)
    rosters.edit_player(kai, assigned_rating=1500, reason="The coach showed us games", by=kim)
    assert assigned(section)["Kai"] == 1500
    assert last(section).reason == "The coach showed us games"


def drafted(section: Section, kim: User) -> PairingDraft:
    drafts.keep(section, 1, drafts.propose(section, 1, lot="w"), by=kim)
    row = draft_of(section, 1)
    assert row is not None
    return row


def test_a_draft_says_whose_rating_changed_only_where_it_pairs_by_another(
    section: Section, kim: User
) -> None:
    row = drafted(section, kim)
    rosters.edit_player(section.players.get(name="Mia"), rating=710, by=kim)
    section = as_it_stands(section)
    of_draft = basis_of(section, 1, row)
    assert not of_draft.overtook(row)
    assert changed_since(section, of_draft, row) == []
    rosters.edit_player(section.players.get(name="Mia"), assigned_rating=None, by=kim)
    section = as_it_stands(section)
    of_draft = basis_of(section, 1, row)
    assert of_draft.overtook(row)
    assert changed_since(section, of_draft, row) == ["the rating of Mia"]
