"""The posted order: arranged, posted, locked, and changed only with a reason given twice."""

import html

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from tests.factories import UserFactory, a_section, as_it_stands, paired
from tests.markup import unspaced
from tiebreaks.engine.ranking.presets import PRESETS
from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.models import PostedOrder
from tournaments.models import Section

pytestmark = pytest.mark.django_db
DEFAULT = ["modified_median", "solkoff", "cumulative", "opposition_cumulative"]
REASON = "The flyer promised Solkoff first"


@pytest.fixture
def section() -> Section:
    return a_section(4, by=UserFactory.create(username="kim"))


@pytest.fixture
def kim(section: Section) -> Client:
    client = Client()
    client.force_login(User.objects.get(username="kim"))
    return client


@pytest.fixture
def locked(section: Section) -> Section:
    paired(section, 1, "1 2", publish=True)
    return as_it_stands(section)


def at(section: Section) -> str:
    return reverse("order", args=[section.event.slug, section.slug])


def posted(section: Section) -> list[tuple[str, str]]:
    return list(PostedOrder.objects.filter(standings__section=section).values_list("order", "reason"))


def draft(kim: Client, section: Section, **data: object) -> list[str]:
    """The order that the page shows after one button."""
    answer = kim.post(at(section), data)
    assert answer.status_code == 200
    return answer.context["draft"].codes


# --- arranging, without a script ----------------------------------------------------------------------


def test_the_rulebooks_default_is_filled_in_and_every_system_explained(section: Section, kim: Client) -> None:
    answer = kim.get(at(section))
    assert answer.context["draft"].codes == DEFAULT
    assert "Not posted yet" in answer.text
    for system in SYSTEMS.values():
        assert escape(system.name) in answer.text
        assert escape(system.summary) in answer.text
        assert system.rule in answer.text


def test_over_the_board_scorers_first_is_offered_with_every_step_and_can_be_posted(
    section: Section, kim: Client
) -> None:
    for line in kim.get(at(section)).context["draft"].lines():
        assert "otb_first" in [box.variation.code for box in line.boxes]
    kim.post(at(section), {"step": ["solkoff"], "variation": ["solkoff:otb_first"]})
    assert posted(section) == [("solkoff:otb_first", "")]


def test_what_to_know_stands_with_a_system_that_is_in_the_order(section: Section, kim: Client) -> None:
    cautions = [escape(caution) for caution in SYSTEMS["head_to_head"].cautions]
    assert not any(caution in kim.get(at(section)).text for caution in cautions)
    page = kim.post(at(section), {"step": ["solkoff"], "do": "add:head_to_head"}).text
    for caution in cautions:
        assert page.count(caution) == 1
    assert "circle" not in kim.post(at(section), {"step": ["head_to_head"], "do": "remove:head_to_head"}).text


def test_a_round_robin_begins_with_its_own_default(kim: Client) -> None:
    section = a_section(4, by=User.objects.get(username="kim"), format="round robin")
    assert kim.get(at(section)).context["draft"].codes == ["sonneborn_berger", "head_to_head"]


@pytest.mark.parametrize(
    ("button", "order"),
    [
        ("up:solkoff", ["solkoff", "modified_median", "cumulative"]),
        ("up:modified_median", ["modified_median", "solkoff", "cumulative"]),
        ("down:solkoff", ["modified_median", "cumulative", "solkoff"]),
        ("down:cumulative", ["modified_median", "solkoff", "cumulative"]),
        ("remove:solkoff", ["modified_median", "cumulative"]),
        ("add:kashdan", ["modified_median", "solkoff", "cumulative", "kashdan"]),
        ("add:solkoff", ["modified_median", "solkoff", "cumulative"]),
        ("add:nonsense", ["modified_median", "solkoff", "cumulative"]),
        ("show", ["modified_median", "solkoff", "cumulative"]),
        ("preset:rulebook_swiss", DEFAULT),
        ("preset:northwest_elementary", ["solkoff", "cumulative", "opposition_cumulative"]),
        ("preset:nonsense", ["modified_median", "solkoff", "cumulative"]),
    ],
)
def test_a_button_arranges_the_draft_and_posts_nothing(
    section: Section, kim: Client, button: str, order: list[str]
) -> None:
    assert draft(kim, section, step=["modified_median", "solkoff", "cumulative"], do=button) == order
    assert posted(section) == []
    assert as_it_stands(section).version == section.version


