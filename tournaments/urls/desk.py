"""Addresses of the desk: what needs the director, a round's boards, and what is done to them."""

from django.urls import path

from ..views import ceremony, desk, extra_games, matches, prizes, rulings, ties

_SECTION = "<slug:event>/<slug:section>/"
_ROUND = f"{_SECTION}rounds/<int:number>/"
_CEREMONY = f"{_SECTION}ceremony/"
_TABLE = "<slug:event>/teams/<slug:table>/"

urlpatterns = [
    path("", desk.events, name="desk"),
    path("games/<int:game>/result/", desk.enter_result, name="enter-result"),
    path("games/<int:game>/ruling/", rulings.ruling, name="ruling"),
    path("games/<int:game>/swap/", desk.swap, name="swap-colors"),
    path("games/<int:game>/remove/", desk.remove_game, name="remove-pairing"),
    path("games/<int:game>/match/", matches.match, name="match"),
    path("games/<int:game>/match/result/", matches.enter_match, name="enter-match"),
    path("boards/<int:board>/result/", matches.enter_board, name="enter-board"),
    path("boards/<int:board>/ruling/", rulings.board_ruling, name="board-ruling"),
    path("seats/<int:seat>/remove/", desk.remove_seat, name="remove-bye"),
    path("extra-games/<int:game>/remove/", extra_games.remove_extra_game, name="remove-extra-game"),
    path("<slug:event>/", desk.event, name="desk-event"),
    # Before the sections' own: none of them is called "teams".
    path(f"{_TABLE}ties/", ties.ties, name="team-ties"),
    path(f"{_TABLE}ties/decide/", ties.decide_tie, name="team-decide-tie"),
    path(f"{_TABLE}ties/<int:decision>/withdraw/", ties.withdraw_decision, name="team-withdraw-decision"),
    path(f"{_TABLE}ceremony/", ceremony.ceremony, name="team-ceremony"),
    path(f"{_TABLE}ceremony/freeze/", ceremony.freeze, name="team-freeze-awards"),
    path(f"{_TABLE}ceremony/show/", ceremony.show, name="team-ceremony-show"),
    path(f"{_TABLE}ceremony/list/", ceremony.checklist, name="team-checklist"),
    path(f"{_TABLE}ceremony/awards.csv", ceremony.awards_file, name="team-awards-file"),
    path(f"{_TABLE}ceremony/versions/<int:number>/", ceremony.version, name="team-awards-version"),
    path(
        f"{_TABLE}ceremony/versions/<int:number>/<str:file>",
        ceremony.version_file,
        name="team-awards-version-file",
    ),
    path(_SECTION, desk.section, name="desk-section"),
    path(f"{_SECTION}undo/", desk.undo_last, name="undo"),
    path(f"{_SECTION}standings/", desk.standings, name="desk-standings"),
    path(f"{_SECTION}extra-games/", extra_games.extra_games, name="extra-games"),
    path(f"{_SECTION}awards/", prizes.awards, name="awards"),
    path(f"{_SECTION}awards/live/", prizes.awards_live, name="awards-live"),
    path(f"{_SECTION}awards/presence/", prizes.presence, name="presence"),
    path(f"{_SECTION}ties/", ties.ties, name="ties"),
    path(f"{_SECTION}ties/decide/", ties.decide_tie, name="decide-tie"),
    path(f"{_SECTION}ties/<int:decision>/withdraw/", ties.withdraw_decision, name="withdraw-decision"),
    path(_CEREMONY, ceremony.ceremony, name="ceremony"),
    path(f"{_CEREMONY}freeze/", ceremony.freeze, name="freeze-awards"),
    path(f"{_CEREMONY}show/", ceremony.show, name="ceremony-show"),
    path(f"{_CEREMONY}list/", ceremony.checklist, name="checklist"),
    path(f"{_CEREMONY}receipts/", ceremony.receipts, name="receipts"),
    path(f"{_CEREMONY}awards.csv", ceremony.awards_file, name="awards-file"),
    path(f"{_CEREMONY}cash.csv", ceremony.cash_file, name="cash-file"),
    path(f"{_CEREMONY}versions/<int:number>/", ceremony.version, name="awards-version"),
    path(f"{_CEREMONY}versions/<int:number>/<str:file>", ceremony.version_file, name="awards-version-file"),
    path(_ROUND, desk.round, name="desk-round"),
    path(f"{_ROUND}pair/", desk.pair_round, name="pair-round"),
    path(f"{_ROUND}bye/", desk.give_byes, name="give-bye"),
    path(f"{_ROUND}publish/", desk.publish_round, name="publish-round"),
]
