"""A tournament to look around in: one section complete, one in the middle of round four, one being paired.

The first two are wall charts in this file. The complete one is imported, as from another program. The next is
played through the services, round by round, so that its log, its postings and its open boards are those of a
real day. The third is played by chance and paired by the rules, each board with its reason; its last round is
a draft. All names are invented.
"""

from itertools import islice

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from tiebreaks.engine.chart.wallchart import Cell, Kind, Wallchart
from tiebreaks.engine.ranking.sequence import RULEBOOK_SWISS, SCHOLASTIC_TEAMS

from .formats import wallchart_csv
from .formats.records import WallchartFile
from .models import Event, Game, Player, Section
from .services import importing, orders, pairings, prizes, results, rosters, setup, teams
from .simulation.event import Plan, Simulation
from .text.results import OPEN

EVENT = "Lake Wren Scholastic"
CITY = "Lake Wren"

# The worked example of the Vermont tournament directors: four tie for second, and each of the three posted
# systems separates one of them. Their page prints scores, opponents and cumulative rows; these games fit.
K3_ORDER = "modified_median,solkoff,cumulative"
K3 = """\
# section: K-3 Championship
number,name,grade,r1,r2,r3,r4
1,Ann Calder,3,W13w,W15b,W4w,W10b
2,Bill Rennick,2,W3b,L8w,W13b,W9w
3,Chip Osgood,3,L2w,W12b,W8w,W6b
4,Dan Verlaine,1,W8w,W13w,L1b,W12w
5,Ed Tolliver,3,L6b,W10b,W11b,W7b
6,Faye Munro,2,W5w,D14w,W15w,L3w
7,Gus Halloran,2,D11w,W16b,W14b,L5w
8,Hal Pickett,3,L4b,W2b,L3b,W15w
9,Ivan Sorrel,1,W16b,W11w,L12w,L2b
10,Judy Brannigan,3,W12w,L5w,W16b,L1w
11,Kirk Lathrop,2,D7b,L9b,L5w,W14b
12,Lucy Emberton,1,L10b,L3w,W9b,L4b
13,Mark Dwyer,2,L1b,L4b,L2w,W16w
14,Nan Fitzroy,3,D15b,D6b,L7w,L11w
15,Ozzy Barlow,1,D14w,L1w,L6b,L8b
16,Pete Quimby,2,L9w,L7w,L10w,L13b
"""

# Found by search: as it stands, each system of the rulebook's order separates somebody among the first ten,
# and numbers 4 and 5 share a rank that none of them separates.
K8_ORDER = RULEBOOK_SWISS
K8_LATE = 40  # came after round one, with a half-point bye for it (28K)
K8_WITHDREW, K8_WITHDREW_AFTER = 27, 2
# A scholastic list as clubs announce it, with some money in it.
K8_PRIZES = """\
1st place trophy and $150
2nd place trophy and $100
3rd place trophy and $60
4th–5th trophies
Top under 1000
2nd under 1000
Top under 800
Top unrated
Best grade 5
Best grade 4
Best grade 3
U1200 $50
U800 $40
Biggest upset
3 points or more: medal
"""
K3_PRIZES = """\
1st–5th trophies
Best grade 2
Best grade 1
2 points or more: medal
"""
K8 = """\
# section: K-8 Championship
# rounds: 5
number,name,rating,team,grade,r1,r2,r3,r4,r5
1,Theo Marlow,1695,Cedar Hill,8,W20w,W9b,W4b,?3w,
2,Priya Sandoval,1685,Cedar Hill,8,D21b,W18b,W40w,D11w,
3,Wyatt Ferris,1684,Wren Academy,8,W22w,W7w,W5b,?1b,
4,Mei Lindqvist,1595,,8,W23b,W12b,L1w,W9w,
5,Jonah Castellan,1533,Eastlake,8,W24w,W15w,L3w,W12b,
6,Amara Whitlock,1505,Cedar Hill,8,W25b,W34w,L10w,W15w,
7,Silas Brandt,1380,Eastlake,7,W26w,L3b,W32b,?34w,
8,Noor Haddon,1373,Wren Academy,6,D27b,D21w,D20b,H,
9,Caleb Ostrander,1331,Eastlake,7,W28w,L1w,W21b,L4b,
10,Lucía Penhallow,1255,Eastlake,6,D29b,W17w,W6b,?13w,
11,Ezra Kowalczyk,1217,Wren Academy,6,W19w,D38w,W14b,D2b,
12,Hazel Thornbury,1199,Birchwood,6,W31b,L4w,W23b,L5w,
13,Mateo Vance,1181,Birchwood,6,D32w,W29w,W38b,?10b,
14,Ingrid Ashdown,1154,North Ridge,7,W33b,H,L11w,W20b,
15,Kofi Bellweather,992,Wren Academy,4,W35w,L5b,W19w,L6b,
16,Ruby Calloway,943,Cedar Hill,5,D36b,L32w,L34b,?30b,
17,Anders Holm,930,Millpond,4,D30w,L10b,W29b,W25w,
18,Zara Quill,930,North Ridge,5,D37b,L2w,W30w,W32b,
19,Dominic Fairlie,924,Birchwood,5,L11b,W36w,L15b,?38w,H
20,Leila Norwood,863,Birchwood,5,L1b,X31w,D8w,L14w,
21,Oscar Tremaine,792,,6,D2w,D8b,L9w,?24b,
22,Yuki Harrow,746,North Ridge,3,L3b,H,D35w,?31b,
23,Nathaniel Crewe,741,,4,L4w,W28b,L12w,?35b,
24,Simone Duquette,704,Wren Academy,4,L5b,W33w,L26b,?21w,
25,Elias Garrick,690,Eastlake,3,L6w,D35b,W37w,L17b,
26,Tessa Wren,679,Birchwood,4,L7b,W39b,W24w,?40b,
27,Rohan Blackwood,651,Eastlake,4,D8w,W37b,,,
28,Clara Millburn,628,Birchwood,5,L9b,L23w,D36b,W37w,
29,Felix Ardmore,567,,3,D10w,L13b,L17w,W36b,
30,Naomi Stroud,526,Wren Academy,5,D17b,L40w,L18b,?16w,
31,Gideon Pike,479,Millpond,3,L12w,F20b,W39b,?22w,
32,Beatrix Lowell,446,Wren Academy,4,D13b,W16b,L7w,L18w,
33,Omar Winslade,430,Eastlake,3,L14w,L24b,U,L39w,
34,Juniper Hale,423,Wren Academy,3,B,L6b,W16w,?7b,
35,Milo Kerrigan,,Millpond,4,L15b,D25w,D22b,?23w,
36,Sadie Templeton,,Eastlake,3,D16w,L19b,D28w,L29w,
37,Hugo Larkspur,,Millpond,4,D18w,L27w,L25b,L28b,
38,Aisha Romney,,North Ridge,4,W39w,D11b,L13w,?19b,
39,Levi Cottle,,,4,L38b,L26w,L31w,W33b,
40,Freya Dunmore,1174,,7,H,W30b,L2b,?26w,
"""

