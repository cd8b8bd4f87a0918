"""What moves between two documents: the comparison forgets nothing, and is the same in both directions."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st

from tiebreaks import moves
from tiebreaks.moves import Key, Moves, Place, Stand, Winners, between

NAMES: dict[Key, str] = {1: "Ann", 2: "Ben", 3: "Cy", "Elm": "Elm", "Fir": "Fir"}
LINES = ["1st place trophy", "Top under 1800"]

keys = st.sampled_from(sorted(NAMES, key=str))
places = st.builds(Place, st.integers(1, 5), st.booleans(), st.integers(0, 12))
winners = st.builds(Winners, st.lists(keys, unique=True, max_size=3).map(tuple), st.booleans())
values = st.fixed_dictionaries({"solkoff": st.integers(0, 9), "performance": st.just("4750/3")})
stands = st.builds(
    Stand,
    names=st.just(NAMES),
    places=st.dictionaries(keys, places),
    values=st.dictionaries(keys, values),
    trophies=st.dictionaries(st.tuples(st.sampled_from(LINES), st.integers(0, 1)), winners),
    cash=st.dictionaries(keys, st.integers(1, 9999)),
)


def moved_on(stand: Stand, moved: Moves) -> Stand:
    """The stand with everything moved that the moves name."""
    places, trophies, cash = dict(stand.places), dict(stand.trophies), dict(stand.cash)
    for place in moved.places:
        assert places.pop(place.key, None) == place.before
        if place.after is not None:
            places[place.key] = place.after
    for trophy in moved.trophies:
        assert trophies.pop((trophy.line, trophy.nth), Winners()) == trophy.before
        trophies[trophy.line, trophy.nth] = trophy.after
    for money in moved.money:
        assert cash.pop(money.key, 0) == money.before
        if money.after:
            cash[money.key] = money.after
    return replace(stand, places=places, trophies=trophies, cash=cash)


def awarded(stand: Stand) -> tuple[object, ...]:
    """What a stand gives. A trophy that nobody wins is one that is not announced, and its winners have no
    order."""
    won = {line: (set(keys), open) for line, (keys, open) in stand.trophies.items() if keys or open}
    return stand.places, won, stand.cash


@given(stands, stands)
def test_what_moves_makes_the_one_from_the_other(before: Stand, after: Stand) -> None:
    assert awarded(moved_on(before, between(before, after))) == awarded(after)


@given(stands, stands)
def test_back_the_same_moves_with_before_and_after_exchanged(before: Stand, after: Stand) -> None:
    there, back = between(before, after), between(after, before)
    assert {(m.key, m.name, m.before, m.after) for m in there.places} == {
        (m.key, m.name, m.after, m.before) for m in back.places
    }
    assert {(m.line, m.nth, m.before, m.after) for m in there.trophies} == {
        (m.line, m.nth, m.after, m.before) for m in back.trophies
    }
    assert {(m.key, m.before, m.after) for m in there.money} == {
        (m.key, m.after, m.before) for m in back.money
    }
    assert there.cents == back.cents
    assert there.ranks == back.ranks


@given(stands)
def test_nothing_moves_from_a_stand_to_itself(stand: Stand) -> None:
    assert not between(stand, stand)


@given(stands, stands)
def test_what_the_log_keeps_reads_the_same(before: Stand, after: Stand) -> None:
    moved = between(before, after)
    assert moves.read(moved.plain) == moved
    assert moves.read(moved.plain).digest == moved.digest


def test_the_same_winners_in_another_order_move_no_trophy() -> None:
    before = Stand(NAMES, {}, {}, {("Top under 1800", 0): Winners((1, 2, 3))}, {})
    assert not between(before, replace(before, trophies={("Top under 1800", 0): Winners((3, 1, 2))}))


def test_of_a_place_at_the_same_score_the_first_tiebreak_that_differs_is_named() -> None:
    before = Stand(NAMES, {1: Place(1, False, 8)}, {1: {"modified_median": 20, "solkoff": 34}}, {}, {})
    after = replace(
        before, places={1: Place(2, False, 8)}, values={1: {"modified_median": 20, "solkoff": 32}}
    )
    (moved,) = between(before, after).places
    assert moved.tiebreak == ("solkoff", 34, 32)
    scored = replace(after, places={1: Place(2, False, 6)})
    assert between(before, scored).places[0].tiebreak is None


def test_a_score_that_moves_nobody_is_shown_and_not_counted() -> None:
    before = Stand(NAMES, {1: Place(1, False, 8)}, {}, {}, {})
    moved = between(before, replace(before, places={1: Place(1, False, 6)}))
    assert moved.places[0].up is None
    assert moved.ranks == 0
