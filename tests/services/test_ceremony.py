"""Freezing the awards: when, as what; and exactly who gains and who loses what by a correction afterwards."""

from hashlib import sha256
from typing import Any

import pytest

from tests.factories import a_section, as_it_stands, director_of, enter, games_of, played, undone
from tiebreaks import frozen as frozen_records
from tiebreaks.models import FrozenAwards
from tiebreaks.selectors import players_document
from tournaments.errors import Conflict, Refused
from tournaments.models import Player, Section
from tournaments.selectors.awards.announced import announced
from tournaments.selectors.awards.ceremony import ceremony, held, version_page
from tournaments.services import decisions, prizes
from tournaments.services.ceremony import freeze
from tournaments.text import prizes as words

LINES = "1st place trophy\n1st place $100\n2nd place $50"


@pytest.fixture
def section() -> Section:
    """1 has won both games, 2 and 3 one each and nothing separates them, 4 none."""
    section = a_section(4, 2, order="solkoff")
    played(section, 1, "1 2 WL\n3 4 WL")
    played(section, 2, "1 3 WL\n2 4 WL")
    return announce(section, LINES)


def announce(section: Section, lines: str) -> Section:
    prizes.announce(section, lines, in_this_order=False, by=by(section))
    return as_it_stands(section)


def by(section: Section) -> Any:
    return director_of(section)


def frozen(section: Section) -> FrozenAwards:
    return freeze(section, by=by(section))[0]


def name(section: Section, number: int) -> str:
    return Player.objects.get(section=section, number=number).name


def since(section: Section) -> frozen_records.Differences:
    found = announced(players_document(section.standings_id))
    assert found is not None
    return found.since


def the_upset(section: Section) -> None:
    """The last game was not won by 1 but by 3."""
    enter(games_of(section, 2)[0], "LW")


# --- freezing -----------------------------------------------------------------------------------


def test_what_is_frozen_is_the_document_that_was_seen_with_its_names_and_the_hash_of_its_bytes(
    section: Section,
) -> None:
    row, is_new = freeze(section, by=by(section), stamp=section.stamp)
    assert is_new
    assert (row.number, row.stamp, row.frozen_by) == (1, section.stamp, by(section).get_full_name())
    assert row.sha256 == sha256(row.awards.encode()).hexdigest()
    record = frozen_records.read(row.awards)
    assert frozen_records.write(record) == row.awards
    assert [(award.title, [who.name for who in award.winners]) for award in record.awards] == [
        ("1st place trophy", [name(section, 1)])
    ]
    assert [(paid.winner.number, paid.cents) for paid in record.cash] == [(1, 100_00), (2, 25_00), (3, 25_00)]
    after = as_it_stands(section)
    assert after.version == section.version + 1
    assert after.standings.log.latest("pk").summary == "Awards list 1 frozen"
    assert not since(section)


def test_freezing_again_what_is_the_same_leaves_no_trace(section: Section) -> None:
    first = frozen(section)
    before = as_it_stands(section).version
    assert frozen(section) == first
    assert as_it_stands(section).version == before


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        ("1st–2nd trophies", "Nothing was frozen: 2nd place trophy is undecided"),
        ("1st–3rd trophies", "2nd place trophy and 3rd place trophy are undecided"),
        ("", "No awards are announced"),
    ],
)
def test_a_contested_trophy_is_named_and_nothing_is_frozen(section: Section, lines: str, told: str) -> None:
    before = announce(section, lines)
    with pytest.raises(Refused, match=told):
        frozen(section)
    assert as_it_stands(section).stamp == before.stamp
    assert not FrozenAwards.objects.exists()


def test_a_recorded_playoff_opens_the_way(section: Section) -> None:
    announce(section, "1st–2nd trophies")
    decisions.record_decision(decisions.PLAYOFF, section, [[3], [2]], by=by(section))
    record = frozen_records.read(frozen(section).awards)
    assert [who.number for award in record.awards for who in award.winners] == [1, 3]


