"""Sections of teams through their pages: a whole event by the forms, who may do what, what everybody sees."""

import re
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.addresses import at
from tests.cases import MATCHES, case, expected, path
from tests.director import Director
from tests.engine.test_odd_events import told
from tests.factories import EventFactory, a_section, as_it_stands, games_of, paired, play_match
from tests.html import Element, read, visit
from tests.sign_in import signed_in
from tiebreaks.engine.chart.wallchart import Cell, Kind
from tiebreaks.selectors import players_document
from tournaments.errors import Conflict, Refused
from tournaments.formats import team_roster, wallchart_csv
from tournaments.formats.records import WallchartFile
from tournaments.formats.standings_json import rows
from tournaments.models import Event, Game, MatchBoard, Player, Section, TeamMember
from tournaments.selectors.pairing.basis import basis
from tournaments.services import drafts, importing, matches, pairings, prizes, rosters
from tournaments.services.rebuilding import check

HTMX = {"HX-Request": "true", "HX-Current-URL": "http://testserver/desk/here/"}
LISTS = "\n".join(
    f"{team},{n},{team} {n},,{1900 - 100 * n}" for team in ("Alder", "Birch") for n in range(1, 6)
)


@pytest.fixture
def section(kim: User) -> Section:
    """Alder and Birch on four boards with an alternate each, paired and published."""
    section = a_section(players=0, rounds=2, boards=4, by=kim, order="game_points,us_amateur")
    importing.import_team_rosters(section, team_roster.read(LISTS), by=kim)
    paired(section, 1, "1 2", publish=True)
    return as_it_stands(section)


@pytest.fixture
def match(section: Section) -> Game:
    return games_of(section, 1)[0]


def board(game: Game, number: int) -> MatchBoard:
    return MatchBoard.objects.get(game=game, board=number)


def send(client: Client, row: MatchBoard, result: str, **more: Any) -> Any:
    """Enter a board as the desk's script does."""
    fields = {"result": result, "revision": row.revision, **more}
    return client.post(reverse("enter-board", args=[row.pk]), fields, headers=HTMX)


def play(game: Game, *results: str) -> None:
    for number, result in enumerate(results, 1):
        row = MatchBoard.objects.select_related("game__round__section").get(game=game, board=number)
        by = game.round.section.event.staff.get().user
        matches.record_board(row, result, revision=row.revision, by=by)


# --- a whole event, from an event that does not exist yet --------------------------------------------


class TeamDirector(Director):
    """Enters matches by their boards: any results that give the points of the chart."""

    def make_teams(self, file: WallchartFile, boards: int) -> Section:
        fields = {"name": file.section, "rounds": file.chart.rounds, "format": "swiss", "games": 1}
        fields |= {"boards": boards, "by_game_points": file.chart.by_game_points, "place_trophies": 0}
        self.send("new-section", [self.event.slug], **fields)
        section = self.event.sections.get(name=file.section)
        names = [(entry.name, n) for entry in file.entries for n in range(1, boards + 2)]
        text = "\n".join(f"{team},{n},{team} {n},,{2000 - n}" for team, n in names)
        self.send("import-roster", self.at(section), text=f"team,board,name,id,rating\n{text}")
        return section

    def enter_teams(self, file: WallchartFile, boards: int) -> Section:
        section = self.make_teams(file, boards)
        for number in range(1, file.chart.rounds + 1):
            self.play(section, file.chart, number)
        return section

    def enter_result(self, game: Game, mine: Cell, theirs: Cell) -> None:
        if mine.kind.forfeit:
            result = mine.kind.letter + theirs.kind.letter
            self.send("enter-match", [game.pk], result=result, revision=game.revision)
            return
        home_q, away_q = mine.board_points_q or 0, theirs.board_points_q or 0
        for row in game.match_boards.all():
            result = "WL" if home_q >= 4 else "DD" if home_q and away_q else "LW" if away_q else "FF"
            home_q -= Kind.of(result[0]).points_q
            away_q -= Kind.of(result[1]).points_q
            self.send("enter-board", [row.pk], result=result, revision=row.revision)


