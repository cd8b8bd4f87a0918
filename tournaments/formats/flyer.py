"""The prizes of a flyer, as organizers write them, in the lines in which Wallchart announces prizes.

    Trophies to top 5 individuals, top 3 teams. Medals to all other players.

A line that is an announcement already stays as it is.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from tiebreaks.engine.prizes.notation import MOST_LETTERS, parse, read, show
from tiebreaks.engine.prizes.prize import GIRL, NEWCOMER, PRIZE, Scope, ordinal

from .flyer_sums import (
    AMOUNT,
    DASH_BEFORE_SUM,
    EACH,
    GROUP,
    LIMIT,
    ORDINAL,
    RANK,
    of_the_group,
    one_each,
    sums_in_order,
    with_their_groups,
    with_their_sums,
)
from .flyer_terms import terms, thing_in
from .flyer_words import (
    DASH,
    NOT_SAID,
    TH,
    Counting,
    by_their_words,
    counting,
    of_boards,
    of_each_grade,
    of_each_group,
    of_everybody,
    own_words,
    plainly,
)

_BULLET = re.compile(r"^[•●▪*·>]+\s*|^[-–—]\s+|^\d{1,2}[.)]\s+")
_BETWEEN = re.compile(r"\s+[|•·●▪]\s+")
_SENTENCE = re.compile(
    r"(?<=[\w)])[.!](?:\s+|$)|\s*;\s*|,?\s+plus\s+"
    r"|(?:,|\s+and)\s+(?=(?:troph(?:y|ies)|medals?)(?:\s+(?:to|for)\b(?!\s+(?:all|every))|:|\s+\d))"
    r"|,\s*(?:and\s+)?(?=(?:all|every\w*|each|(?:the\s+)?rest|(?:the\s+)?(?:other|remaining))\b[^,]*\bmedals?\b)",
    re.IGNORECASE,
)
# What stands before prizes and says nothing of its own: "Class prizes: A $50".
_WORDS = (
    r"(?:prizes?|awards?|individuals?|cash|class|place|overall|sections?|trophies|trophy|special|\s|&|and)"
)
_LABEL = re.compile(rf"{_WORDS}+:\s*", re.IGNORECASE)
_ITEM = re.compile(
    r"(?P<item>troph(?:y|ies)|medals?)\b"
    r"\s*(?:(?:(?:will be|are|is)\s+)?(?:given|awarded|presented)\b)?",
    re.IGNORECASE,
)
# Medals, and something else: to whom, it does not say.
_ITEM_ALONE = re.compile(r"\s*(?:,|&|and\b|$)", re.IGNORECASE)
_TO = re.compile(rf"\s*(?:(?:to|for|go to)\b|:|{DASH})?\s*(?:the\b\s*)?", re.IGNORECASE)
_AND = re.compile(
    r"\s+(?:and|&)\s+(?!(?:below|under|lower|younger|up|above|over|older|higher|troph(?:y|ies)|medals?)\b|\$)",
    re.IGNORECASE,
)
# A comma parts prizes, unless a term or thousands follow it.
_COMMA = re.compile(
    r",(?!\d{3}\b)\s*"
    r"(?!\s*(?:on top|withdrawn too|unrated too|guaranteed|must be present|not with|value \d))",
    re.IGNORECASE,
)
# "1st: $100  2nd: $60" without a mark between.
_NEXT = re.compile(rf"(?<!top \d)(?<!best \d)(?<=[\d)])\s+(?=\d{{1,2}}{TH}\b)", re.IGNORECASE)
_PURSES = re.compile(rf"\$+\s*{AMOUNT}(?:\s*(?:{DASH}|/)\s*\$?{AMOUNT})+(?:\s*,)?")
# "$100 each: A, B".
_SUM_OF_EACH = re.compile(r"^(\$\d[\d,]*)\s+(?:each|apiece)\s*(?:to|for|:)?\s+(.+)$", re.IGNORECASE)
# Behind what of a line with sums names none.
NO_AMOUNT = ": $?"
# "$100 to 1st, top girl": the sum may be of both.
_SUM_TO = re.compile(r"\$[\d,.]*\d\s+(?:to|for)\b", re.IGNORECASE)
_USUALLY = (Scope.UPSET, Scope.CHOICE, GIRL, "boy", NEWCOMER)
_PRIZE_OF = re.compile(
    r"\b(upset|women|girl|boy|female|senior|junior|unrated)(?:['’]?s['’]?)?\s+(?:prize|award)\b",
    re.IGNORECASE,
)
# "A" is a class too.
_LEADING = re.compile(r"^(?:(?:and|plus|also|[Oo]ne|[Tt]he|for|to)\b|an?\b)\s*")
_PEOPLE = re.compile(r"\s+(?:individuals?|players?|finishers?|overall|places?)(?=$|\s*[:$])", re.IGNORECASE)
# "Class A $75 Class B $50" without a mark between.
_NEXT_CLASS = re.compile(
    r"(\$[\d.,]*\d)\s+(?=(?:class\s+[a-j]|expert|top|best|unrated|u\d{3,4}|under\s+\d|\d{3,4}–)\b)",
    re.IGNORECASE,
)
# "1st $400 - 2nd $200".
_NEXT_PLACE = re.compile(rf"(\$[\d.,]*\d)\s+{DASH}\s+(?=\d{{1,2}}{TH}\b)", re.IGNORECASE)
# "U2000/U1800" of prizes that are worth the same each; "Classes A, B".
_CLASSES = re.compile(r"^classes\s+", re.IGNORECASE)
_SLASH = re.compile(r"\s*/\s*(?=u\d|unr)", re.IGNORECASE)
# One prize that the unrated can win too (33F).
_OR_UNRATED = re.compile(r"(?<!/)\b(u(?:nder)?\s*\d{3,4})\s*/\s*unrated\b", re.IGNORECASE)
_BELOW = re.compile(r"^((?:top|best)\s+)?(?:below|less than)\s+(?=\d{3})", re.IGNORECASE)
# "U1800 $150-100": of one group.
_PURSES_OF = re.compile(rf"(?P<of>\D.*?)\s*:?\s*(?P<sums>\$\s*{AMOUNT}(?:\s*(?:{DASH}|/)\s*\$?{AMOUNT})+)")
# "U400: 1st, 2nd, 3rd": what stands before the colon is of all that follows.
_BEFORE_COLON = rf"(?:top\s+)?(?P<of>{GROUP})\s*(?::|\s{DASH})\s*"
_OF_GROUP = re.compile(rf"{_BEFORE_COLON}(?P<ranks>(?:top\s+)?\d.*)", re.IGNORECASE)
_GROUP_FIRST = re.compile(_BEFORE_COLON, re.IGNORECASE)
# "Grade 2 and below: trophies to 1st, 2nd". "U800: trophies to top 10" may be a section that is not here.
_ITEM_BEHIND_LIMIT = re.compile(
    rf"(?:top\s+)?(?P<of>{LIMIT})\s*(?::|\s{DASH})\s*(?={_ITEM.pattern})", re.IGNORECASE
)
# "U1600 1st $100 2nd $50", "U1200: $100, $50".
_RANKS_OF_GROUP = re.compile(rf"(?:top\s+)?(?P<of>{GROUP})\s+(?P<ranks>1st\b.*\$.*)", re.IGNORECASE)
_SUMS_OF_GROUP = re.compile(
    rf"(?:top\s+)?(?P<of>{GROUP})\s*:?\s*(?P<sums>\$\s*{AMOUNT}(?:\s*,\s*\$\s*{AMOUNT})+)", re.IGNORECASE
)
# "U400 1st, 2nd".
_RANK_OF_GROUP = re.compile(rf"(?:top\s+)?(?P<of>{GROUP})\s+(?P<rank>\d{{1,2}}{TH})", re.IGNORECASE)
# "U400 1st and 2nd".
_PLACES_IN_A_ROW = re.compile(
    rf"(?:top\s+)?(?P<of>{GROUP})\s+(?P<ranks>\d{{1,2}}{TH}(?:\s+(?:and|&)\s+\d{{1,2}}{TH})+)", re.IGNORECASE
)
# "U600 1-3", "1-3 unrated".
_PLACES_OF_GROUP = re.compile(
    rf"(?P<of>{GROUP})\s+(?P<first>\d{{1,2}}){TH}?\s*{DASH}\s*(?P<last>\d{{1,2}}){TH}?"
    rf"|(?P<from>\d{{1,2}})\s*{DASH}\s*(?P<to>\d{{1,2}})\s+(?P<group>{GROUP})",
    re.IGNORECASE,
)
_BARE_GROUP = re.compile(GROUP, re.IGNORECASE)
_MANY_OF_A_GROUP = re.compile(rf"(?:top|best)\s+(?:[2-9]|\d\d)\s+(?:{GROUP})", re.IGNORECASE)
# "Top 3: $100-50-25", "1st, 2nd, 3rd: $100, $50, $25".
_ALIKE = re.compile(
    rf"(?:top\s+(?P<top>\d{{1,2}})|1st\s*(?:{DASH}|to)\s*(?P<last>\d{{1,2}}){TH}"
    rf"|(?P<each>1st(?:(?:\s*,\s*|\s+and\s+|\s*&\s*)+\d{{1,2}}{TH})+))(?:\s+(?:places?|prizes))?\s*(?::|\s{DASH}|(?=\$))\s*"
    rf"(?P<sums>\$\s*{AMOUNT}(?:(?:\s*{DASH}\s*|\s*/\s*|\s*,\s*(?:and\s+)?|\s+and\s+)\$?\s*{AMOUNT})+)",
    re.IGNORECASE,
)
_BEST_GAME = re.compile(r"best\s+game(?:\s+(?:prize|award))?", re.IGNORECASE)
# What is said of others too.
_OF_OTHERS = re.compile(r"\beach\b|\bevery\b|\bin\b|:|\(how many\?\)", re.IGNORECASE)
_SAYS_WORTH = re.compile(r"\$|\b(?:troph|medal)|“", re.IGNORECASE)
_MEDALS = re.compile(r"\bmedals?\b", re.IGNORECASE)
_ENDS_IN_MEDALS = re.compile(r"\bmedals?$", re.IGNORECASE)
# "K-2 and 3-5".
_K_BAND = re.compile(rf"(?:top\s+|best\s+)?(?:grades?\s+)?(?:pre-?)?k\s*{DASH}\s*\d", re.IGNORECASE)
_BARE_BAND = re.compile(rf"(?:top\s+|best\s+)?\d\s*{DASH}\s*\d{{1,2}}", re.IGNORECASE)
# "Top K, 1st, 2nd".
_BARE_ORDINAL = re.compile(rf"\d{{1,2}}{TH}", re.IGNORECASE)
_TEAMS = re.compile(r"\b(?:teams?|schools?)\b", re.IGNORECASE)
_BY_SIZE = re.compile(r"\b(?:fewest|most\s+(?:players|members)|largest|smallest)\b", re.IGNORECASE)
_OF_TEAMS = re.compile(r"(?:teams?|schools?)(?:\s+(?:prizes|awards|trophies))?:\s*", re.IGNORECASE)
_OF_PLAYERS = re.compile(r"\b(?:individuals?|players?|class|section|overall|girls?|boys?)\b", re.IGNORECASE)
# Whatever else stands there says of which teams.
_TEAM_WORDS = re.compile(
    rf"(?:top|best|the|to|for|places?|overall|teams?|schools?|troph(?:y|ies)|individual|score|{DASH}|:|\d+(?:{TH})?|\s)*",
    re.IGNORECASE,
)
_GRADER = re.compile(rf"(?:(?:top|best)\s+)?(?P<grade>\d{{1,2}}){TH}[- ](?:graders?|grade)", re.IGNORECASE)
_TOP_OF = re.compile(rf"(?:top|best)\s+(?P<many>\d{{1,2}})\s+(?P<of>\D.*|\d{{1,2}}{TH})", re.IGNORECASE)
_KINDERGARTEN = re.compile(r"(?:top|best)\s+k", re.IGNORECASE)


@dataclass(frozen=True)
class Reading:
    """What a line of a flyer announces. ``unread`` are the parts of it that are no prize."""

    announced: list[str]
    unread: list[str]
    counting: Counting = NOT_SAID
    # The fund is based on so many entries (32C4), and the prize not for who is among so many first.
    based_on: int | None = None
    besides: int | None = None
    # The prize is for players up to this grade who have a mark.
    grade: int | None = None

    @property
    def whole(self) -> bool:
        return bool(self.announced or self.based_on) and not self.unread

    @property
    def in_part(self) -> bool:
        """Whether what is read stands without the rest, which may say something of it: of sums, of each."""
        sums = any("$" in each for each in self.unread) and any("$" in each for each in self.announced)
        return bool(self.announced) and not sums and not any(map(_OF_OTHERS.search, self.unread))


def prize_lines(line: str) -> list[str]:
    """The announcements that a line of a flyer makes; the line itself where that cannot be told.

    >>> prize_lines("Trophies to top 5 individuals, top 3 teams. Medals to all other players.")
    ['top 5 trophies', '1st–3rd team trophies', 'Everybody: medal, not with a trophy']
    >>> prize_lines("Top 3 wise men")
    ['Top 3 wise men']
    >>> prize_lines("Plaques: Top Female, Class A/B; First place $100 U1800 $50-25")
    ['Top female prize “plaque”', 'Top 1600–1999 prize “plaque”', '1st place $100', '1st U1800 $50', \
'2nd U1800 $25']
    """
    found = reading(line)
    return found.announced if found.whole and found.grade is None else [line]


def reading(line: str) -> Reading:
    """What a line announces, with what of it cannot be read.

    >>> reading("Medals and sportsmanship award and top 3 teams")
    Reading(announced=['sportsmanship award', '1st–3rd team trophies'], unread=['Medals'], \
counting=Counting(best=None, minimum=None), based_on=None, besides=None, grade=None)
    """
    if len(line) > MOST_LETTERS:
        return Reading([], [line])
    plain, count = counting(_BULLET.sub("", line.strip()))
    own = own_words(plain)
    if (parts := by_their_words(plain)) != [plain]:
        if not parts or _GROUP_FIRST.match(plain):
            return Reading([], [plain])
        return _together({part: reading(part) for part in parts}, count)
    if _reads(plain) and not own:
        return Reading([plain], [], count)
    beside = terms(_BETWEEN.sub("; ", plain))
    said = list(_announced(beside.line))
    if beside.guaranteed:
        said = [f"{each}, guaranteed" if "$" in each and "guaranteed" not in each else each for each in said]
    return Reading(
        [one for each in said if _reads(each) for one in _in_own_words(each, own)],
        [each for each in said if not _reads(each)],
        count,
        beside.based_on,
        beside.besides,
        beside.grade,
    )


def _together(parts: Mapping[str, Reading], count: Counting) -> Reading:
    """What the parts of a line announce; one of which nothing is read stands as it is written."""
    several = list(parts.values())
    unread = [each.unread if each.announced else each.unread and [part] for part, each in parts.items()]
    return Reading(
        [one for each in several for one in each.announced],
        [one for each in unread for one in each],
        count,
        next((each.based_on for each in several if each.based_on), None),
        next((each.besides for each in several if each.besides), None),
        next((each.grade for each in several if each.grade), None),
    )


def _in_own_words(announcement: str, own: Mapping[str, str]) -> list[str]:
    """A trophy or a medal that the flyer calls otherwise as a thing of that name; money beside it is apart.
    Teams win trophies alone."""
    prizes = parse(announcement)
    if not any(prize.item in own and prize.scope is not Scope.TEAM for prize in prizes):
        return [announcement]
    things = [
        replace(prize.item_alone, item=PRIZE, name=prize.name or own[prize.item])
        if prize.item in own and prize.scope is not Scope.TEAM
        else prize.item_alone
        for prize in prizes
    ]
    return show([*things, *(prize.money_alone for prize in prizes if prize.cents)]).splitlines()


def _announced(line: str) -> Iterator[str]:
    if _reads(line):
        yield line
        return
    plain = plainly(line)
    if several := of_each_grade(line) or of_each_group(plain) or of_boards(plain) or _of_thing(line):
        yield from several
        return
    if _reads(plain):
        yield plain
        return
    at, apart, of_teams, of, ends = 0, True, False, "", ".!"
    sums_first = bool(_SUM_TO.search(line))
    for mark in [*_SENTENCE.finditer(plain), None]:
        sentence = plain[at : mark.start() if mark else None].strip()
        if sentence:
            sentence = plainly(sentence.rstrip(".!:"))
            of_teams = bool(_OF_TEAMS.match(sentence)) or (of_teams and not _OF_PLAYERS.search(sentence))
            if group := _GROUP_FIRST.match(sentence):
                of, ends = group["of"], ".!;" if at else ".!"
            goes_on = not group and _ITEM.match(sentence) and not _TEAMS.search(sentence)
            of_it = of if goes_on else ""
            yield from _of_sentence(sentence, apart=apart, of_teams=of_teams, of=of_it, sums_first=sums_first)
        # Of what a comma or "and" parts, "Trophies to top 5, medals 6-10, top girl", the item may be either.
        at, apart = (mark.end(), not re.match(r",|\s+and", mark[0])) if mark else (at, apart)
        # What begins anew, "U400: 1st, 2nd. Medals to 3rd-10th", is of no group.
        of = "" if mark and mark[0].strip() in tuple(ends) else of


def _of_thing(text: str) -> list[str]:
    """The announcements of a thing that is won; none where it is none, or nobody knows who wins it."""
    if not (thing := thing_in(_PRIZE_OF.sub(r"\1", text))):
        return []
    who = _one(plainly(thing.who), "", of_teams=False, of_grade=False)
    several = replace(thing, who=who).announced
    return several if _reads(who) and all(map(_reads, several)) else []


def is_prize(line: str) -> bool:
    """Whether a line announces prizes, alone or behind a heading."""
    return any(all(map(_reads, prize_lines(part))) for part in (line, line.partition(":")[2]))


def is_for_all_players(found: Reading) -> bool:
    """Whether what was read is for everybody, not for the others of a section: ``Medals to all players``."""
    prizes = parse("\n".join(found.announced)) if found.whole else ()
    return bool(prizes) and all(prize.for_everybody and not prize.without_trophy for prize in prizes)


def is_label(line: str) -> bool:
    """Whether a line only says that prizes follow: ``Trophies:``."""
    return bool(_LABEL.fullmatch(f"{line.strip().rstrip(':')}:"))


def _reads(text: str) -> bool:
    found, errors = read(text)
    return bool(found) and not errors


def _of_sentence(
    text: str, *, apart: bool, of_teams: bool, of: str = "", sums_first: bool = False
) -> Iterator[str]:
    """What a sentence announces; it stands ``apart`` from what is before it, or goes on with that; all
    of it may be ``of_teams``, or ``of`` the group before it. With ``sums_first``, who wins a sum stands
    behind it."""
    if thing := _of_thing(text):
        yield from thing
        return
    if "," not in text and (everybody := of_everybody(text)):
        yield everybody
        return
    if (alike := _ALIKE.fullmatch(text)) and (in_order := one_each(alike)):
        yield from in_order
        return
    if label := _OF_TEAMS.match(text):
        text = text[label.end() :]
    if (label := _LABEL.match(text)) and not _ITEM.match(text):
        text = text[label.end() :]
    if limit := _ITEM_BEHIND_LIMIT.match(text):
        of, text = limit["of"], text[limit.end() :]
    item = ""
    if found := _ITEM.match(text):
        item = " medals" if found["item"].casefold().startswith("m") else " trophies"
        if alone := _ITEM_ALONE.match(text, found.end()):
            yield found["item"]
            item, text = "", text[alone.end() :]
        else:
            to = _TO.match(text, found.end())
            text = text[to.end() if to else found.end() :]
    text = _SUM_OF_EACH.sub(r"\2 \1 each", plainly(text))
    if purses := _PURSES.match(text):
        amounts = re.findall(AMOUNT, purses[0])
        text = text[purses.end() :].strip()
        guaranteed = ", guaranteed" if text.startswith("(guaranteed)") else ""
        text = text.removeprefix("(guaranteed)").lstrip(" ,")
        yield from (f"{ordinal(nth)} ${amount}{guaranteed}" for nth, amount in enumerate(amounts, 1))
        if to := re.fullmatch(r"(?:to|for)\s+(?:the\s+)?top\s+(\d+)", text, re.IGNORECASE):
            text = text if int(to[1]) != len(amounts) else ""
            yield from [text] if text else []
            return
    text = _NEXT_PLACE.sub(r"\1, ", _NEXT_CLASS.sub(r"\1, ", text))
    if _CLASSES.match(text) or EACH.search(text):
        text = _SLASH.sub(", ", _CLASSES.sub("", text))
    if sums := _SUMS_OF_GROUP.fullmatch(text):
        yield from sums_in_order(sums)
        return
    if of_group := _OF_GROUP.fullmatch(text):
        of, text = of_group["of"], of_group["ranks"]
    parts = list(_parts(text))
    if of:
        yield from (of_the_group(part, of, item) for part in parts)
        return
    parts = list(with_their_groups(with_their_sums(parts)))
    if not item and not sums_first:
        parts = list(_with_their_trophies(parts))
    # What says "medals" itself. Of "top 3, top girl, 4-6 medals" the others may be trophies.
    own = parts[0] if parts else ""
    say_medals = [part for part in parts if _MEDALS.search(part)]
    if not item and say_medals and say_medals == parts[-1:] and _ENDS_IN_MEDALS.search(text):
        item, own = " medals", parts[-1]
        apart = "," not in text or all(map(RANK.fullmatch, parts))
    grades = any(map(_GRADER.fullmatch, parts))
    # "1st, 2nd and 3rd place team trophies": the last says of all what they are.
    ranks = list(map(ORDINAL.fullmatch, parts[:-1]))
    teams_after = bool(ranks) and all(ranks) and bool(re.match(rf"\d+{TH}.*\b(?:team|school)", parts[-1]))
    of_k = bool(parts) and not grades and _KINDERGARTEN.fullmatch(parts[0])
    unclear = _BARE_BAND if parts and _K_BAND.match(parts[0]) else _BARE_ORDINAL if of_k else None
    many = bool(parts) and _MANY_OF_A_GROUP.fullmatch(parts[0])
    for part in parts:
        if unclear and part is not parts[0] and unclear.fullmatch(part):
            yield f"{part} (grades or places?)"
        elif item == " medals" and not apart and part is not own and not RANK.fullmatch(part):
            yield f"{part} (trophies or medals?)"
        elif thing := of_boards(part + item) or _of_thing(part):
            yield from thing
        elif _reads(part) and _SAYS_WORTH.search(part):
            yield part
        elif everybody := of_everybody(part):
            yield everybody
        elif many and part is not parts[0] and _BARE_GROUP.fullmatch(part):
            yield f"{part} (how many?)"
        elif purses := _PURSES_OF.fullmatch(part):
            yield from sums_in_order(purses)
        elif "$" in text and _BEST_GAME.fullmatch(part):
            yield "Best game"  # the thing itself is the prize
        elif "$" in text and not item and not _SAYS_WORTH.search(part):
            yield f"{part}{NO_AMOUNT}"  # a sum for some: whether the others have it too, nobody can tell
        else:
            yield _one(part, item, of_teams=of_teams or teams_after, of_grade=grades)


def _parts(text: str) -> Iterator[str]:
    of = ""
    for piece in _COMMA.split(text):
        ranked, alone = _RANK_OF_GROUP.fullmatch(piece.strip()), ORDINAL.fullmatch(piece.strip())
        of = ranked["of"] if ranked else of if alone else ""
        if in_a_row := _PLACES_IN_A_ROW.fullmatch(piece.strip()):
            of = in_a_row["of"]
            yield from (f"{rank} {of}" for rank in re.findall(rf"\d{{1,2}}{TH}", in_a_row["ranks"]))
        elif ranked:
            yield f"{ranked['rank']} {of}"
        elif of:
            yield f"{piece.strip()} {of}"
        elif _PLACES_OF_GROUP.fullmatch(piece.strip()):
            yield piece.strip()
        elif ranks := _RANKS_OF_GROUP.fullmatch(piece.strip()):
            of, several = ranks["of"], _NEXT.split(ranks["ranks"])
            yield from (of_the_group(rank, of, "") for rank in several)
        elif _of_thing(piece):
            yield piece.strip()
        else:
            several = [part for each in _NEXT.split(piece) for part in _AND.split(each)]
            yield from (part.strip() for part in several if part.strip())


def _with_their_trophies(parts: list[str]) -> Iterator[str]:
    """What is usually a trophy is one behind all sums, "1st $100, 2nd $60, top girl": of those before it each
    is somebody else's."""
    last = max((at for at, part in enumerate(parts) if "$" in part), default=len(parts))
    for at, part in enumerate(parts):
        alone = at > last and not _SAYS_WORTH.search(part) and not _BEST_GAME.fullmatch(part)
        plain = _one(part, "", of_teams=False, of_grade=False) if alone else ""
        usual = plain and all(prize.scope in _USUALLY or prize.label in _USUALLY for prize in read(plain)[0])
        yield f"{plain} trophy" if usual and _reads(plain) else part


