"""The sums and the ranks of a flyer, each with the group that it is of: ``U1800, U1600 each $100``."""

import re
from collections.abc import Iterable, Iterator

from tiebreaks.engine.prizes.prize import ordinal

from .flyer_words import DASH, OR_SO, TH

AMOUNT = r"(?:\d{1,3}(?:,\d{3})+|\d+)(?!\d)"
# "$100 each" and "each $100".
_SUM = r"(\$[\d.,]+\d)"
EACH = re.compile(rf":?\s*(?:{_SUM}\s+each|\beach\s+{_SUM})$", re.IGNORECASE)
# A dash before a sum is no sign: "1st-$100".
DASH_BEFORE_SUM = re.compile(rf"(?<=[\w)])\s*{DASH}\s*(?=\$)")
# Who can win what follows.
LIMIT = rf"(?:grades?|age)\s+\w+{OR_SO}"
GROUP = (
    rf"{LIMIT}|(?:grades?|age)\s+\w+|unrated|u(?:nder)?\s*\d{{3,4}}|class\s+[a-j]|girls?|boys?|women"
    rf"|\d{{1,2}}{TH}\s+grade"
)
# "1st U1200 $50", "2nd $30".
_SUM_OF_GROUP = re.compile(
    rf"(?:top\s+|(?P<nth>\d{{1,2}}){TH}\s+)?(?P<of>{GROUP})\s*:?\s*\$.*", re.IGNORECASE
)
_SUM_OF_RANK = re.compile(rf"(?P<nth>\d{{1,2}}){TH}(?:\s+place)?\s*:?\s*(?P<sum>\$.*)", re.IGNORECASE)
# "3rd U600", "2nd place under 800".
_LATER_RANK = re.compile(rf"(?P<nth>\d{{1,2}}){TH}(?:\s+places?)?(?:\s+in)?\s+(?P<of>{GROUP})", re.IGNORECASE)
RANK = re.compile(
    rf"(?P<rank>\d+{TH}?(?:\s*{DASH}\s*\d+{TH})?|top\s+\d+)(?:\s+place)?\s*:?\s*(?P<worth>(?:\$|troph|medal).*)?",
    re.IGNORECASE,
)
ORDINAL = re.compile(rf"(?:(?:top|best)\s+)?(?P<grade>\d{{1,2}}){TH}", re.IGNORECASE)


def with_their_sums(parts: list[str]) -> Iterator[str]:
    """What a part says that each is worth, "U1800, U1600 each $100", is of those before it without a sum."""
    waiting: list[str] = []
    for part in parts:
        if each := EACH.search(part):
            yield from (f"{one} {each[1] or each[2]}" for one in (*waiting, part[: each.start()]))
            waiting = []
        elif "$" in part:
            yield from (*waiting, part)
            waiting = []
        else:
            waiting.append(part)
    yield from waiting


def with_their_groups(parts: Iterable[str]) -> Iterator[str]:
    """A rank with a sum behind a group, "top U1200 $50, 2nd $30", is one of the group unless it goes on with
    places."""
    of, last, counted = "", 0, {0}
    for part in _ranks_of_groups(list(parts)):
        group, rank = _SUM_OF_GROUP.fullmatch(part), _SUM_OF_RANK.fullmatch(part)
        if group:
            of, last = group["of"], int(group["nth"] or 1)
            yield part
        elif rank and of and int(rank["nth"]) == last + 1 and last not in counted:
            last += 1
            yield f"{ordinal(last)} {of} {rank['sum']}"
        else:
            of = ""
            counted |= {int(rank["nth"])} if rank else set()
            yield part


def _ranks_of_groups(parts: list[str]) -> Iterator[str]:
    """Of "1st, 2nd and 3rd U600" the first two are of the group too."""
    for at, part in enumerate(parts):
        ranks = [ORDINAL.fullmatch(each) for each in parts[at:]]
        alone = next((n for n, rank in enumerate(ranks) if rank is None), len(ranks))
        last = _LATER_RANK.fullmatch(parts[at + alone]) if alone and at + alone < len(parts) else None
        first = int(ranks[0]["grade"]) if ranks[0] else 0
        yield f"{part} {last['of']}" if last and int(last["nth"]) == first + alone else part


def sums_in_order(found: re.Match[str]) -> Iterator[str]:
    """The sums of a group, from the first down; the text itself where it counts more of these or of those."""
    amounts = re.findall(AMOUNT, found["sums"])
    of = re.fullmatch(r"(?:(?:top|best)\s+(?:(\d{1,2})\s+)?)?(.*)", found["of"], re.IGNORECASE)
    if of is None or int(of[1] or len(amounts)) != len(amounts):
        yield found[0]
        return
    for nth, amount in enumerate(amounts, 1):
        yield f"{ordinal(nth)} {of[2]} ${amount}"


def one_each(found: re.Match[str]) -> list[str]:
    """A sum for each of the places; none where there are more of these or of those."""
    sums = re.findall(AMOUNT, found["sums"])
    places = re.findall(r"\d+", found["each"] or "")
    several = len(places) if places else int(found["top"] or found["last"])
    in_order = not places or places == [str(nth) for nth in range(1, several + 1)]
    return (
        [f"{ordinal(nth)} ${amount}" for nth, amount in enumerate(sums, 1)]
        if several == len(sums) and in_order
        else []
    )


def of_the_group(part: str, of: str, item: str) -> str:
    """A rank behind the name of who can win it."""
    part = DASH_BEFORE_SUM.sub(" ", part)
    found = RANK.fullmatch(part)
    if found is None:
        return f"{of}: {part}"
    rank = re.sub(
        r"^top\s+(\d+)$", lambda top: f"1st–{ordinal(int(top[1]))}", found["rank"], flags=re.IGNORECASE
    )
    return f"{rank} {of} {found['worth'] or item}".strip()