@pytest.mark.parametrize("name", MATCHES)
def test_an_event_of_teams_entered_by_hand_is_the_one_in_the_file(name: str) -> None:
    file = case(name)
    director = TeamDirector()
    section = as_it_stands(director.enter_teams(file, boards=4))
    body = players_document(section.standings_id)
    assert told(rows(body.ranking())) == expected(name)
    director.publish()
    exported = director.client.get(reverse("wall-chart-file", args=director.at(section))).content
    assert wallchart_csv.read(exported).chart == wallchart_csv.read(path(name).read_bytes()).chart
    assert not check(Section, section.pk).difference


# --- the desk ---------------------------------------------------------------------------------------


def test_a_board_is_entered_by_a_script_and_answered_with_its_match(desk: Client, match: Game) -> None:
    answer = send(desk, board(match, 2), "DD")
    assert answer.status_code == 200
    assert [row["id"] for row in read(answer).all("tr")] == [
        f"board-{board(match, 2).pk}",
        f"game-{match.pk}",
    ]
    assert "½–½" in read(answer)
    assert read(answer).one("#counters")


def test_a_board_is_entered_by_a_plain_form_and_found_again(desk: Client, match: Game) -> None:
    row = board(match, 1)
    answer = desk.post(reverse("enter-board", args=[row.pk]), {"result": "WL", "revision": 0})
    assert answer.status_code == 302
    assert answer.headers["Location"].endswith(f"/rounds/1/#board-{row.pk}")


def test_a_stale_screen_is_asked_about_the_board_with_and_without_a_script(desk: Client, match: Game) -> None:
    play(match, "WL")
    row = board(match, 1)
    clash = send(desk, row, "LW", revision=0)
    assert clash.status_code == 409
    assert "Replace with 0–1" in read(clash)
    plain = desk.post(reverse("enter-board", args=[row.pk]), {"result": "LW", "revision": 0})
    assert plain.status_code == 409
    assert read(plain).text.count("Replace with 0–1") == 1


def test_undo_at_the_desk_answers_the_board_that_was_taken_back(
    desk: Client, section: Section, match: Game
) -> None:
    send(desk, board(match, 1), "WL")
    form = visit(desk, at("desk-round", section, 1)).form(at("undo", section))
    answer = form.send(desk, headers=HTMX)
    assert read(answer).one(f"#board-{board(match, 1).pk}")
    assert board(match, 1).result == "??"


def test_a_poll_brings_what_another_scorer_entered_and_the_score(
    desk: Client, section: Section, match: Game
) -> None:
    seen = as_it_stands(section).stamp
    play(match, "WL", "DD")
    news = visit(desk, f"{at('desk-standings', section)}?v={seen}&round=1")
    assert "1½–½" in news
    assert len(news.all("tr[id^=board-]")) == 4
    assert "Reload the round" not in news


def test_the_same_number_of_queries_for_many_matches_as_for_few(
    desk: Client, kim: User, section: Section
) -> None:
    def queries() -> int:
        with CaptureQueriesContext(
            connection,
        ) as found:
            assert desk.get(at("desk-round", section, 2)).status_code == 200
        return len(found)

    more = "\n".join(f"Team {t},{n},P{t}{n}" for t in range(3, 10) for n in range(1, 5))
    importing.import_team_rosters(section, team_roster.read(more), by=kim)
    paired(section, 2, "1 2", publish=True)
    paired(section, 2, "3 4")
    few = queries()
    paired(section, 2, "5 6\n7 8")
    assert queries() == few


def test_the_line_up_is_chosen_on_the_match_s_page(desk: Client, match: Game) -> None:
    page = desk.get(reverse("match", args=[match.pk]))
    assert page.status_code == 200
    chosen = {f"home-{n}": TeamMember.objects.get(name=f"Alder {n + 1}").pk for n in range(1, 5)}
    chosen |= {f"away-{n}": TeamMember.objects.get(name=f"Birch {n}").pk for n in range(1, 4)}
    answer = desk.post(reverse("match", args=[match.pk]), {**chosen, "away-4": "", "revision": 0})
    assert answer.status_code == 302
    assert [row.result for row in match.match_boards.all()] == ["??", "??", "??", "XF"]
    assert board(match, 1).home == TeamMember.objects.get(name="Alder 2")


