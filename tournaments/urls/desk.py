"""Addresses of the desk: what needs the director, a round's boards, and what is done to them."""

from django.urls import URLPattern, path

from ..views import health
from ..views.desk import (
    ceremony,
    check_in,
    corrections,
    extra_games,
    finishing,
    hall_screen,
    home,
    matches,
    pairing,
    posted_boards,
    printing,
    rounds,
    rulings,
    seating,
    ties,
    undo_last,
    verifying,
    what_if,
)
from ..views.setup import exporting, prizes

_SECTION = "<slug:event>/<slug:section>/"
_ROUND = f"{_SECTION}rounds/<int:number>/"


def _of_owner(at: str, prefix: str) -> list[URLPattern]:
    """Ties and ceremony, which a section and a table of teams both have."""
    versions = f"{at}ceremony/versions/<int:number>/"
    return [
        path(f"{at}ties/", ties.ties, name=f"{prefix}ties"),
        path(f"{at}ties/decide/", ties.decide_tie, name=f"{prefix}decide-tie"),
        path(f"{at}ties/toss/", ties.toss, name=f"{prefix}toss"),
        path(f"{at}ties/<int:decision>/withdraw/", ties.withdraw_decision, name=f"{prefix}withdraw-decision"),
        path(f"{at}ceremony/", ceremony.ceremony, name=f"{prefix}ceremony"),
        path(f"{at}ceremony/freeze/", ceremony.freeze, name=f"{prefix}freeze-awards"),
        path(f"{at}ceremony/show/", ceremony.show, name=f"{prefix}ceremony-show"),
        path(f"{at}ceremony/list/", ceremony.checklist, name=f"{prefix}checklist"),
        path(f"{at}ceremony/awards.csv", ceremony.file, {"file": "awards.csv"}, name=f"{prefix}awards-file"),
        path(versions, ceremony.version, name=f"{prefix}awards-version"),
        path(f"{versions}<str:file>", ceremony.version_file, name=f"{prefix}awards-version-file"),
    ]


