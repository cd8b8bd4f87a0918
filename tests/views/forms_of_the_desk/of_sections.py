"""Forms of a section and of team tables: what they are, their order, their prizes."""

from django.contrib.auth.models import User
from django.urls import reverse

from tests.addresses import at
from tests.factories import EntryFactory, EventFactory, a_section, played
from tournaments.pairing.options import Options
from tournaments.services import (
    apart,
    orders,
    prizes,
    rosters,
    setup,
    teams,
    visibility,
)

from .cases import OPTIONS, TABLE, Sent, a_table, case, finished, four, renamed


@case("visibility")
def section_visibility(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("visibility", section),
        {"do": "hide"},
        lambda: setup.edit_section(section, name="Reserve", rounds=2, format="swiss", games=1, by=kim),
    )


@case("archive")
def archive(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("archive", section),
        {"do": "archive"},
        lambda: visibility.set_hidden(section, True, by=kim),
    )


@case("team-visibility")
def hide_table(kim: User) -> Sent:
    table = a_table(kim)
    return Sent(
        at("team-visibility", table),
        {"do": "publish"},
        lambda: visibility.set_hidden(table, True, by=kim),
    )


@case("team-archive")
def archive_table(kim: User) -> Sent:
    table = a_table(kim)
    return Sent(
        at("team-archive", table),
        {"do": "archive"},
        lambda: visibility.set_hidden(table, True, by=kim),
    )


@case("delete-section")
def delete_section(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("delete-section", section),
        {},
        lambda: rosters.add_players(section, [EntryFactory.create()], by=kim),
    )


@case("copy-from")
def copy_from(kim: User) -> Sent:
    section = four(kim)
    source = a_section(0, 5, by=kim, order="solkoff", place_trophies=2)
    return Sent(
        at("copy-from", section, source.pk),
        {"parts": ["options", "order", "prizes"]},
        lambda: prizes.announce(source, "1st place $50", by=kim),
    )


@case("late-change")
def late_change(kim: User) -> Sent:
    section = four(kim)
    played(section, 1, "1 2 WL\n3 4 WL")
    other = a_section(2, event=section.event)
    return Sent(at("late-change", section, 2, other.pk), {}, renamed(section, 2, kim))


@case("merge-with")
def merge_with(kim: User) -> Sent:
    section = four(kim)
    other = a_section(2, event=section.event)
    return Sent(at("merge-with", section, other.pk), {}, renamed(other, 2, kim))


@case("split-at")
def split_at(kim: User) -> Sent:
    section = a_section(4, by=kim)
    typed = {"name": "Under 1900", "new": "lower", "unrated": "lower"}
    return Sent(at("split-at", section, "rating-1900"), typed, renamed(section, 2, kim))


@case("make-quads")
def make_quads(kim: User) -> Sent:
    section = a_section(8, by=kim)
    return Sent(at("make-quads", section), {"name": "Quad"}, renamed(section, 2, kim))


@case("copy-sections-from")
def copy_sections_from(kim: User) -> Sent:
    event = four(kim).event
    source = a_section(0, 5, by=kim, order="solkoff")
    return Sent(
        reverse("copy-sections-from", args=[event.slug, source.event.pk]),
        {"sections": [source.pk]},
        lambda: prizes.announce(source, "1st place $50", by=kim),
    )


@case("new-section")
def new_section(kim: User) -> Sent:
    event = EventFactory.create(by=kim)
    typed = {"name": "Open", "rounds": 3, "format": "swiss", "games": 1, "place_trophies": 0}
    return Sent(reverse("new-section", args=[event.slug]), typed)


@case("edit-section")
def edit_section(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("edit-section", section),
        {"name": "Reserve", "rounds": 2, "format": "swiss", "games": 1},
        lambda: setup.edit_section(section, name=section.name, rounds=5, format="swiss", games=1, by=kim),
    )


@case("new-table")
def new_table(kim: User) -> Sent:
    section = four(kim)
    return Sent(reverse("new-table", args=[section.event.slug]), TABLE | {"sections": [section.pk]})


@case("edit-table")
def edit_table(kim: User) -> Sent:
    table = a_table(kim)
    sections = list(table.sections.all())
    return Sent(
        at("edit-table", table),
        TABLE | {"sections": [sections[0].pk]},
        lambda: teams.edit_table(table, sections=sections, best=9, by=kim),
    )


@case("remove-table")
def remove_table(kim: User) -> Sent:
    table = a_table(kim)
    sections = list(table.sections.all())
    return Sent(
        at("remove-table", table),
        {},
        lambda: teams.edit_table(table, sections=sections, name="Clubs", by=kim),
    )


@case("schools")
def schools(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        reverse("schools", args=[section.event.slug]),
        {"spelling": ["Elm"], "name": "Elm Street"},
        lambda: teams.name_school(section.event, ["Elm"], name="Elmwood", by=kim),
    )


@case("order")
def order(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("order", section),
        {"step": ["solkoff"]},
        lambda: orders.post_order(section, "kashdan", by=kim),
    )


@case("team-order")
def team_order(kim: User) -> Sent:
    table = a_table(kim)
    order = str(table.default_order)
    return Sent(
        at("team-order", table),
        {"step": ["sum:solkoff"]},
        lambda: orders.post_order(table, order, by=kim),
    )


@case("pairing-options")
def choose_pairing_options(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("pairing-options", section),
        OPTIONS | {"teams": "never"},
        lambda: orders.post_options(section, Options(acceleration="added_score"), by=kim),
    )


@case("keep-apart")
def keep_apart(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("keep-apart", section),
        OPTIONS | {"never": "1-2", "asked": "3-4"},
        lambda: apart.keep_apart(section, "2-4", "", by=kim),
    )


@case("columns")
def columns(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("columns", section),
        {"step": ["kashdan"]},
        lambda: orders.show_columns(section, "most_blacks", by=kim),
    )


@case("prizes")
def announce(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("prizes", section),
        {"text": "1st place trophy"},
        lambda: prizes.announce(section, "1st place $100", by=kim),
    )


@case("flyer")
def flyer(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        reverse("flyer", args=[section.event.slug]),
        {"text": "All sections:\n1st place trophy", "do": "save"},
        lambda: prizes.announce(section, "1st place $100", by=kim),
    )


@case("arrange-prizes")
def arrange(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("arrange-prizes", section),
        {"do": "preset:medals"},
        lambda: prizes.announce(section, "1st place $100", by=kim),
    )


@case("prize-terms")
def terms(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("prize-terms", section),
        {"fund_based_on": "40"},
        lambda: prizes.set_terms(section, fund_based_on=30, by=kim),
    )


@case("presence")
def presence(kim: User) -> Sent:
    section = finished(kim)
    prizes.announce(section, "1st place trophy, must be present", by=kim)
    return Sent(
        at("presence", section),
        {"number": 1, "do": "absent"},
        lambda: prizes.set_absent(section, 3, True, by=kim),
    )


@case("choose-winner")
def choose_winner(kim: User) -> Sent:
    section = finished(kim)
    prizes.announce(section, "Sportsmanship trophy", by=kim)
    return Sent(
        at("choose-winner", section),
        {"prize": "sportsmanship", "number": 1},
        lambda: prizes.choose(section, "sportsmanship", 3, by=kim),
    )