def test_a_line_up_that_is_refused_stands_as_it_was_chosen(desk: Client, match: Game) -> None:
    stranger = TeamMember.objects.get(name="Birch 1").pk
    answer = desk.post(reverse("match", args=[match.pk]), {"home-1": stranger, "revision": 0})
    assert answer.status_code == 422
    assert "a player of Alder" in read(answer)


def test_a_match_forfeited_from_a_stale_page_is_a_conflict(desk: Client, match: Game) -> None:
    play(match, "WL")
    answer = desk.post(reverse("enter-match", args=[match.pk]), {"result": "FX", "revision": 0})
    assert answer.status_code == 409
    assert board(match, 1).result == "WL"


def test_matches_are_those_of_ones_own_events_and_of_sections_of_teams(
    desk: Client, client: Client, match: Game, kim: User
) -> None:
    row = board(match, 1)
    addresses = [
        reverse("match", args=[match.pk]),
        reverse("enter-match", args=[match.pk]),
        reverse("enter-board", args=[row.pk]),
        at("team-members", match.round.section, 1),
    ]
    for address in addresses:
        assert client.post(address).status_code == 302, address
    stranger = signed_in(EventFactory.create().staff.get().user)
    for address in addresses:
        assert stranger.post(address).status_code == 404, address
    players = a_section(2, by=kim)
    (game,) = paired(players, 1, "1 2")
    assert desk.get(reverse("match", args=[game.pk])).status_code == 404
    assert desk.get(at("team-members", players, 1)).status_code == 404


def test_teams_visit_teams_and_players_players(desk: Client, section: Section) -> None:
    a_section(2, event=section.event, name="Blitz", by=section.event.staff.get().user)
    answer = desk.post(at("pair-round", section, 2), {"pairings": "1 2@Blitz"})
    assert answer.status_code == 422
    assert "the event has no other section" in read(answer)


# --- lists of players ---------------------------------------------------------------------------------


def test_a_team_s_list_is_shown_as_it_is_typed_and_stored(desk: Client, section: Section) -> None:
    address = at("team-members", section, 1)
    assert visit(desk, address).form(address).fields["text"][0].startswith("1,Alder 1,,1800\n2,Alder 2")
    text = "Alder 1\nAlder 2\nAlder 3\nAlder 4\nNew Name"
    refused = visit(desk, address).form(address).send(desk, {"text": text})
    assert refused.status_code == 422
    assert "Ratings are fixed once round 1 is paired (28H). This changes the rating of Alder 1;" in read(
        refused
    )
    again = read(refused).form(address)
    assert [line.strip() for line in again.fields["text"][0].split("\n")] == text.split("\n")
    assert again.send(desk, {"reason": "Ratings of last month"}).status_code == 302
    assert section.standings.log.latest("version").reason == "Ratings of last month"
    assert list(TeamMember.objects.filter(team__number=1).values_list("name", flat=True)) == text.split("\n")
    assert "5 listed" in visit(desk, at("roster", section))


@pytest.mark.parametrize("text", ["1,Only One", "1,Ann\n1,Bo", "1,Ann,123\n2,Bo"])
def test_a_list_that_cannot_be_is_shown_again_with_its_problems(
    desk: Client, section: Section, text: str
) -> None:
    answer = desk.post(at("team-members", section, 2), {"text": text})
    assert answer.status_code == 422
    assert "Nothing was saved" in read(answer)
    assert TeamMember.objects.filter(team__number=2).count() == 5


