"""The page of the pairing options, the posted notice that lists them, and what only directors see."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests.addresses import at
from tests.factories import UserFactory, a_section, as_it_stands, paired
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tests.views.forms_of_the_desk import OPTIONS
from tiebreaks.models import PostedOrder
from tournaments.models import KeptApart, Role, Section, Staff
from tournaments.pairing.options import BY_NAME, Options, written
from tournaments.services import apart, drafts, orders, rosters
from tournaments.text.pairing_options import TOLD

REASON = "The flyer promised acceleration"


@pytest.fixture
def section(kim: User) -> Section:
    return a_section(6, by=kim)


def page_of(desk: Client, section: Section) -> Element:
    return visit(desk, at("pairing-options", section))


def test_every_option_is_told_with_its_values_rules_and_what_is_unsure(
    desk: Client, section: Section
) -> None:
    page = page_of(desk, section)
    for told in TOLD.values():
        assert str(told.name) in page
        assert str(told.summary) in page
        if told.unsure:
            assert str(told.unsure) in page
    for value in TOLD["teams"].values.values():
        assert f"{value.words} {value.rule} · {value.status.value}" in page
    form = page.form(at("pairing-options", section))
    assert {name: form.fields[name][0] for name in ("teams", "limits", "plus_limit")} == {
        "teams": BY_NAME["teams"].values[0],
        "limits": "80/200",
        "plus_limit": "2",
    }


def test_options_that_few_events_change_are_folded_away_until_one_differs(
    desk: Client, section: Section
) -> None:
    page = page_of(desk, section)
    folded = {each["name"] for each in page.all("details.options [type=radio]")}
    assert {"teams", "acceleration", "initial_color"}.isdisjoint(folded)
    assert {"odd_gain", "bye_for_color", "rematch_when_impossible"} <= folded
    assert page.texts("details.options summary") == [
        "Colors 6 options, as in the rules",
        "Full-point bye 3 options, as in the rules",
        "Unrated entries and classes 2 options, as in the rules",
        "Special cases 3 options, as in the rules",
    ]
    assert not page.all("details.options[open]")
    page.form(at("pairing-options", section)).send(desk, {"odd_gain": "1", "prefer": "points"})
    [opened] = page_of(desk, section).all("details.options[open]")
    assert opened.one("summary").text == "Colors 6 options, 2 changed"


def test_what_is_wrong_is_told_first_with_the_way_to_its_field_which_is_in_sight(
    desk: Client, section: Section
) -> None:
    answer = read(desk.post(at("pairing-options", section), OPTIONS | {"bye_for_color": "maybe"}))
    told = answer.one("[role=alert]")
    assert told.text.startswith("Nothing was saved. Full-point bye and colors: ")
    # The reader is led to it, wherever the button was.
    assert told.has("autofocus")
    assert told.link("Full-point bye and colors") == "#id_bye_for_color"
    [opened] = answer.all("details.options[open]")
    assert opened.all("#id_bye_for_color")


@pytest.mark.parametrize("pressed", ["keep-apart", "pairing-options"])
def test_pairs_that_are_wrong_are_told_at_the_head_of_the_page_and_at_their_field_which_has_the_focus(
    desk: Client, section: Section, pressed: str
) -> None:
    typed = typed_on(desk, section) | {"never": "1-2", "asked": "7-99"}
    answer = read(desk.post(at(pressed, section), typed))
    [told] = answer.all("[role=alert]")
    assert told.text.startswith("Nothing was saved. Kept apart if possible: “7-99” is not right.")
    assert answer.texts("h1, [role=alert], h2")[1] == told.text
    assert told.link("Kept apart if possible") == "#id_asked"
    field = answer.one("#id_asked")
    assert answer.one(f"#{field['aria-describedby'].split()[-1]}").text.startswith("“7-99” is not right.")
    assert [each["id"] for each in answer.all("[autofocus]")] == ["id_asked"]
    assert not KeptApart.objects.exists()
    assert as_it_stands(section).pairing_options == ""


@pytest.mark.parametrize("pressed", ["keep-apart", "pairing-options"])
@pytest.mark.parametrize(
    ("left_out", "label"), [("never", "Never paired with each other"), ("asked", "Kept apart if possible")]
)
def test_a_form_without_a_field_of_pairs_is_refused_in_words(
    desk: Client, section: Section, pressed: str, left_out: str, label: str
) -> None:
    typed = typed_on(desk, section) | {"never": "1-2", "asked": "1-2"}
    del typed[left_out]
    answer = desk.post(at(pressed, section), typed)
    assert answer.status_code == 422
    assert f"Nothing was saved. The form came without its field “{label}”. Reload the page." in read(answer)
    assert not KeptApart.objects.exists()


def test_pairs_are_not_kept_by_a_form_without_both_fields(desk: Client, section: Section) -> None:
    typed = typed_on(desk, section)
    del typed["never"], typed["asked"]
    assert desk.post(at("keep-apart", section), typed).status_code == 422


def test_the_menu_of_the_section_leads_there(desk: Client, section: Section) -> None:
    assert visit(desk, at("roster", section)).link("Pairing options") == at("pairing-options", section)


def test_options_are_chosen_posted_with_the_order_and_printed(
    desk: Client, client: Client, section: Section
) -> None:
    form = page_of(desk, section).form(at("pairing-options", section))
    answer = read(form.send(desk, {"teams": "plus_two", "acceleration": "added_score"}, follow=True))
    assert "Saved. They are posted with the tiebreak order." in answer
    assert "Teammates" not in visit(client, at("posted-order", section))
    assert "Teammates: avoided as plus-two" in visit(desk, at("order", section))
    desk.post(at("order", section), {"step": ["solkoff"]})
    page = visit(client, at("posted-order", section))
    assert "Teammates: avoided as plus-two, the standard of combined events 28N1" in page
    assert "Acceleration: a point is added for the upper half in rounds 1 and 2 28R1" in page
    assert "Everything else: paired by rules 27 to 29, without variations." in page


def test_the_rules_own_way_is_printed_in_one_sentence(desk: Client, client: Client, section: Section) -> None:
    desk.post(at("pairing-options", section), OPTIONS)
    desk.post(at("order", section), {"step": ["solkoff"]})
    page = visit(client, at("posted-order", section))
    assert "Paired by rules 27 to 29, without variations." in page
    assert "Acceleration" not in page


def test_where_nothing_was_chosen_the_notice_says_nothing_of_the_pairing(
    desk: Client, client: Client, section: Section
) -> None:
    desk.post(at("order", section), {"step": ["solkoff"]})
    assert "27 to 29" not in visit(client, at("posted-order", section))


def test_a_round_robin_has_no_options_of_a_swiss_to_choose_and_pairs_to_keep_apart(
    desk: Client, kim: User
) -> None:
    section = a_section(4, by=kim, format="round robin")
    page = page_of(desk, section)
    assert at("pairing-options", section) not in [form.action for form in page.forms]
    assert "No options were chosen" not in page
    form = page.form(at("keep-apart", section))
    answer = read(form.send(desk, {"asked": "1-2"}, follow=True))
    assert KeptApart.objects.count() == 1, answer.text


def test_a_round_robin_prints_no_options_of_a_swiss(desk: Client, client: Client, kim: User) -> None:
    section = a_section(4, by=kim, format="round robin")
    desk.post(at("pairing-options", section), OPTIONS)
    desk.post(at("order", section), {"step": ["head_to_head"]})
    page = page_of(desk, section)
    assert "A round robin is paired by its table (30A)." in page
    assert "The table for five and six players follows the general formula." in page
    assert "Everything else" not in visit(client, at("posted-order", section))


# --- locked -------------------------------------------------------------------------------------------


@pytest.fixture
def locked(section: Section, kim: User) -> Section:
    orders.post_order(section, "solkoff", by=kim)
    paired(section, 1, "1 2", publish=True)
    return as_it_stands(section)


def test_a_locked_change_needs_a_reason_typed_twice_and_everybody_reads_it(
    desk: Client, client: Client, locked: Section
) -> None:
    assert "Play has begun, so a change needs a reason that everyone can read." in page_of(desk, locked)
    typed = OPTIONS | {"acceleration": "added_score"}
    assert desk.post(at("pairing-options", locked), typed).status_code == 409
    answer = desk.post(at("pairing-options", locked), typed | {"reason": REASON, "again": "Another"})
    assert answer.status_code == 422
    assert "The two reasons differ." in read(answer)
    assert PostedOrder.objects.count() == 1
    assert read(answer).form(at("pairing-options", locked)).fields["acceleration"] == ["added_score"]
    answer = desk.post(
        at("pairing-options", locked), typed | {"reason": REASON, "again": REASON.lower()}, follow=True
    )
    assert "The options are posted." in read(answer)
    page = visit(client, at("posted-order", locked))
    assert REASON in page
    assert "Pairing: Acceleration: a point is added" in page
    assert REASON in visit(desk, at("section-log", locked))


def test_an_assistant_reads_the_options_and_does_not_choose_them(section: Section) -> None:
    helper = UserFactory.create()
    Staff.objects.create(event=section.event, user=helper, role=Role.ASSISTANT)
    page = page_of(signed_in(helper), section)
    assert "Only the chief chooses and posts the options." in page
    assert at("pairing-options", section) not in page.actions
    assert at("keep-apart", section) in page.actions


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"teams": "maybe"}, "“maybe” is not one of the choices."),
        ({"teams": ""}, "Nothing was typed or chosen here."),
        ({"limits": "other", "limits_other": "150/60"}, "Type two limits in points, the lower first"),
        ({"limits": "80/200", "limits_other": "60/150"}, "Choose other limits to use 60/150"),
        ({"plus_limit": "0"}, "Type 1 or more."),
        ({"minus_limit": "many"}, "Type a whole number, such as 4."),
        ({"class_pools": "full"}, "Type ratings, the lowest first: 1400, 1800."),
    ],
)
def test_what_is_no_option_is_told_and_nothing_is_saved(
    desk: Client, section: Section, typed: dict[str, str], said: str
) -> None:
    answer = desk.post(at("pairing-options", section), OPTIONS | typed)
    assert answer.status_code == 422
    assert said in read(answer)
    assert as_it_stands(section).pairing_options == ""


# --- kept apart, and boards ---------------------------------------------------------------------------


def test_pairs_are_typed_by_number_and_shown_by_name_to_directors_alone(
    desk: Client, client: Client, section: Section, kim: User
) -> None:
    desk.post(at("keep-apart", section), typed_on(desk, section) | {"never": "5-2", "asked": "1 6"})
    one, other = (section.players.get(number=number).called for number in (2, 5))
    page = page_of(desk, section)
    assert f"2 {one} – 5 {other}" in page
    assert apart_of(desk, section) == (["2-5"], ["1-6"])
    assert "Not paired with each other" not in visit(client, at("standings", section))


def test_either_button_saves_all_that_was_typed_on_the_page(desk: Client, section: Section) -> None:
    form = page_of(desk, section).form(at("pairing-options", section))
    answer = read(form.send(desk, {"teams": "never", "never": "5-2"}, follow=True))
    assert "Saved. They are posted with the tiebreak order." in answer
    assert "The players kept apart are saved." in answer
    assert as_it_stands(section).pairing_options == written(Options(teams="never"))
    assert apart_of(desk, section) == (["2-5"], [""])

    typed = typed_on(desk, section)
    desk.post(at("keep-apart", section), typed | {"teams": "off", "asked": "1-3"})
    assert as_it_stands(section).pairing_options == written(Options(teams="off"))
    assert apart_of(desk, section) == (["2-5"], ["1-3"])


def test_pairs_alone_choose_no_options(desk: Client, section: Section) -> None:
    typed = typed_on(desk, section)
    desk.post(at("keep-apart", section), typed | {"asked": "1-3"})
    assert apart_of(desk, section) == ([""], ["1-3"])
    assert as_it_stands(section).pairing_options == ""


def test_once_play_has_begun_pairs_need_no_reason_and_a_changed_option_does(
    desk: Client, section: Section, kim: User
) -> None:
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    drafts.publish(section, 1, by=kim)
    for pressed, pair in (("pairing-options", "1-3"), ("keep-apart", "2-4")):
        typed = typed_on(desk, section)
        assert desk.post(at(pressed, section), typed | {"never": pair}).status_code == 302
        assert apart_of(desk, section) == ([pair], [""])

        typed = typed_on(desk, section)
        answer = desk.post(at(pressed, section), typed | {"never": "5-6", "teams": "never"})
        assert answer.status_code == 409
        # Nothing that was typed is lost.
        assert read(answer).form(at("pairing-options", section)).fields["never"] == ["5-6"]
        assert apart_of(desk, section) == ([pair], [""])


def typed_on(desk: Client, section: Section) -> dict[str, object]:
    form = page_of(desk, section).form(at("pairing-options", section))
    return {**form.fields, **form.carried}


def apart_of(desk: Client, section: Section) -> tuple[list[str], list[str]]:
    fields = page_of(desk, section).form(at("pairing-options", section)).fields
    return fields["never"], fields["asked"]


def test_a_wrong_pair_is_told_and_what_was_typed_stays(desk: Client, section: Section) -> None:
    answer = desk.post(at("keep-apart", section), typed_on(desk, section) | {"never": "5-2, 9-1"})
    assert answer.status_code == 422
    page = read(answer)
    assert "“9-1”" in page
    assert page.form(at("pairing-options", section)).fields["never"] == ["5-2, 9-1"]
    assert not KeptApart.objects.exists()


def test_a_reserved_board_is_typed_on_the_players_page_and_marked_on_the_roster(
    desk: Client, client: Client, section: Section, kim: User
) -> None:
    form = visit(desk, at("edit-player", section, 6)).form(at("edit-player", section, 6))
    form.send(desk, {"fixed_board": "1"})
    assert "board 1" in visit(desk, at("roster", section))
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    drafts.publish(section, 1, by=kim)
    six = section.players.get(number=6).called
    assert six in visit(client, at("round", section, 1)).all("tbody tr")[0]
    for page in ("standings", "round"):
        args = (1,) if page == "round" else ()
        assert "reserved" not in visit(client, at(page, section, *args))


@pytest.mark.parametrize("typed", ["0", "-1", "10000", "front", "1.5"])
def test_a_board_that_is_none_is_told(desk: Client, section: Section, typed: str) -> None:
    form = visit(desk, at("edit-player", section, 6)).form(at("edit-player", section, 6))
    answer = form.send(desk, {"fixed_board": typed})
    assert answer.status_code == 422
    assert read(answer).form(at("edit-player", section, 6)).fields["fixed_board"] == [typed]


def test_a_board_that_somebody_has_is_refused_with_the_name(
    desk: Client, section: Section, kim: User
) -> None:
    rosters.edit_player(section.players.get(number=1), by=kim, fixed_board=4)
    form = visit(desk, at("edit-player", section, 6)).form(at("edit-player", section, 6))
    answer = form.send(desk, {"fixed_board": "4"})
    name = section.players.get(number=1).called
    assert f"Board 4 is reserved for {name} already." in read(answer)


def test_the_pairing_page_says_where_two_reserved_boards_meet(
    desk: Client, section: Section, kim: User
) -> None:
    for number, board in ((1, 3), (4, 2)):
        rosters.edit_player(section.players.get(number=number), by=kim, fixed_board=board)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    page = visit(desk, at("pairing", section, 1))
    assert page.texts(".no") == ["1", "2", "3"]
    assert "both have a reserved board: they play on the lower one, 2." in page


def test_the_first_board_is_set_with_the_section_and_on_slips(
    desk: Client, section: Section, kim: User
) -> None:
    form = visit(desk, at("edit-section", section)).form(at("edit-section", section))
    form.send(desk, {"first_board": "21"})
    drafts.keep(section, 1, drafts.propose(as_it_stands(section), 1), by=kim)
    drafts.publish(as_it_stands(section), 1, by=kim)
    slips = visit(desk, at("slips", section, 1))
    assert sorted(slips.texts(".bd")) == [f"Board {board} Round 1" for board in (21, 22, 23)]
    assert "Boards are numbered from 21." in page_of(desk, section)


def test_a_first_board_left_empty_changes_nothing(desk: Client, section: Section) -> None:
    form = visit(desk, at("edit-section", section)).form(at("edit-section", section))
    form.send(desk, {"first_board": "21"})
    visit(desk, at("edit-section", section)).form(at("edit-section", section)).send(desk, {"first_board": ""})
    assert as_it_stands(section).first_board == 21


def test_copying_shows_the_options_and_the_first_board(desk: Client, section: Section, kim: User) -> None:
    orders.post_options(section, Options(teams="never"), by=kim)
    apart.keep_apart(section, "1-2", "", by=kim)
    other = a_section(2, event=section.event, by=kim)
    page = visit(desk, at("copy-from", other, section.pk))
    assert "Teammates: never meet" in page
    desk.post(at("copy-from", other, section.pk), {"parts": ["options", "pairing"]})
    assert as_it_stands(other).pairing_options == written(Options(teams="never"))
    assert not KeptApart.objects.filter(one__section=other).exists()
