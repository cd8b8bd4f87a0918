"""Forms of rounds, ties and awards."""

from django.contrib.auth.models import User
from django.urls import reverse

from tests.addresses import at
from tests.factories import EventFactory, enter
from tests.swisssys_file import states
from tiebreaks.engine.chart.wallchart import Kind
from tournaments.formats.programs.reading import read as read_program
from tournaments.models import ExtraGame, Game, Seat, Section
from tournaments.pairing.draft import Draft, DraftBoard
from tournaments.selectors.pairing.typed_boards import typed_round
from tournaments.services import (
    companion,
    decisions,
    drafts,
    extra_games,
    finishing,
    pairings,
)

from .cases import Sent, case, finished, four, played_table, renamed, won


@case("pair-round")
def pair_round(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("pair-round", section, 1),
        {"pairings": "1 2"},
        lambda: pairings.pair(section, 1, "3 4", by=kim),
    )


@case("trade-places")
def trade_places(kim: User) -> Sent:
    section = four(kim)
    pairings.pair(section, 1, "1 2\n3 4", by=kim)
    pairings.publish(section, 1, by=kim)
    first, second = Game.objects.order_by("board")
    return Sent(
        reverse("trade-places", args=[first.pk]),
        {"comes": "4", "leaves": "2", "reason": "They sat so"},
        lambda: pairings.give_white(second, 4, by=kim, reason="They sat so"),
    )


def proposed(kim: User) -> Section:
    """Round 1 of four players, as the rules propose it."""
    section = four(kim)
    drafts.keep(section, 1, drafts.propose(section, 1), by=kim)
    return section


@case("propose-pairing")
def propose_pairing(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("propose-pairing", section, 1),
        {},
        lambda: pairings.give_bye(section, 1, [1], Kind.HALF_BYE, by=kim),
    )


@case("change-pairing")
def change_pairing(kim: User) -> Sent:
    section = proposed(kim)
    return Sent(
        at("change-pairing", section, 1),
        {"do": "swap-0"},
        lambda: drafts.edit(section, 1, Draft((DraftBoard(1, 2),)), by=kim),
    )


@case("publish-pairing")
def publish_pairing(kim: User) -> Sent:
    section = proposed(kim)
    return Sent(
        at("publish-pairing", section, 1),
        {},
        lambda: drafts.edit(section, 1, Draft((DraftBoard(1, 2),)), by=kim),
    )


@case("give-bye")
def give_bye(kim: User) -> Sent:
    section = four(kim)
    return Sent(
        at("give-bye", section, 1),
        {"player": [1], "kind": "H"},
        lambda: pairings.pair(section, 1, "3 4", by=kim),
    )


@case("publish-round")
def publish_round(kim: User) -> Sent:
    section = four(kim)
    pairings.pair(section, 1, "1 2", by=kim)
    fields = {"wrong": typed_round(section, 1).asks}
    return Sent(at("publish-round", section, 1), fields, lambda: pairings.pair(section, 1, "3 4", by=kim))


@case("remove-bye")
def remove_bye(kim: User) -> Sent:
    section = four(kim)
    pairings.pair(section, 1, "1 2\n3 H", by=kim)
    return Sent(reverse("remove-bye", args=[Seat.objects.get(kind="H").pk]))


@case("extra-games")
def add_extra_game(kim: User) -> Sent:
    return Sent(at("extra-games", four(kim)), {"white": 1, "black": 2, "result": "WL"})


@case("remove-extra-game")
def remove_extra_game(kim: User) -> Sent:
    section = four(kim)
    extra_games.add_extra_game(section, 1, 2, Kind.WIN, Kind.LOSS, by=kim)
    return Sent(reverse("remove-extra-game", args=[ExtraGame.objects.get().pk]))


@case("decide-tie")
def decide_tie(kim: User) -> Sent:
    section = finished(kim)
    return Sent(
        at("decide-tie", section),
        {"how": "toss", "place-1": "0", "place-3": "1"},
        renamed(section, 1, kim),
    )


@case("withdraw-decision")
def withdraw_decision(kim: User) -> Sent:
    section = finished(kim)
    row = decisions.record_decision(decisions.PLAYOFF, section, [[1], [3]], by=kim)
    return Sent(at("withdraw-decision", section, row.pk), {}, renamed(section, 1, kim))


@case("freeze-awards")
def freeze(kim: User) -> Sent:
    section = won(kim)
    return Sent(at("freeze-awards", section), {}, renamed(section, 1, kim))


@case("finish-section")
def finish(kim: User) -> Sent:
    section = won(kim)
    return Sent(at("finish-section", section), {}, renamed(section, 1, kim))


@case("reopen-section")
def reopen(kim: User) -> Sent:
    section = won(kim)
    finishing.finish(section, by=kim)

    def meanwhile() -> None:
        finishing.reopen(section, by=kim, reason="A slip was read wrong", stamp="")
        finishing.finish(section, by=kim)

    return Sent(at("reopen-section", section), {"reason": "Board 2 was entered wrong"}, meanwhile)


@case("team-decide-tie")
def decide_tie_of_teams(kim: User) -> Sent:
    table = played_table(kim)
    return Sent(
        at("team-decide-tie", table),
        {"how": "toss", "place-1": "0", "place-2": "1"},
        renamed(table.sections.get(), 1, kim),
    )


@case("team-withdraw-decision")
def withdraw_decision_of_teams(kim: User) -> Sent:
    table = played_table(kim)
    row = decisions.record_decision(decisions.PLAYOFF, table, [[1], [2]], by=kim)
    address = at("team-withdraw-decision", table, row.pk)
    return Sent(address, {}, renamed(table.sections.get(), 1, kim))


@case("team-freeze-awards")
def freeze_of_teams(kim: User) -> Sent:
    table = played_table(kim)
    decisions.record_decision(decisions.PLAYOFF, table, [[1], [2]], by=kim)
    return Sent(at("team-freeze-awards", table), {}, renamed(table.sections.get(), 1, kim))


@case("take-companion")
def take_companion(kim: User) -> Sent:
    """Round 1 came in paired, and now with its results; meanwhile a result is entered here."""
    event = EventFactory.create(by=kim)
    paired, played_there = (read_program(data) for data in states()[1:3])
    companion.take(event, paired, by=kim)
    companion.upload(event, played_there, by=kim)
    board = Game.objects.get(round__section__event=event, board=1)
    address = reverse("take-companion", args=[event.slug])
    return Sent(address, {}, lambda: enter(board, "LW", by=kim))