def test_a_list_of_teams_names_a_team_of_one_and_stores_nothing(desk: Client, section: Section) -> None:
    answer = desk.post(at("import-roster", section), {"text": "Cedar,1,Ann\nCedar,2,Bo\nCedr,3,Cy"})
    assert answer.status_code == 422
    assert "at least two players on this team" in read(answer)
    assert not Player.objects.filter(name="Cedar").exists()


# --- what everybody sees --------------------------------------------------------------------------------


def test_the_round_page_shows_each_board_with_its_colors(
    client: Client, section: Section, match: Game
) -> None:
    play(match, "WL", "DD", "FX")
    page = visit(client, at("round", section, 1))
    assert "Live · round 1 · 1 of 1 match still playing" in page
    assert "1½–1½" in page
    boards = page.all("tr.of-match")
    assert len(boards) == 4
    number, home, result, away = boards[1].texts("td")
    assert (number, result) == ("1.2", "½–½")
    assert home.startswith("Black")
    assert "Alder 2" in home
    assert "Birch 2" in away


def test_teams_that_tie_or_sit_out_are_called_teams(desk: Client, client: Client, section: Section) -> None:
    answer = desk.post(at("give-bye", section, 2), {"player": [1, 2], "kind": "H"}, follow=True)
    assert "2 teams have a half-point bye." in read(answer)
    play(games_of(section, 1)[0], "DD", "DD", "DD", "DD")
    assert "2 teams tied for 1st–2nd" in visit(client, at("standings", section))


def test_the_page_of_a_match_shows_its_boards_with_players_colors_and_results(
    client: Client, section: Section, match: Game
) -> None:
    """It said why two teams meet, and not who of them plays whom."""
    play_match(match, "WL", "DD")
    page = visit(client, at("board", section, 1, 1))
    assert len(page.all(".of-match")) == 4
    assert "1.1 White Alder 1 1800 1–0 Black Birch 1 1800" in page
    assert page.all(".of-match")[2].text.startswith("1.3 White Alder 3 1600 still playing")


def test_a_match_that_is_played_has_the_points_of_its_boards_so_far(
    client: Client, section: Section, match: Game
) -> None:
    """It said "no points yet" beside 1½."""
    play_match(match, "WL", "DD")
    numbers = visit(client, at("arithmetic", section, 1))
    assert "still playing, round 1 · points on the boards so far 1½" in numbers


def test_the_why_page_says_what_each_board_added(client: Client, section: Section, match: Game) -> None:
    play(match, "WL", "DD", "FX", "WL")
    page = visit(client, at("why", section, 1))
    text = page.one("section.matches")
    assert "1 Birch win 2½" in text
    assert "1 1 Alder 1 1800 – Birch 1 1800, White" in text
    assert "3 0 Alder 3 1600 – Birch 3 1600, White · forfeit loss" in text
    assert "1 + ½ + 0 + 1 = 2½" in text
    numbers = visit(client, at("arithmetic", section, 1))
    assert "points scored against the team, times its match score: 2½ × 0" in numbers


def test_public_pages_show_no_id_and_no_alternate_who_did_not_sit(
    client: Client, kim: User, section: Section, match: Game
) -> None:
    TeamMember.objects.filter(name="Alder 1").update(uscf_id="12345678")
    play(match, "WL", "DD", "FX", "WL")
    for name, more in [
        ("standings", ()),
        ("round", (1,)),
        ("why", (1,)),
        ("wall-chart", ()),
        ("wall-chart-file", ()),
    ]:
        page = client.get(at(name, section, *more)).text
        assert "12345678" not in page, name
        assert "Alder 5" not in page, name