def test_what_was_moved_stays_under_the_fingers(section: Section, kim: Client) -> None:
    page = kim.post(at(section), {"step": DEFAULT, "do": "up:cumulative"}).text
    assert 'value="up:cumulative" data-move="up" autofocus' in unspaced(page)
    assert page.count("autofocus") == 1


def test_a_variation_stays_chosen_while_the_order_is_arranged_and_leaves_with_its_system(
    section: Section, kim: Client
) -> None:
    chosen = {"step": DEFAULT, "variation": ["cumulative:omit_last"]}
    moved = kim.post(at(section), chosen | {"do": "up:cumulative"})
    assert 'value="cumulative:omit_last" checked' in moved.text
    removed = kim.post(at(section), chosen | {"do": "remove:cumulative"})
    assert removed.context["draft"].variations == set()


def test_every_preset_is_offered_with_its_order_and_source(section: Section, kim: Client) -> None:
    page = kim.get(at(section)).text
    for preset in PRESETS.values():
        for told in (preset.name, preset.source, preset.note, f"preset:{preset.code}"):
            assert escape(told) in page
    assert "Oregon state 2026" in page


def test_a_preset_brings_its_variations_and_puts_those_chosen_before_aside(
    section: Section, kim: Client
) -> None:
    before = {"step": DEFAULT, "variation": ["cumulative:omit_last"]}
    page = kim.post(at(section), before | {"do": "preset:michigan_2001"})
    assert page.context["draft"].variations == {"cumulative:full_only"}
    assert 'value="up:modified_median" data-move="up" autofocus' in unspaced(page.text)
    assert page.context["draft"].text == PRESETS["michigan_2001"].order
    assert posted(section) == []


def test_every_preset_can_be_posted(section: Section, kim: Client) -> None:
    for preset in PRESETS.values():
        draft = kim.post(at(section), {"do": f"preset:{preset.code}"}).context["draft"]
        kim.post(at(section), {"step": draft.codes, "variation": list(draft.variations)})
        assert posted(section)[-1] == (preset.order, "")


# --- posting ----------------------------------------------------------------------------------------


def test_posting_records_the_order_its_author_and_the_time(section: Section, kim: Client) -> None:
    variations = ["cumulative:omit_last", "cumulative:full_only"]
    answer = kim.post(at(section), {"step": ["cumulative", "solkoff"], "variation": variations})
    assert answer["Location"] == at(section)
    assert posted(section) == [("cumulative:omit_last+full_only,solkoff", "")]
    by = User.objects.get(username="kim").get_full_name()
    assert PostedOrder.objects.get().posted_by == by
    page = kim.get(at(section)).text
    assert f"Posted before round 1 by <bdi>{by}</bdi>, " in page
    assert "The score after the last round is left out." in page


def test_before_play_the_order_is_posted_again_without_a_reason(section: Section, kim: Client) -> None:
    kim.post(at(section), {"step": "solkoff"})
    paired(section, 1, "1 2")  # a draft does not lock
    kim.post(at(section), {"step": "cumulative"})
    assert posted(section) == [("solkoff", ""), ("cumulative", "")]