def _one(part: str, item: str, *, of_teams: bool, of_grade: bool) -> str:
    """One prize, in the words of an announcement."""
    text = _LEADING.sub("", part)
    text = re.sub(rf"(\d+){TH}\s+(?:through|thru|to)\s+(\d+){TH}", r"\1–\2th", text, flags=re.IGNORECASE)
    text = re.sub(r"\bindividual\s", "", text, flags=re.IGNORECASE)
    text = DASH_BEFORE_SUM.sub(" ", _PRIZE_OF.sub(r"\1", text))
    text = _BELOW.sub(r"\1U", text)
    if of_teams or (_TEAMS.search(text) and not _BY_SIZE.search(text)):
        return _of_teams(text, medals=item == " medals" or bool(_MEDALS.search(text)))
    said = bool(_SAYS_WORTH.search(text))
    text = text if _BY_SIZE.search(text) else _PEOPLE.sub("", text)
    if places := _PLACES_OF_GROUP.fullmatch(text):
        first, last = places["first"] or places["from"], places["last"] or places["to"]
        text = f"{ordinal(int(first))}–{ordinal(int(last))} {places['of'] or places['group']}"
    too = ", unrated too" if _OR_UNRATED.search(text) else ""
    text = _OR_UNRATED.sub(r"\1", text)
    if grader := _GRADER.fullmatch(text) or (of_grade and ORDINAL.fullmatch(text)):
        text = f"Best grade {grader['grade']}"
    elif _KINDERGARTEN.fullmatch(text):
        text = "Best grade K"
    elif top := _TOP_OF.fullmatch(text):
        grade = ORDINAL.fullmatch(top["of"])
        of = (
            f"grade {grade['grade'] if grade else 'K'}" if grade or top["of"].casefold() == "k" else top["of"]
        )
        text = f"1st–{ordinal(int(top['many']))} {of}"
    plain = re.fullmatch(r"(?:top\s+)?\d.*|(?:top|best)\s.*", text, re.IGNORECASE)
    return (text + item if item and plain and not said else text) + too


def _of_teams(text: str, *, medals: bool) -> str:
    """The trophies of teams, or their medals, which no table gives; the text itself where it says of which
    teams, or what else they win."""
    if not _TEAM_WORDS.fullmatch(_MEDALS.sub("", text)):
        return text
    one, several = ("medal", "medals") if medals else ("trophy", "trophies")
    places = re.search(rf"(\d+)({TH})?(?:\s*(?:{DASH}|to)\s*(\d+))?", text)
    if places is None:
        return f"1st team {one}"
    first, last = (places[1], places[3]) if places[3] else ("1", places[1])
    if places[2] and not places[3] and not re.match(r"(?:top|best)\b", text, re.IGNORECASE):
        first = last
    return f"{ordinal(int(first))}{f'–{ordinal(int(last))}' if first != last else ''} team {several}"