def test_a_ruling_on_a_board_is_made_on_the_page_of_rulings_and_seen_by_everyone(
    desk: Client, section: Section, match: Game
) -> None:
    play(match, "WL", "DD", "DD", "DD")
    row = board(match, 2)
    address = reverse("board-ruling", args=[row.pk])
    assert address in visit(desk, at("desk-round", section, 1)).links
    page = visit(desk, address)
    assert "Current result: ½–½" in page
    assert "22C5" not in page
    assert page.in_order("Black 2 Alder 2", "White 2 Birch 2")
    typed = {"white": "D", "white_points": "", "black": "D", "black_points": "0", "revision": row.revision}
    assert "Nothing was typed or chosen here." in read(desk.post(address, typed))
    answer = desk.post(address, typed | {"reason": "a phone rang"})
    assert answer.headers["Location"] == f"{at('desk-round', section, 1)}#board-{row.pk}"
    shown = visit(desk, at("desk-round", section, 1))
    assert "awarded ½–0" in shown
    assert "2½–1" in shown
    seen = visit(Client(), at("round", section, 1))
    assert "½–½*" in seen
    assert "awarded ½–0" in seen
    assert "a phone rang" not in seen
    why = visit(Client(), at("why", section, 2))
    assert "draw; points awarded by a ruling" in why
    assert "0 + 0 + ½ + ½ = 1" in why
    exported = Client().get(at("wall-chart-file", section)).content
    assert b"W2w(2.5)" in exported
    assert b"L1b(1)" in exported
    assert not wallchart_csv.read(exported).problems


def test_a_stale_page_of_rulings_gets_both_values_of_the_board(desk: Client, match: Game) -> None:
    play(match, "DD")
    typed = {"white": "W", "black": "L", "revision": 0, "reason": "slips"}
    answer = desk.post(reverse("board-ruling", args=[board(match, 1).pk]), typed)
    assert answer.status_code == 409
    assert "entered ½–½ first. You typed 1–0." in read(answer)


@pytest.mark.parametrize(("by_game_points", "before"), [(False, "1"), (True, "3½")])
def test_the_score_that_ranks_stands_beside_a_team(
    desk: Client, kim: User, by_game_points: bool, before: str
) -> None:
    section = a_section(players=2, rounds=2, boards=4, by_game_points=by_game_points, by=kim)
    play(paired(section, 1, "1 2", publish=True)[0], "WL", "WL", "WL", "DD")
    game = paired(section, 2, "2 1", publish=True)[0]
    shown = visit(desk, at("desk-round", section, 2))
    for page in (shown, read(send(desk, board(game, 1), "WL"))):
        row = page.one(f"#game-{game.pk}")
        assert row.texts(".points") == ["½" if by_game_points else "0", before]


def test_a_wall_chart_without_ratings_has_no_column_for_them(desk: Client, section: Section) -> None:
    assert "Rtg" not in visit(desk, at("wall-chart", section))
    Player.objects.filter(section=section, number=1).update(rating=1900)
    matches.record_match(games_of(section, 1)[0], "FX", revision=0, by=section.event.staff.get().user)
    assert "Rtg" in visit(desk, at("wall-chart", section))


# --- words ------------------------------------------------------------------------------------------


# What is said of the people on a team's boards, of both kinds of sections, and in the name of a rule.
OF_PEOPLE = re.compile(
    r"Players of|[Oo]ne player per line: team|players listed|of players"
    r"|no player list|(?:fewest|most) players|Players sit in|Players and parents|Who plays Players"
    r"|Unrated players can win|an unrated player can win|Players who withdrew can win|for unrated players"
    r"|Result between tied players|between the players who are still tied"
)


def pages_of(section: Section) -> list[str]:
    """Every page of a section that a director or a parent can open."""
    named = ["standings", "wall-chart", "trophies", "cash", "posted-order", "desk-section", "awards", "ties"]
    named += ["ceremony", "checklist", "receipts", "prizes"]
    named += ["roster", "add-player", "import-roster", "import-wallchart", "edit-section", "section-log"]
    games = Game.objects.filter(round__section=section)
    players = Player.objects.filter(section=section)
    return [
        reverse("event", args=[section.event.slug]),
        reverse("desk-event", args=[section.event.slug]),
        *(at(name, section) for name in named),
        *(
            at(name, section, n)
            for n in range(1, section.rounds + 1)
            for name in ("round", "desk-round", "pairing", "publish-pairing")
        ),
        *(at(name, section, player.number) for player in players for name in ("why", "edit-player")),
        *(reverse("match", args=[game.pk]) for game in games),
    ]


