"""Addresses of signing in and of setting up: events, sections, rosters, orders."""

from django.urls import path

from ..views import (
    backups,
    copying,
    joining,
    orders,
    pairing_options,
    people,
    players,
    prizes,
    rating_report,
    setup,
    sign_in,
    team_tables,
    undoing,
    visibility,
)

SECTION = "<slug:event>/<slug:section>/"
INVITATION = "<slug:event>/people/invitations/<int:invitation>"
TABLE = "<slug:event>/teams/<slug:table>/"

urlpatterns = [
    path("sign-in/", sign_in.sign_in, name="sign-in"),
    path("sign-out/", sign_in.sign_out, name="sign-out"),
    # Without a slash at its end, no event and no section can be called any of these.
    path("join", joining.join, name="join"),
    path("join/<slug:code>", joining.join_with, name="join-with"),
    path("account", joining.account, name="account"),
    path("account/elsewhere", joining.sign_out_elsewhere, name="sign-out-elsewhere"),
    path("<slug:event>/people", people.people, name="people"),
    path("<slug:event>/people/invite", people.invite, name="invite"),
    path(INVITATION, people.invitation, name="invitation"),
    path(f"{INVITATION}/withdraw", people.withdraw_invitation, name="withdraw-invitation"),
    path("<slug:event>/people/<int:person>/role", people.change_role, name="change-role"),
    path("<slug:event>/people/<int:person>/remove", people.remove_person, name="remove-person"),
    path("events/new/", setup.new_event, name="new-event"),
    path("backup/", backups.backup, name="backup"),
    path("backup/everything/", backups.download_everything, name="download-everything"),
    path("backup/restore/", backups.restore, name="restore"),
    path("backup/copies/", backups.choose_folder, name="choose-folder"),
    path("backup/events/<slug:event>/", backups.download_event, name="download-event"),
    path("<slug:event>/", setup.edit_event, name="edit-event"),
    # Nor any page of an event: they have no slash at the end either.
    path("<slug:event>/visibility", visibility.event_visibility, name="event-visibility"),
    path("<slug:event>/archive", visibility.archive_event, name="archive-event"),
    path("<slug:event>/delete", visibility.delete_event, name="delete-event"),
    path("<slug:event>/rating-report", rating_report.rating_report, name="rating-report"),
    path(
        "<slug:event>/rating-report/<str:file>", rating_report.rating_report_file, name="rating-report-file"
    ),
    path("<slug:event>/sections/arrange", visibility.arrange_sections, name="arrange-sections"),
    path("<slug:event>/sections/copy", copying.copy_sections, name="copy-sections"),
    path("<slug:event>/sections/copy/<int:source>", copying.copy_sections_from, name="copy-sections-from"),
    path("<slug:event>/sections/new/", setup.new_section, name="new-section"),
    # Before the sections' own: none of them is called "teams" or "schools".
    path("<slug:event>/schools/", team_tables.schools, name="schools"),
    path("<slug:event>/teams/new/", team_tables.new_table, name="new-table"),
    path(TABLE, team_tables.edit_table, name="edit-table"),
    path(f"{TABLE}remove/", team_tables.remove_table, name="remove-table"),
    path(f"{TABLE}archive/", visibility.archive, name="team-archive"),
    path(f"{TABLE}order/", orders.team_order, name="team-order"),
    path(SECTION, setup.edit_section, name="edit-section"),
    path(f"{SECTION}copy/", copying.copy_setup, name="copy-setup"),
    path(f"{SECTION}copy/<int:source>/", copying.copy_from, name="copy-from"),
    path(f"{SECTION}visibility/", visibility.visibility, name="visibility"),
    path(f"{SECTION}archive/", visibility.archive, name="archive"),
    path(f"{SECTION}delete/", visibility.delete_section, name="delete-section"),
    path(f"{SECTION}roster/", setup.roster, name="roster"),
    path(f"{SECTION}roster/number/", setup.number_by_rating, name="number-by-rating"),
    path(f"{SECTION}roster/import/", setup.import_roster, name="import-roster"),
    path(f"{SECTION}roster/import/undo/", setup.undo_import, name="undo-import"),
    path(f"{SECTION}roster/add/", players.add_player, name="add-player"),
    path(f"{SECTION}roster/<int:number>/", players.edit_player, name="edit-player"),
    path(f"{SECTION}roster/<int:number>/remove/", players.remove_player, name="remove-player"),
    path(f"{SECTION}roster/<int:number>/byes/", players.request_byes, name="request-byes"),
    path(f"{SECTION}roster/<int:number>/withdraw/", players.withdraw_player, name="withdraw-player"),
    path(f"{SECTION}roster/<int:number>/re-enter/", players.re_enter_player, name="re-enter-player"),
    path(f"{SECTION}roster/<int:number>/players/", players.team_members, name="team-members"),
    path(f"{SECTION}import/", setup.import_wallchart, name="import-wallchart"),
    path(f"{SECTION}order/", orders.order, name="order"),
    path(f"{SECTION}order/columns/", orders.columns, name="columns"),
    path(f"{SECTION}pairing/", pairing_options.pairing_options, name="pairing-options"),
    path(f"{SECTION}pairing/apart/", pairing_options.keep_apart, name="keep-apart"),
    path(f"{SECTION}prizes/", prizes.prizes, name="prizes"),
    path(f"{SECTION}prizes/arrange/", prizes.arrange, name="arrange-prizes"),
    path(f"{SECTION}prizes/terms/", prizes.terms, name="prize-terms"),
    path(f"{SECTION}log/", setup.section_log, name="section-log"),
    path(f"{SECTION}log/<int:entry>/undo/", undoing.undo_entry, name="undo-entry"),
]