def test_the_order_that_is_posted_is_not_posted_twice(section: Section, kim: Client) -> None:
    for _time in range(2):
        kim.post(at(section), {"step": DEFAULT})
    assert len(posted(section)) == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"step": ["solkof"]}, "known are modified_median, solkoff"),
        (
            {"step": ["solkoff", "solkoff"]},
            "solkoff is in the order twice. List each system once.",
        ),
        ({}, "at least one tiebreak system. Choose from modified_median, solkoff"),
        ({"step": [""]}, "at least one tiebreak system. Choose from modified_median, solkoff"),
        (
            {"step": ["solkoff"], "variation": ["solkoff:omit_last"]},
            "solkoff has no variation 'omit_last'. Choose from keep_own_zero, no_own_item",
        ),
        ({"step": ["solkoff"], "variation": ["cumulative:omit_last"]}, "cumulative:omit_last belongs to"),
        (
            {
                "step": list(SYSTEMS),
                "variation": [f"{s.code}:{v.code}" for s in SYSTEMS.values() for v in s.variations],
            },
            "too long to be posted",
        ),
    ],
)
def test_an_order_that_cannot_be_is_refused_with_what_is_allowed(
    section: Section, kim: Client, data: dict[str, list[str]], told: str
) -> None:
    answer = kim.post(at(section), data)
    assert answer.status_code == 422
    assert told in html.unescape(answer.text)
    assert answer.context["draft"].codes == DEFAULT
    assert posted(section) == []
    assert as_it_stands(section).version == section.version


# --- locked -------------------------------------------------------------------------------------------


def test_a_direct_post_after_the_lock_without_a_reason_answers_409(locked: Section, kim: Client) -> None:
    for reason in ({}, {"reason": " "}, {"reason": "", "again": ""}):
        answer = kim.post(at(locked), {"step": ["solkoff"], **reason})
        assert answer.status_code == 409
        assert "Play has begun, so the order is locked" in answer.text
        assert answer.context["draft"].codes == ["solkoff"]
    assert posted(locked) == []
    assert as_it_stands(locked).version == locked.version


def test_a_locked_page_says_so_and_asks_for_a_reason(locked: Section, kim: Client) -> None:
    page = kim.get(at(locked)).text
    assert "The order is locked: play has begun." in page
    assert "so the rulebook&#x27;s default holds" in page or "so the rulebook's default holds" in page
    assert 'name="reason"' in page


def test_a_change_after_the_lock_is_confirmed_with_the_reason_a_second_time(
    locked: Section, kim: Client
) -> None:
    asked = kim.post(at(locked), {"step": ["solkoff"], "reason": REASON})
    assert asked.status_code == 200
    assert posted(locked) == []
    assert "Everyone will see this change" in asked.text
    assert "Modified Median" in asked.text  # what holds now
    assert f'value="{REASON}"' in asked.text
    assert 'name="again"' in asked.text

    again = {"step": ["solkoff"], "reason": REASON, "again": f"  {REASON.lower()} "}
    assert kim.post(at(locked), again).status_code == 302
    assert posted(locked) == [("solkoff", REASON)]
    assert REASON in kim.get(at(locked)).text
    assert REASON in kim.get(reverse("section-log", args=[locked.event.slug, locked.slug])).text


@pytest.mark.parametrize("again", ["", "something else"])
def test_a_reason_that_is_not_repeated_changes_nothing(locked: Section, kim: Client, again: str) -> None:
    answer = kim.post(at(locked), {"step": ["solkoff"], "reason": REASON, "again": again})
    assert answer.status_code == 422
    assert "Expected the same words as above." in answer.text
    assert posted(locked) == []


def test_a_reason_too_long_to_keep_is_told_so(locked: Section, kim: Client) -> None:
    answer = kim.post(at(locked), {"step": ["solkoff"], "reason": "x" * 301})
    assert answer.status_code == 422
    assert "at most 300 characters" in answer.text
    assert posted(locked) == []


def test_an_order_that_cannot_be_is_refused_after_the_lock_too(locked: Section, kim: Client) -> None:
    data = {"step": ["solkof"], "reason": REASON, "again": REASON}
    assert kim.post(at(locked), data).status_code == 422
    assert posted(locked) == []


def test_earlier_orders_stay_visible(section: Section, kim: Client) -> None:
    kim.post(at(section), {"step": ["solkoff"]})
    paired(section, 1, "1 2", publish=True)
    kim.post(at(section), {"step": ["kashdan"], "reason": REASON, "again": REASON})
    lines = kim.get(at(section)).context["orders"].history
    assert [str(line.order) for line in lines] == ["kashdan", "solkoff"]