RESERVE = Plan(players=12, rounds=3, seed=15, section="K-8 Reserve")


def is_loaded() -> bool:
    """Whether the demo was loaded into this database, whatever became of it since."""
    return Event.objects.filter(slug=slugify(EVENT)).exists()


def load(by: User) -> Event:
    """Make the demo's event, with ``by`` as its director. All of it or nothing."""
    with transaction.atomic():
        event = setup.create_event(name=EVENT, city=CITY, starts_on=timezone.localdate(), draft=False, by=by)
        _import(event, wallchart_csv.read(K3), by)
        _play(event, wallchart_csv.read(K8), by)
        _simulate(event, by)
    return event


def _import(event: Event, file: WallchartFile, by: User) -> None:
    section = setup.create_section(event, name=file.section, rounds=file.chart.rounds, draft=False, by=by)
    prizes.announce(section, K3_PRIZES, by=by)
    importing.import_wallchart(section, file, order=K3_ORDER, by=by)


def _play(event: Event, file: WallchartFile, by: User) -> None:
    """The day of the section as its director lived it, round by round."""
    section = setup.create_section(event, name=file.section, rounds=file.chart.rounds, draft=False, by=by)
    prizes.announce(section, K8_PRIZES, by=by)
    in_time = [entry for entry in file.entries if entry.number != K8_LATE]
    late = [entry for entry in file.entries if entry.number == K8_LATE]
    rosters.add_players(section, in_time, by=by)
    orders.post_order(section, K8_ORDER, by=by)
    # Two schools tie for second; Cumulative of the team separates them by half a point.
    table = teams.make_table(event, name="K-8 Teams", sections=[section], minimum=2, place_trophies=3, by=by)
    orders.post_order(table, SCHOLASTIC_TEAMS, by=by)
    for number in range(1, file.chart.rounds + 1):
        _play_round(section, file.chart, number, by, absent={K8_LATE} if number == 1 else set())
        if number == 1:
            rosters.add_players(section, late, by=by)
            pairings.give_bye(section, 1, [K8_LATE], Kind.HALF_BYE, by=by, reason="late entry")
        if number == K8_WITHDREW_AFTER:
            player = Player.objects.get(section=section, number=K8_WITHDREW)
            pairings.withdraw(player, K8_WITHDREW_AFTER, by=by)


def _play_round(section: Section, chart: Wallchart, number: int, by: User, absent: set[int]) -> None:
    cells = {
        card.number: cell
        for card in chart.cards
        for cell in card.in_round(number)
        if card.number not in absent
    }
    boards = _boards(chart, cells, number)
    byes = [f"{player} {cell.kind.letter}" for player, cell in cells.items() if cell.opponent is None]
    pairings.pair(section, number, "\n".join([f"{w} {b}" for w, b in boards] + byes), by=by)
    if not boards:
        return
    pairings.publish(section, number, by=by)
    games = Game.objects.filter(round__section=section, round__number=number).select_related("round")
    for game, (white, black) in zip(games.order_by("board"), boards, strict=True):
        result = cells[white].kind.letter + cells[black].kind.letter
        if result != OPEN:
            results.record_result(game, result, revision=game.revision, by=by)


def _boards(chart: Wallchart, cells: dict[int, Cell], number: int) -> list[tuple[int, int]]:
    """White's and Black's numbers, the leaders at the first boards."""
    before = {card.number: sum(c.points_q for c in card.cells if c.round < number) for card in chart.cards}
    boards = [(n, cell.opponent) for n, cell in cells.items() if cell.color == "w" and cell.opponent]
    return sorted(boards, key=lambda sides: (-max(before[n] for n in sides), min(sides)))


def _simulate(event: Event, by: User) -> None:
    """All rounds but the last are played; the last is paired and waits to be published."""
    simulation = Simulation(event, RESERVE, by=by)
    simulation.enter()
    for _played in islice(simulation.rounds(), RESERVE.rounds - 1):
        continue
    simulation.pair(RESERVE.rounds)
