"""A tournament to look around in: one section complete, one in the middle of round four, one being paired.

The first two are wall charts in this file. The complete one is imported, as from another program. The next is
played through the services, round by round, so that its log, its postings and its open boards are those of a
real day: the rules pair each round, and the chart has the results. The third is played by chance; its last
round is a draft. All names are invented.
"""

from itertools import islice

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from tiebreaks.engine.chart.wallchart import Kind, Wallchart
from tiebreaks.engine.ranking.sequence import RULEBOOK_SWISS, SCHOLASTIC_TEAMS

from .formats import wallchart_csv
from .formats.records import WallchartFile
from .models import Event, Game, Player, Seat, Section
from .services import drafts, importing, orders, pairings, prizes, results, rosters, setup, teams
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

# The boards are those of the rules; the results were found by search. As it stands, each system of the
# rulebook's order separates somebody among the first ten, and numbers 5 and 6 share a rank that none of them
# separates.
K8_ORDER = RULEBOOK_SWISS
K8_LATE = 40  # came after round one, with a half-point bye for it (28K)
K8_WITHDREW, K8_WITHDREW_AFTER = 27, 2
K8_OPEN = 4  # the round that is being played
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
1,Theo Marlow,1695,Cedar Hill,8,W20w,D10b,W40w,?14b,
2,Priya Sandoval,1685,Cedar Hill,8,W21b,W11w,W7b,?5w,
3,Wyatt Ferris,1684,Wren Academy,8,W22w,L12b,W19w,W13b,
4,Mei Lindqvist,1595,,8,W23b,W13w,W8b,?6w,
5,Jonah Castellan,1533,Eastlake,8,W24w,W15b,W12w,?2b,
6,Amara Whitlock,1505,Cedar Hill,8,W25b,W17w,W9b,?4b,
7,Silas Brandt,1380,Eastlake,7,W26w,W16b,L2w,?15b,
8,Noor Haddon,1373,Wren Academy,6,W27b,W19w,L4w,H,
9,Caleb Ostrander,1331,Eastlake,7,W28w,W18b,L6w,W34b,
10,Lucía Penhallow,1255,Eastlake,6,W29b,D1w,L14b,?22w,
11,Ezra Kowalczyk,1217,Wren Academy,6,W30w,L2b,W18w,W28b,
12,Hazel Thornbury,1199,Birchwood,6,W31b,W3w,L5b,W17w,
13,Mateo Vance,1181,Birchwood,6,W32w,L4b,W21w,L3w,
14,Ingrid Ashdown,1154,North Ridge,7,W33b,H,W10w,?1w,
15,Kofi Bellweather,992,Wren Academy,4,W35w,L5w,W25b,?7w,
16,Ruby Calloway,943,Cedar Hill,5,W36b,L7w,L34b,W25w,
17,Anders Holm,930,Millpond,4,W37w,L6b,W24w,L12b,
18,Zara Quill,930,North Ridge,5,W38b,L9w,L11b,?29w,
19,Dominic Fairlie,924,Birchwood,5,W39w,L8b,L3b,?31w,H
20,Leila Norwood,863,Birchwood,5,L1b,X31w,L28w,W35b,
21,Oscar Tremaine,792,,6,L2w,W30b,L13b,W36w,
22,Yuki Harrow,746,North Ridge,3,L3b,H,W32w,?10b,
23,Nathaniel Crewe,741,,4,L4w,D32b,L26w,L30b,
24,Simone Duquette,704,Wren Academy,4,L5b,W33w,L17b,?39w,
25,Elias Garrick,690,Eastlake,3,L6w,W35b,L15w,L16b,
26,Tessa Wren,679,Birchwood,4,L7b,D36w,W23b,L40w,
27,Rohan Blackwood,651,Eastlake,4,L8w,W37b,,,
28,Clara Millburn,628,Birchwood,5,L9b,W38w,W20b,L11w,
29,Felix Ardmore,567,,3,L10w,D39b,D30w,?18b,
30,Naomi Stroud,526,Wren Academy,5,L11b,L21w,D29b,W23w,
31,Gideon Pike,479,Millpond,3,L12w,F20b,W37b,?19b,
32,Beatrix Lowell,446,Wren Academy,4,L13b,D23w,L22b,L37w,
33,Omar Winslade,430,Eastlake,3,L14w,L24b,U,?38w,
34,Juniper Hale,423,Wren Academy,3,B,L40b,W16w,L9w,
35,Milo Kerrigan,,Millpond,4,L15b,L25w,W38b,L20w,
36,Sadie Templeton,,Eastlake,3,L16w,D26b,D39w,L21b,
37,Hugo Larkspur,,Millpond,4,L17b,L27w,L31w,W32b,
38,Aisha Romney,,North Ridge,4,L18w,L28b,L35w,?33b,
39,Levi Cottle,,,4,L19b,D29w,D36b,?24b,
40,Freya Dunmore,1174,,7,H,W34w,L1b,W26b,
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
    # Two schools tie for first; Cumulative of the team separates them.
    table = teams.make_table(event, name="K-8 Teams", sections=[section], minimum=2, place_trophies=3, by=by)
    orders.post_order(table, SCHOLASTIC_TEAMS, by=by)
    absences = [
        (card.number, cell)
        for card in file.chart.cards
        for cell in card.cells
        if cell.opponent is None and cell.kind is not Kind.FULL_BYE and card.number != K8_LATE
    ]
    for player, cell in absences:
        if cell.kind is Kind.HALF_BYE:
            pairings.give_bye(section, cell.round, [player], cell.kind, by=by)
    for number in range(1, K8_OPEN + 1):
        for player, cell in absences:
            if cell.kind is Kind.UNPAIRED and cell.round == number:
                pairings.give_bye(section, number, [player], cell.kind, by=by)
        _play_round(section, file.chart, number, by)
        if number == 1:
            rosters.add_players(section, late, by=by)
            pairings.give_bye(section, 1, [K8_LATE], Kind.HALF_BYE, by=by, reason="late entry")
        if number == K8_WITHDREW_AFTER:
            leaving = Player.objects.get(section=section, number=K8_WITHDREW)
            pairings.withdraw(leaving, K8_WITHDREW_AFTER, by=by)


def _play_round(section: Section, chart: Wallchart, number: int, by: User) -> None:
    """Pair a round by the rules, and enter the results that the chart has of its boards."""
    drafts.keep(section, number, drafts.propose(section, number, lot="w"), by=by)
    drafts.publish(section, number, by=by)
    cells = {card.number: cell for card in chart.cards for cell in card.in_round(number)}
    games = Game.objects.filter(round__section=section, round__number=number).select_related("round")
    seats = Seat.objects.filter(game__in=games).values_list("game", "side", "player__number")
    at = {(game, side): player for game, side, player in seats}
    for game in games.order_by("board"):
        white, black = (cells[at[game.pk, side]] for side in "wb")
        result = white.kind.letter + black.kind.letter
        if result != OPEN and white.opponent == at[game.pk, "b"]:
            results.record_result(game, result, revision=game.revision, by=by)


def _simulate(event: Event, by: User) -> None:
    """All rounds but the last are played; the last is paired and waits to be published."""
    simulation = Simulation(event, RESERVE, by=by)
    simulation.enter()
    for _played in islice(simulation.rounds(), RESERVE.rounds - 1):
        continue
    simulation.pair(RESERVE.rounds)