urlpatterns = [
    path("", home.events, name="desk"),
    # Without a slash at its end no event can be called this.
    path("status", health.status_line, name="status-line"),
    path("games/<int:game>/result/", rounds.enter_result, name="enter-result"),
    path("games/<int:game>/what-if/", what_if.what_if, name="what-if"),
    path("games/<int:game>/ruling/", rulings.ruling, name="ruling"),
    path("games/<int:game>/swap/", posted_boards.swap, name="swap-colors"),
    path("games/<int:game>/no-show/", rounds.no_show, name="no-show"),
    path("games/<int:game>/pairing/", posted_boards.page, name="correct-pairing"),
    path("games/<int:game>/trade/", posted_boards.trade, name="trade-places"),
    path("games/<int:game>/remove/", posted_boards.remove, name="remove-pairing"),
    path("games/<int:game>/match/", matches.match, name="match"),
    path("games/<int:game>/match/result/", matches.enter_match, name="enter-match"),
    path("games/<int:game>/verify/", verifying.verify_result, name="verify-result"),
    path("boards/<int:board>/verify/", verifying.verify_board, name="verify-board"),
    path("boards/<int:board>/result/", matches.enter_board, name="enter-board"),
    path("boards/<int:board>/ruling/", rulings.board_ruling, name="board-ruling"),
    path("seats/<int:seat>/remove/", seating.remove_seat, name="remove-bye"),
    path("extra-games/<int:game>/remove/", extra_games.remove_extra_game, name="remove-extra-game"),
    path("<slug:event>/", home.event, name="desk-event"),
    # Without a slash at their ends: a section may be called "ceremony".
    path("<slug:event>/check-in", check_in.check_in, name="check-in"),
    path("<slug:event>/check-in/live", check_in.live, name="check-in-live"),
    path("<slug:event>/check-in/mark", check_in.mark, name="mark-check-in"),
    path("<slug:event>/check-in/paid", check_in.mark_paid, name="mark-paid"),
    path("<slug:event>/check-in/seat", check_in.seat_latecomer, name="seat-latecomer"),
    path("<slug:event>/check-in/walk-in", check_in.walk_in, name="walk-in"),
    path("<slug:event>/check-in/list", check_in.on_paper, name="check-in-list"),
    path("<slug:event>/check-in/codes", check_in.codes, name="check-in-codes"),
    path("<slug:event>/check-in/no-shows", check_in.no_shows, name="no-shows"),
    path("<slug:event>/check-in/players/<int:player>", check_in.change_section, name="change-section"),
    path("<slug:event>/check-in/players/<int:player>/payment", check_in.payment, name="payment"),
    path("<slug:event>/check-in/players/<int:player>/school", check_in.write_school, name="write-school"),
    path("<slug:event>/ceremony", ceremony.event_ceremony, name="event-ceremony"),
    path("<slug:event>/ceremony/show", ceremony.event_show, name="event-ceremony-show"),
    path("<slug:event>/ceremony/list", ceremony.event_checklist, name="event-checklist"),
    path("<slug:event>/export/<str:file>", exporting.event_file, name="event-file"),
    path("<slug:event>/screen", hall_screen.event_screen, name="event-screen"),
    # Before the sections' own: none of them is called "teams".
    *_of_owner("<slug:event>/teams/<slug:table>/", "team-"),
    path(_SECTION, rounds.section, name="desk-section"),
    path(f"{_SECTION}corrections/<int:entry>/", corrections.saved, name="correction"),
    path(f"{_SECTION}undo/", undo_last.undo_last, name="undo"),
    path(f"{_SECTION}undo/correction/", undo_last.undo_sheet, name="undo-sheet"),
    path(f"{_SECTION}print/", printing.pages, name="print"),
    path(f"{_SECTION}export/", exporting.export, name="export"),
    path(f"{_SECTION}export/<str:file>", exporting.export_file, name="export-file"),
    path(f"{_SECTION}standings/", rounds.standings, name="desk-standings"),
    path(f"{_SECTION}extra-games/", extra_games.extra_games, name="extra-games"),
    path(f"{_SECTION}awards/", prizes.awards, name="awards"),
    path(f"{_SECTION}awards/live/", prizes.awards_live, name="awards-live"),
    path(f"{_SECTION}awards/presence/", prizes.presence, name="presence"),
    path(f"{_SECTION}awards/choice/", prizes.choose, name="choose-winner"),
    path(f"{_SECTION}finish/", finishing.finish, name="finish"),
    path(f"{_SECTION}finish/final/", finishing.finish_section, name="finish-section"),
    path(f"{_SECTION}finish/reopen/", finishing.reopen_section, name="reopen-section"),
    *_of_owner(_SECTION, ""),
    path(f"{_SECTION}ceremony/receipts/", ceremony.receipts, name="receipts"),
    path(f"{_SECTION}ceremony/cash.csv", ceremony.file, {"file": "cash.csv"}, name="cash-file"),
    path(_ROUND, rounds.round, name="desk-round"),
    path(f"{_ROUND}verify/", verifying.verify, name="verify"),
    path(f"{_ROUND}slips/", printing.slips, name="slips"),
    path(f"{_ROUND}names/", printing.by_name, name="pairings-by-name"),
    path(f"{_ROUND}wall/", printing.by_board, name="pairings-by-board"),
    path(f"{_ROUND}pair/", seating.pair_round, name="pair-round"),
    path(f"{_ROUND}pairing/", pairing.pairing, name="pairing"),
    path(f"{_ROUND}pairing/propose/", pairing.propose, name="propose-pairing"),
    path(f"{_ROUND}pairing/change/", pairing.change, name="change-pairing"),
    path(f"{_ROUND}pairing/publish/", pairing.publish, name="publish-pairing"),
    path(f"{_ROUND}bye/", seating.give_byes, name="give-bye"),
    path(f"{_ROUND}publish/", seating.publish_round, name="publish-round"),
]
