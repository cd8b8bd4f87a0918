"""Who comes to a simulated event. All names are invented."""

from dataclasses import dataclass
from random import Random

_FIRST = (
    "Abel Adele Alma Arlo Avery Bea Blythe Bram Calla Cleo Cyrus Dara Della Dexter Edda Elias Enzo Esme"
    " Fern Flynn Gemma Greta Hollis Ilse Imani Ines Ivor Jasper Juno Kaia Keir Lark Linus Lotte Magnus"
    " Marisol Nell Niko Odette Orson Petra Quentin Ravi Romy Saoirse Soren Tansy Ulric Vera Wilder"
)
_LAST = (
    "Abernath Aldercott Ambergate Barleycote Bexwell Brackwater Bramhall Carroway Copperfen Cragmore"
    " Dalwhin Dunmarrow Eastlock Elderkin Fallowell Farnstead Fenwright Gorsefield Greyling Hallowmere"
    " Harkwood Hazelgrove Inglebrook Ironmarsh Jessamine Kestrelby Kingsmoor Larkhill Lindenfort Longmeadow"
    " Marlpit Millgarth Nettleship Northolm Oakendale Orrinsby Pebblewick Quarryman Ravenscote Redfern"
    " Saltmarsh Sedgewright Silverlake Thistleton Tolbright Umberleigh Vintner Wetherlane Wrenfield Yarrowby"
)
FIRST_NAMES, LAST_NAMES = _FIRST.split(), _LAST.split()
SCHOOLS = ("Ashford Hill", "Bay Street", "Clearwater", "Dover Lane", "Elm Hollow", "Foxglove", "Gate House")
GRADES = 8

MOST_PEOPLE = len(FIRST_NAMES) * len(LAST_NAMES)  # one of each name

# The field: most are rated around 1400, one in ten is unrated and weaker.
MEAN, DEVIATION, LEAST = 1400, 350, 100
UNRATED, UNRATED_MEAN, UNRATED_DEVIATION = 0.1, 900, 200


@dataclass(frozen=True)
class Person:
    """Somebody who enters; ``strength`` is the rating, or what an unrated player's would be."""

    name: str
    rating: int | None
    strength: int
    school: str
    grade: str


def people(count: int, rng: Random) -> list[Person]:
    """As many people of different names, the highest-rated first and the unrated last."""
    found = []
    for at in rng.sample(range(MOST_PEOPLE), count):
        first, last = divmod(at, len(LAST_NAMES))
        unrated = rng.random() < UNRATED
        mean, deviation = (UNRATED_MEAN, UNRATED_DEVIATION) if unrated else (MEAN, DEVIATION)
        strength = max(LEAST, round(rng.gauss(mean, deviation)))
        found.append(
            Person(
                name=f"{FIRST_NAMES[first]} {LAST_NAMES[last]}",
                rating=None if unrated else strength,
                strength=strength,
                school=rng.choice((*SCHOOLS, "")),
                grade=str(rng.randint(1, GRADES)),
            )
        )
    return sorted(found, key=lambda person: -(person.rating or 0))
