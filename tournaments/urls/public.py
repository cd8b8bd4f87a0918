"""Addresses that anybody may open: printed as QR codes, kept for years, so they never change."""

from django.urls import path

from tournaments.views import health
from tournaments.views.desk import check_in, slips
from tournaments.views.public import following, robots, sections, teams
from tournaments.views.setup import mirroring

urlpatterns = [
    path("", sections.home, name="home"),
    path("healthz", health.healthz, name="healthz"),
    path("robots.txt", robots.robots, name="robots"),
    # Short, for a small code. Not below e/: a scorer's request must carry her cookie.
    path("b/<slug:event>/<slug:section>/<int:number>/<str:label>/", slips.slip, name="slip"),
    path("c/<slug:event>/<str:name>", check_in.code, name="player-code"),
    # Of halls: no page.
    path("mirror/<slug:event>/", mirroring.take_push, name="take-push"),
    path("following/", following.following, name="following"),
    path("following/away/", following.away, name="away"),
    path("e/<slug:event>/", sections.event, name="event"),
    # Without a slash at its end: a section may be called "live".
    path("e/<slug:event>/live", sections.event_live, name="event-live"),
    path("e/<slug:event>/players.json", following.everybody, name="everybody"),
    # Before the sections' own: none of them is called "screen", "schools" or "teams".
    path("e/<slug:event>/screen/", sections.screen, name="screen"),
    path("e/<slug:event>/screen/live/", sections.screen_live, name="screen-live"),
    path("e/<slug:event>/schools/<path:school>/", following.school, name="school"),
    path("e/<slug:event>/teams/<slug:table>/", teams.standings, name="teams"),
    path("e/<slug:event>/teams/<slug:table>/live/", teams.standings_live, name="teams-live"),
    path("e/<slug:event>/teams/<slug:table>/why/<path:school>/", teams.why, name="team-why"),
    path("e/<slug:event>/teams/<slug:table>/order/", teams.posted_order, name="posted-team-order"),
    path("e/<slug:event>/teams/<slug:table>/awards/<int:number>/", teams.version, name="announced-teams"),
    path("e/<slug:event>/<slug:section>/", sections.standings, name="standings"),
    path("e/<slug:event>/<slug:section>/live/", sections.standings_live, name="standings-live"),
    path("e/<slug:event>/<slug:section>/players/<int:number>/", following.player, name="player"),
    path(
        "e/<slug:event>/<slug:section>/players/<int:number>/live/", following.player_live, name="player-live"
    ),
    path("e/<slug:event>/<slug:section>/players/<int:number>/card/", following.card, name="card"),
    # A child who plays for a team has no page: it is the team's.
    path(
        "e/<slug:event>/<slug:section>/players/<int:number>/members/<path:member>/card/",
        following.card,
        name="member-card",
    ),
    path(
        "e/<slug:event>/<slug:section>/players/<int:number>/members/<path:member>/",
        following.member,
        name="member",
    ),
    path(
        "e/<slug:event>/<slug:section>/players/<int:number>/card.png",
        following.picture,
        name="player-picture",
    ),
    path("e/<slug:event>/<slug:section>/rows/<int:number>/", sections.row, name="row"),
    path("e/<slug:event>/<slug:section>/why/<int:number>/", sections.why, name="why"),
    path(
        "e/<slug:event>/<slug:section>/why/<int:number>/arithmetic/", sections.arithmetic, name="arithmetic"
    ),
    path("e/<slug:event>/<slug:section>/why/<int:number>/tie/", sections.tie, name="tie"),
    path("e/<slug:event>/<slug:section>/rounds/<int:number>/", sections.round, name="round"),
    path("e/<slug:event>/<slug:section>/rounds/<int:number>/live/", sections.round_live, name="round-live"),
    path(
        "e/<slug:event>/<slug:section>/rounds/<int:number>/boards/<int:board>/", sections.board, name="board"
    ),
    path("e/<slug:event>/<slug:section>/rounds/<int:number>/byes/<int:player>/", sections.bye, name="bye"),
    path("e/<slug:event>/<slug:section>/hall/", sections.projector, name="hall"),
    path("e/<slug:event>/<slug:section>/paper/", sections.paper, name="paper"),
    path("e/<slug:event>/<slug:section>/chart/", sections.wall_chart, name="wall-chart"),
    path("e/<slug:event>/<slug:section>/chart.csv", sections.wall_chart_file, name="wall-chart-file"),
    path("e/<slug:event>/<slug:section>/trophies/", sections.trophies, name="trophies"),
    path("e/<slug:event>/<slug:section>/trophies/live/", sections.trophies_live, name="trophies-live"),
    path("e/<slug:event>/<slug:section>/cash/", sections.cash, name="cash"),
    path("e/<slug:event>/<slug:section>/cash/live/", sections.cash_live, name="cash-live"),
    path("e/<slug:event>/<slug:section>/awards/<int:number>/", sections.version, name="announced"),
    path("e/<slug:event>/<slug:section>/final/", sections.trophy_order, name="final"),
    path("e/<slug:event>/<slug:section>/final/<int:number>/", sections.trophy_order, name="final-version"),
    path("e/<slug:event>/<slug:section>/final/<int:number>.json", sections.final_sheet, name="final-sheet"),
    path("e/<slug:event>/<slug:section>/order/", sections.posted_order, name="posted-order"),
]