def of_averages(event: Event, kim: User) -> Section:
    """Seven teams of two boards, the strongest typed last: averages from 1200, for Team 1, to 1800."""
    lists = "\n".join(
        f"Team {n},{board},P{n}{board},,{1250 + 100 * n - 50 * board - 75}"
        for n in range(1, 8)
        for board in (1, 2)
    )
    section = a_section(players=0, rounds=3, boards=2, event=event, by=kim, order="game_points")
    importing.import_team_rosters(section, team_roster.read(lists), by=kim)
    return as_it_stands(section)


def test_teams_are_paired_and_rested_by_the_averages_of_their_boards_which_stand_beside_them(
    desk: Client, kim: User, section: Section
) -> None:
    rated = of_averages(section.event, kim)
    desk.post(at("propose-pairing", rated, 1), {})
    page = visit(desk, at("pairing", rated, 1))
    # 28J and 28L2: the upper half of 1800 to 1300 meets the lower, and the lowest rested.
    met = [{name.split()[1] for name in board.texts(".who b")} for board in page.all(".pairs .pair")]
    assert met == [{"7", "4"}, {"6", "3"}, {"5", "2"}]
    beside = {who.text for who in page.all(".pairs .who")}
    assert beside == {f"Team {n} {1100 + 100 * n}" for n in range(2, 8)}
    assert "Team 1 1200" in page.one(".field.bye .who").text
    assert "Full-point bye: lowest-rated eligible team of the lowest score group (28L2)." in page
    assert "Passed over" not in page
    assert "7 teams. One of them has the full-point bye." in page


def test_a_team_with_a_rating_of_its_own_is_paired_by_that_as_it_is_numbered_by_it(
    kim: User, section: Section
) -> None:
    rated = of_averages(section.event, kim)
    rosters.edit_player(rated.players.get(number=1), rating=1950, by=kim)
    known = basis(rated, 1).request.chart.by_number
    assert [known[n].rating for n in (1, 2, 7)] == [1950, 1300, 1800]


def test_29e5_changes_for_colors_between_teams_are_held_against_the_limits_of_their_averages(
    desk: Client, kim: User, section: Section
) -> None:
    rated = of_averages(section.event, kim)
    boards = "7 4\n3 6\n5 2\n1 B"
    for game in paired(rated, 1, boards, publish=True, by=kim):
        play(game, "DD", "DD")
    desk.post(at("propose-pairing", rated, 2), {})
    page = visit(desk, at("pairing", rated, 2))
    assert "unrated" not in page
    assert "100 points, limit 200" in page


def test_no_page_of_teams_calls_a_team_a_player(desk: Client, kim: User, section: Section) -> None:
    begun = a_section(players=0, rounds=2, boards=4, event=section.event, order="game_points", by=kim)
    importing.import_team_rosters(
        section, team_roster.read("Cedar,1,Cy\nCedar,2,Di\nDogwood,1,Ed\nDogwood,2,Flo"), by=kim
    )
    prizes.announce(section, "1st trophy\n1st $300\n2nd $200\n3rd $100", by=kim)
    Section.objects.filter(pk=section.pk).update(withdrawn_too=True, unrated_limit=5000)
    play(games_of(section, 1)[0], "WL", "WL", "LW", "LW")
    play(paired(section, 1, "3 4")[1], "DD", "DD")
    rated = of_averages(section.event, kim)
    drafts.keep(rated, 1, drafts.propose(rated, 1), by=kim)
    told = {}
    asked = [f"{at('pairing', rated, 1)}?one=1&other={other}" for other in (2, 99)]
    whys = [at("board", section, 1, game.board) for game in games_of(section, 1)]
    for address in [*pages_of(section), *pages_of(begun), *pages_of(rated), *asked, *whys]:
        page = read(desk.get(address, follow=True))
        # What the systems to choose from do is said in the words of their rules.
        page.drop("details.more")
        said = [one[name] for name in ("aria-label", "placeholder") for one in page.all(f"[{name}]")]
        words = OF_PEOPLE.sub("", " ".join([*said, page.text]))
        if found := re.search(r".{0,60}player.{0,60}", words, re.I):
            told[address] = found[0]
    assert not told