def test_nothing_is_frozen_while_a_board_is_out_or_a_round_to_come() -> None:
    section = a_section(4, 2)
    announce(section, LINES)
    played(section, 1, "1 2 WL\n3 4 WL")
    with pytest.raises(Refused, match="1 of 2 rounds are complete"):
        frozen(section)
    assert [tab.number for _of, tab in ceremony(section).waiting] == [2]
    played(section, 2, "1 3 WL\n2 4")
    with pytest.raises(Refused, match="1 of 2 rounds are complete"):
        frozen(section)
    assert [(tab.number, tab.missing) for _of, tab in ceremony(section).waiting] == [(2, 1)]


def test_who_freezes_the_same_after_a_colleague_gets_the_version_that_is_there(section: Section) -> None:
    """Freezing gives the standings a new version, so the second press comes from an older page."""
    first = frozen(section)
    stands = as_it_stands(section).stamp
    assert stands != section.stamp
    assert freeze(section, by=by(section), stamp=section.stamp) == (first, False)
    assert as_it_stands(section).stamp == stands
    the_upset(section)
    with pytest.raises(Conflict, match="Standings or awards changed since"):
        freeze(section, by=by(section), stamp=section.stamp)


def test_nobody_freezes_what_they_have_not_seen(section: Section) -> None:
    the_upset(section)
    with pytest.raises(Conflict, match="Standings or awards changed since"):
        freeze(section, by=by(section), stamp=section.stamp)
    assert not FrozenAwards.objects.exists()


# --- corrected since ----------------------------------------------------------------------------


def test_a_correction_says_exactly_who_gains_and_who_loses_what(section: Section) -> None:
    # Frozen: 1 has the trophy and $100; 2 and 3 share second place's $50. Corrected, 3 is alone in front and
    # 1 shares the $50 with 2, for whom nothing changes.
    first = frozen(section)
    the_upset(section)
    found = since(section)
    one, three = name(section, 1), name(section, 3)
    assert [(m.title, m.lost, m.won, m.undecided) for m in found.awards] == [
        ("1st place trophy", (one,), (three,), False)
    ]
    assert [(p.name, p.gains, p.loses, p.cents, p.money) for p in found.players] == [
        (one, [], ["1st place trophy"], -75_00, "−$75"),
        (three, ["1st place trophy"], [], 75_00, "+$75"),
    ]
    second = frozen(section)
    assert (second.number, not since(section)) == (2, True)
    assert version_page(section, second).differences == found
    assert version_page(section, first).differences is None
    first.refresh_from_db()
    assert [who.name for who in frozen_records.read(first.awards).awards[0].winners] == [one]


def test_without_money_too_another_winner_is_another_version(section: Section) -> None:
    announce(section, "1st place trophy")
    frozen(section)
    the_upset(section)
    assert frozen(section).number == 2


def test_a_correction_that_is_undone_leaves_no_difference_and_no_second_version(section: Section) -> None:
    first = frozen(section)
    the_upset(section)
    assert since(section)
    undone(section, by=by(section))
    assert not since(section)
    assert frozen(section) == first


def test_of_a_medal_for_everybody_at_a_score_only_who_comes_and_goes_is_told(section: Section) -> None:
    announce(section, "½+ points: medal")
    frozen(section)
    enter(games_of(section, 2)[1], "DD")
    won = name(section, 4)
    (medal,) = since(section).awards
    assert (medal.lost, medal.won, medal.shared) == ((), (won,), True)
    assert words.moved(medal) == [f"{medal.title}: now also for <bdi>{won}</bdi>."]


def test_who_cannot_win_a_contested_trophy_any_more_has_lost_it(section: Section) -> None:
    frozen(section)
    enter(games_of(section, 1)[0], "LW")
    the_upset(section)  # 2 and 3 have won both, against equal opposition, and 1 none
    (trophy,) = since(section).awards
    assert (trophy.undecided, sorted(trophy.won)) == (True, sorted(name(section, n) for n in (2, 3)))
    loses = {player.name: player.loses for player in since(section).players}
    assert loses[name(section, 1)] == ["1st place trophy"]


