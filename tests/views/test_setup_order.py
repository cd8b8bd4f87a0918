"""The posted order: arranged, posted, locked, and changed only with a reason given twice."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, paired
from tests.html import read, visit
from tests.sign_in import signed_in
from tiebreaks.engine.ranking.presets import PRESETS
from tiebreaks.engine.systems import SYSTEMS
from tiebreaks.models import PostedOrder
from tournaments.models import Role, Section, Staff

DEFAULT = ["modified_median", "solkoff", "cumulative", "opposition_cumulative"]
REASON = "The flyer promised Solkoff first"


@pytest.fixture
def section(kim: User) -> Section:
    return a_section(4, by=kim)


@pytest.fixture
def locked(section: Section) -> Section:
    paired(section, 1, "1 2", publish=True)
    return as_it_stands(section)


def posted(section: Section) -> list[tuple[str, str]]:
    return list(PostedOrder.objects.filter(standings__section=section).values_list("order", "reason"))


def draft(desk: Client, section: Section, **data: object) -> list[str]:
    """The order that the page shows after one button."""
    answer = desk.post(at("order", section), data)
    assert answer.status_code == 200
    codes: list[str] = answer.context["draft"].codes
    return codes


# --- arranging, without a script ----------------------------------------------------------------------


def test_the_rulebooks_default_is_filled_in_and_every_system_explained(
    section: Section, desk: Client
) -> None:
    answer = desk.get(at("order", section))
    assert answer.context["draft"].codes == DEFAULT
    assert "Not posted yet" in read(answer)
    for system in SYSTEMS.values():
        assert system.name in read(answer)
        assert system.summary in read(answer)
        assert system.rule in read(answer)


def test_over_the_board_scorers_first_is_offered_with_every_step_and_can_be_posted(
    section: Section, desk: Client
) -> None:
    for line in desk.get(at("order", section)).context["draft"].lines():
        assert "otb_first" in [box.variation.code for box in line.boxes]
    desk.post(at("order", section), {"step": ["solkoff"], "variation": ["solkoff:otb_first"]})
    assert posted(section) == [("solkoff:otb_first", "")]


def test_what_to_know_stands_with_a_system_that_is_in_the_order(section: Section, desk: Client) -> None:
    cautions = SYSTEMS["head_to_head"].cautions
    assert not any(caution in visit(desk, at("order", section)) for caution in cautions)
    page = read(desk.post(at("order", section), {"step": ["solkoff"], "do": "add:head_to_head"}))
    for caution in cautions:
        assert page.text.count(caution) == 1
    assert "circle" not in read(
        desk.post(at("order", section), {"step": ["head_to_head"], "do": "remove:head_to_head"})
    )


def test_a_round_robin_begins_with_its_own_default(kim: User, desk: Client) -> None:
    section = a_section(4, by=kim, format="round robin")
    assert desk.get(at("order", section)).context["draft"].codes == ["sonneborn_berger", "head_to_head"]


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
    section: Section, desk: Client, button: str, order: list[str]
) -> None:
    assert draft(desk, section, step=["modified_median", "solkoff", "cumulative"], do=button) == order
    assert posted(section) == []
    assert as_it_stands(section).version == section.version


def test_an_assistant_reads_only_that_the_chief_posts_the_order(section: Section) -> None:
    helper = UserFactory.create()
    Staff.objects.create(event=section.event, user=helper, role=Role.ASSISTANT)
    paired(section, 1, "1 2", publish=True)
    page = visit(signed_in(helper), at("order", section))
    assert "Only the chief posts the order." in page
    assert "so a change needs a reason that everyone can read." in page
    assert "with your name" not in page


def test_what_was_moved_stays_under_the_fingers(section: Section, desk: Client) -> None:
    page = read(desk.post(at("order", section), {"step": DEFAULT, "do": "up:cumulative"}))
    assert page.one("[autofocus]")["value"] == "up:cumulative"


def test_a_variation_stays_chosen_while_the_order_is_arranged_and_leaves_with_its_system(
    section: Section, desk: Client
) -> None:
    chosen = {"step": DEFAULT, "variation": ["cumulative:omit_last"]}
    moved = desk.post(at("order", section), chosen | {"do": "up:cumulative"})
    assert "cumulative:omit_last" in read(moved).form(at("order", section), "step").fields["variation"]
    removed = desk.post(at("order", section), chosen | {"do": "remove:cumulative"})
    assert removed.context["draft"].variations == set()


def test_every_preset_is_offered_with_its_order_and_source(section: Section, desk: Client) -> None:
    page = visit(desk, at("order", section))
    for preset in PRESETS.values():
        for told in (preset.name, preset.source, preset.note):
            assert told in page
        assert page.one(f"button[value='preset:{preset.code}']")
    assert "Oregon state 2026" in page


def test_a_preset_brings_its_variations_and_puts_those_chosen_before_aside(
    section: Section, desk: Client
) -> None:
    before = {"step": DEFAULT, "variation": ["cumulative:omit_last"]}
    page = desk.post(at("order", section), before | {"do": "preset:michigan_2001"})
    assert page.context["draft"].variations == {"cumulative:full_only"}
    assert read(page).one("[autofocus]")["value"] == "up:modified_median"
    assert page.context["draft"].text == PRESETS["michigan_2001"].order
    assert posted(section) == []


def test_every_preset_can_be_posted(section: Section, desk: Client) -> None:
    for preset in PRESETS.values():
        draft = desk.post(at("order", section), {"do": f"preset:{preset.code}"}).context["draft"]
        desk.post(at("order", section), {"step": draft.codes, "variation": list(draft.variations)})
        assert posted(section)[-1] == (preset.order, "")


# --- posting ----------------------------------------------------------------------------------------


def test_posting_records_the_order_its_author_and_the_time(kim: User, section: Section, desk: Client) -> None:
    variations = ["cumulative:omit_last", "cumulative:full_only"]
    answer = desk.post(at("order", section), {"step": ["cumulative", "solkoff"], "variation": variations})
    assert answer["Location"] == at("order", section)
    assert posted(section) == [("cumulative:omit_last+full_only,solkoff", "")]
    by = kim.get_full_name()
    assert PostedOrder.objects.get().posted_by == by
    page = visit(desk, at("order", section))
    assert f"Posted before round 1 by {by}, " in page
    assert "The score after the last round is left out." in page


def test_before_play_the_order_is_posted_again_without_a_reason(section: Section, desk: Client) -> None:
    desk.post(at("order", section), {"step": "solkoff"})
    paired(section, 1, "1 2")  # a draft does not lock
    desk.post(at("order", section), {"step": "cumulative"})
    assert posted(section) == [("solkoff", ""), ("cumulative", "")]


def test_the_order_that_is_posted_is_not_posted_twice(section: Section, desk: Client) -> None:
    for _time in range(2):
        desk.post(at("order", section), {"step": DEFAULT})
    assert len(posted(section)) == 1


@pytest.mark.parametrize(
    ("data", "told"),
    [
        ({"step": ["solkof"]}, "Choose from modified_median, solkoff"),
        (
            {"step": ["solkoff", "solkoff"]},
            "solkoff is in the order twice. List each system once.",
        ),
        ({}, "at least one tiebreak system."),
        ({"step": [""]}, "at least one tiebreak system."),
        (
            {"step": ["solkoff"], "variation": ["solkoff:omit_last"]},
            "solkoff has no variation 'omit_last'. Choose from keep_own_zero, no_own_item",
        ),
        ({"step": ["solkoff"], "variation": ["cumulative:omit_last"]}, "“cumulative:omit_last” belongs to"),
        (
            {
                "step": list(SYSTEMS),
                "variation": [f"{s.code}:{v.code}" for s in SYSTEMS.values() for v in s.variations],
            },
            "This order is too long",
        ),
    ],
)
def test_an_order_that_cannot_be_is_refused_with_what_is_allowed(
    section: Section, desk: Client, data: dict[str, list[str]], told: str
) -> None:
    answer = desk.post(at("order", section), data)
    assert answer.status_code == 422
    assert told in read(answer)
    assert answer.context["draft"].codes == DEFAULT
    assert posted(section) == []
    assert as_it_stands(section).version == section.version


# --- locked -------------------------------------------------------------------------------------------


def test_a_direct_post_after_the_lock_without_a_reason_answers_409(locked: Section, desk: Client) -> None:
    for reason in ({}, {"reason": " "}, {"reason": "", "again": ""}):
        answer = desk.post(at("order", locked), {"step": ["solkoff"], **reason})
        assert answer.status_code == 409
        assert "Play has begun, so a change needs a reason that everyone can read" in read(answer)
        assert answer.context["draft"].codes == ["solkoff"]
    assert posted(locked) == []
    assert as_it_stands(locked).version == locked.version


def test_a_locked_page_says_so_and_asks_for_a_reason(locked: Section, desk: Client) -> None:
    page = visit(desk, at("order", locked))
    assert "Play has begun, so a change needs a reason that everyone can read." in page
    assert "The rulebook's default applies" in page
    assert "reason" in page.form(at("order", locked), "step").names


def test_a_change_after_the_lock_is_confirmed_with_the_reason_a_second_time(
    locked: Section, desk: Client
) -> None:
    asked = desk.post(at("order", locked), {"step": ["solkoff"], "reason": REASON})
    assert asked.status_code == 200
    assert posted(locked) == []
    assert "Everyone will see this change" in read(asked)
    assert "Modified Median" in read(asked)  # what holds now
    form = read(asked).form(at("order", locked), "again")
    assert form.fields["reason"] == [REASON]
    assert form.send(desk, {"again": f"  {REASON.lower()} "}).status_code == 302
    assert posted(locked) == [("solkoff", REASON)]
    assert REASON in visit(desk, at("order", locked))
    assert REASON in visit(desk, at("section-log", locked))


@pytest.mark.parametrize(
    ("again", "said"),
    [
        ("", "Type the same reason here too."),
        ("something else", "The two reasons differ. Type the same reason again."),
    ],
)
def test_a_reason_that_is_not_repeated_changes_nothing(
    locked: Section, desk: Client, again: str, said: str
) -> None:
    answer = desk.post(at("order", locked), {"step": ["solkoff"], "reason": REASON, "again": again})
    assert answer.status_code == 422
    assert said in read(answer)
    assert posted(locked) == []


def test_a_reason_too_long_to_keep_is_told_so(locked: Section, desk: Client) -> None:
    answer = desk.post(at("order", locked), {"step": ["solkoff"], "reason": "x" * 301})
    assert answer.status_code == 422
    assert "At most 300 characters fit here." in read(answer)
    assert posted(locked) == []


def test_an_order_that_cannot_be_is_refused_after_the_lock_too(locked: Section, desk: Client) -> None:
    data = {"step": ["solkof"], "reason": REASON, "again": REASON}
    assert desk.post(at("order", locked), data).status_code == 422
    assert posted(locked) == []


def test_earlier_orders_stay_visible(section: Section, desk: Client) -> None:
    desk.post(at("order", section), {"step": ["solkoff"]})
    paired(section, 1, "1 2", publish=True)
    desk.post(at("order", section), {"step": ["kashdan"], "reason": REASON, "again": REASON})
    lines = desk.get(at("order", section)).context["orders"].history
    assert [str(line.order) for line in lines] == ["kashdan", "solkoff"]


# --- posted with a wall chart -------------------------------------------------------------------------


@pytest.mark.parametrize(("cells", "is_locked"), [("W2w\n2,Bo,1400,L1b", True), ("H\n2,Bo,1400,", False)])
def test_an_imported_wall_chart_locks_the_order_if_it_has_pairings(
    desk: Client, kim: User, cells: str, is_locked: bool
) -> None:
    section = a_section(0, by=kim)
    page = visit(desk, at("import-wallchart", section))
    assert "If the chart has pairings, play has begun: a later change of the order needs a reason" in page
    text = f"number,name,rating,r1\n1,Ann,1500,{cells}\n"
    form = page.form(at("import-wallchart", section))
    assert form.send(desk, {"text": text, "step": "solkoff"}).status_code == 302
    order = visit(desk, at("order", section)).form(at("order", section), "step")
    assert ("reason" in order.names) is is_locked