def test_pages_of_a_round_of_teams_call_a_match_a_match(desk: Client, kim: User, section: Section) -> None:
    """The draft and its gate, phones and why two teams meet."""
    rated = of_averages(section.event, kim)
    drafts.keep(rated, 1, drafts.propose(rated, 1), by=kim)
    draft = visit(desk, at("pairing", rated, 1))
    labels = [seat["aria-label"] for seat in draft.all(".pairs .sitter input")]
    assert labels[:2] == ["Match 1, White", "Match 1, Black"]
    assert [lock.text for lock in draft.all(".pairs .lock")] == [f"Lock match {n}" for n in (1, 2, 3)]
    assert "Add a match" in draft
    drafts.publish(rated, 1, by=kim)
    phone = visit(desk, at("round", rated, 1))
    assert phone.one("table.boards caption").text == "Matches of round 1"
    assert [link["aria-label"] for link in phone.all("td.bd a")][:1] == ["Match 1: why these two"]
    why = visit(desk, at("board", rated, 1, 1))
    assert "Round 1, match 1" in why.one("h1").text
    assert why.link("All matches of round 1") == at("round", rated, 1)


def test_what_keeps_a_match_from_being_traded_or_removed_is_said_of_it(desk: Client, kim: User) -> None:
    section = a_section(4, by=kim, boards=2)
    one, other = paired(section, 1, "1 2\n3 4", publish=True)
    play_match(other, "WL")
    page = reverse("correct-pairing", args=[one.pk])
    typed = {"comes": "4", "leaves": "2", "reason": "typed wrong"}

    def told(**changed: str) -> Element:
        trades = visit(desk, page).form(reverse("swap-colors", args=[one.pk]))
        trades.action = reverse("trade-places", args=[one.pk])
        return read(trades.send(desk, typed | changed, follow=True))

    assert "Comes to this match" in visit(desk, page)
    assert "Both matches change in one step" in visit(desk, page)
    assert "Match 2 has a result. Clear it first. Nothing was saved." in told()
    assert "plays this match already." in told(comes="1")
    with pytest.raises(Refused, match="Match 2 has a result"):
        pairings.remove_pairing(other, by=kim, reason="typed wrong")
    with pytest.raises(Conflict, match="Somebody changed match 1"):
        pairings.remove_pairing(one, by=kim, revision=one.revision + 1, reason="typed wrong")
    fields = visit(desk, at("section-log", section)).texts("form label")
    assert "Match" in fields
    assert "Board" not in fields


# --- before the first result --------------------------------------------------------------------------


def test_a_board_without_an_opponent_ranks_no_team_and_the_first_result_ranks_them_on_every_page(
    client: Client, kim: User
) -> None:
    section = a_section(players=0, rounds=2, boards=4, by=kim, order="game_points,us_amateur")
    short = "\n".join(line for line in LISTS.splitlines() if "Birch,4" not in line and "Birch,5" not in line)
    importing.import_team_rosters(section, team_roster.read(short), by=kim)
    match = paired(section, 1, "1 2", publish=True)[0]
    assert board(match, 4).result == "XF"
    event = reverse("event", args=[section.event.slug])
    for address in (at("standings", section), at("why", section, 1), at("player", section, 1), event):
        page = visit(client, address)
        assert not page.all(".leaders, .entry, .rungs"), address
        assert page.text.count("0 points") == (address == at("why", section, 1)), address
    play(match, "WL")
    assert visit(client, at("standings", section)).one("#p1 .rank").text == "1"
    assert visit(client, at("why", section, 1)).one(".big").text == "1"
    assert visit(client, at("player", section, 1)).one(".big").text == "1"
    assert "Last result" in visit(client, at("player", section, 1))
    assert visit(client, event).texts(".leaders i")[:1] == ["1"]