def test_a_trophy_that_a_correction_makes_contested_is_lost_by_nobody_yet(section: Section) -> None:
    frozen(section)
    enter(games_of(section, 1)[0], "LW")
    enter(games_of(section, 2)[1], "LW")  # now each of the four has won one, against equal opposition
    found = since(section)
    everybody = tuple(name(section, number) for number in (1, 2, 3, 4))
    assert [(m.lost, sorted(m.won), m.undecided) for m in found.awards] == [
        (everybody[:1], sorted(everybody), True)
    ]
    assert {p.name: (p.gains, p.loses, p.cents) for p in found.players} == {
        everybody[0]: ([], [], -62_50),
        everybody[1]: ([], [], 12_50),
        everybody[2]: ([], [], 12_50),
        everybody[3]: ([], [], 37_50),
    }
    with pytest.raises(Refused, match="1st place trophy is undecided"):
        frozen(section)


def test_awards_are_compared_by_player_whatever_the_number_and_the_spelling(section: Section) -> None:
    first = frozen(section)
    old = name(section, 1)
    Player.objects.filter(section=section, number=1).update(number=9, name="Ann Alder-Birch")
    announce(section, LINES + "\nTop unrated")
    assert not since(section)
    assert ceremony(section).again
    second = frozen(section)
    assert second.number == first.number + 1
    assert not version_page(section, second).differences
    assert frozen_records.read(first.awards).awards[0].winners[0].name == old
    assert frozen_records.read(second.awards).awards[0].winners[0].name == "Ann Alder-Birch"


def test_an_award_that_is_announced_or_struck_afterwards_is_gained_or_lost(section: Section) -> None:
    frozen(section)
    announce(section, "1st place $100\n2nd place $50\nTop U1860")
    assert [(p.name, p.gains, p.loses) for p in since(section).players] == [
        (name(section, 4), ["Top under 1860"], []),
        (name(section, 1), [], ["1st place trophy"]),
    ]


@pytest.mark.parametrize(
    ("reworded", "cents"),
    [("1st place trophy and $120", 20_00), ("1st place trophy and $100, must be present", 0)],
)
def test_a_trophy_whose_money_or_terms_are_reworded_is_still_the_same_trophy(
    section: Section, reworded: str, cents: int
) -> None:
    announce(section, "1st place trophy and $100\n2nd place $50")
    frozen(section)
    announce(section, f"{reworded}\n2nd place $50")
    assert since(section).awards == []
    assert [(p.name, p.gains, p.loses, p.cents) for p in since(section).players] == (
        [(name(section, 1), [], [], cents)] if cents else []
    )
    the_upset(section)
    one, three = (name(section, number) for number in (1, 3))
    assert [(m.title, m.lost, m.won) for m in since(section).awards] == [
        ("1st place trophy", (one,), (three,))
    ]
    then = held(as_it_stands(section))
    assert {award.line for award in then.record.awards} == then.changed


def test_prizes_that_are_all_struck_do_not_strike_what_was_frozen(section: Section) -> None:
    frozen(section)
    announce(section, "")
    assert [(p.name, p.cents) for p in since(section).players] == [
        (name(section, 1), -100_00),
        (name(section, 2), -25_00),
        (name(section, 3), -25_00),
    ]


def test_a_receipt_names_every_prize_that_the_money_comes_from(section: Section) -> None:
    section = announce(section, "1st place $100\n2nd place $50\nU1960 $40, on top\nUpset $7")
    the_upset(section)
    assert {paid.winner.number: (paid.cents, paid.why) for paid in held(section).record.cash} == {
        1: (25_00, "2nd place $50, shared by 2"),
        2: (25_00, "2nd place $50, shared by 2"),
        3: (147_00, "1st place $100; U1960 $40; Upset $7"),
    }


def test_a_version_from_before_money_named_its_prizes_is_read_and_the_same(section: Section) -> None:
    version = frozen(section)
    version.awards = frozen_records.write(frozen_records.without_reasons(frozen_records.read(version.awards)))
    old = version.awards.replace(',"why":""', "")
    assert '"why"' not in old
    FrozenAwards.objects.filter(pk=version.pk).update(awards=old)
    assert frozen(section).number == 1
    assert not since(section)
