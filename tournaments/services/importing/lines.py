"""What becomes of each line of a registration file: what it changes of who is here, and what stays."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.utils.translation import gettext as _

from ...formats.byes import Bye, read_byes, written
from ...formats.fields import written_rating
from ...formats.names import first_last, same_player_name
from ...formats.records import FileProblem
from ...formats.registration import ListedPlayer
from ...models import Player, Section
from ...selectors.entries.bye_requests import Requestable, not_of_section
from ...selectors.entries.byes import is_irrevocable, requested
from ...selectors.files.rating_list import by_ids
from . import doubts
from .doubts import KEEP, Doubts
from .matching import digest, not_in
from .plans import Entry, Plan, Target
from .since_last import NONE, OF_COLUMNS, Kept, SinceLast, registered


def entries_of(
    placed: Sequence[tuple[ListedPlayer, Target]],
    known: Mapping[int, Player],
    asked: Doubts,
    made: Plan,
    since: SinceLast,
    elsewhere: Mapping[int, Kept],
) -> Iterator[Entry]:
    """What becomes of each line. ``elsewhere`` are those whose players are in another section here than in
    the file, by line."""
    by_key = {target.key: target for target in made.targets}
    byes = _Byes(made, known.values())
    open_here = {at: row for at, row in known.items() if str(row.section_id) in by_key}
    in_file = [name for column, name in OF_COLUMNS.items() if column in made.columns]
    from_list = _rated_by_list(open_here)
    none = _asked_of_none(placed, open_here, byes, asked, made, from_list)
    for at, (each, target) in enumerate(placed):
        player = known.get(at)
        if player is None:
            new = replace(each, entry=replace(each.entry, registered=registered(each)))
            yield Entry(byes.possible(new, target), target)
            continue
        home = by_key.get(str(player.section_id))
        if made.only is not None and home is not None:
            target = home  # a file that names no section moves nobody
        moves = str(player.section_id) != target.key
        if stays(player, target, by_key):
            _ask_to_stay(each, player, target, home, asked)
            moves, target = False, home or target
        if home is None:
            # Of a section that is final: it stays as it is.
            yield Entry(each, target, player)
            continue
        had, said = byes.had(player), each
        each = byes.possible(each, target, player)
        asks = each.entry.byes if each.entry.byes and each.entry.byes != had else None
        fields, differing = since.fields(each.entry, player)
        if each.entry.line in elsewhere:
            differing.insert(0, elsewhere[each.entry.line])
        if asks is not None and not byes.are_news(said, player, since):
            shown = _("byes"), written(had) or "–", written(asks)
            differing.append(since.kept(player, "byes", written(said.entry.byes), *shown))
            asks = asks if differing[-1].is_taken else None
        boxes: list[Kept] = []
        if "rating" in made.columns and not (each.entry.rating or at in none["rating"] or at in from_list):
            boxes += _unrated(player, since)
        if "byes" in made.columns and not (each.entry.byes or at in none["byes"]):
            boxes += byes.of_none(said, player, since)
        differing += boxes
        cleared = {column for column, answers in none.items() if answers.get(at)}
        cleared |= {box.column for box in boxes if box.is_taken}
        if "byes" in cleared:
            asks = byes.stay(player)
        if "rating" in cleared:
            fields |= {"rating": None, "provisional": None}
        marks = player.marks.split(", ") if player.marks else []
        if each.entry.marks and each.entry.marks not in marks:
            fields["marks"] = ", ".join([*marks, each.entry.marks])
        if each.entry.line in asked.renamed:
            fields["name"] = each.entry.name
        told = fields.keys() | {OF_COLUMNS.get(box.column, "") for box in boxes}
        empty = [name for name in in_file if name not in told]
        named_here = [] if "name" in fields else _other_name(each, player)
        kept = [*named_here, *not_in(each.entry, player, empty)]
        has_box = any(box.column == "byes" for box in boxes)
        if "byes" in made.columns and had and not each.entry.byes and asks is None and not has_box:
            kept.append(_("byes %(byes)s") % {"byes": written(had)})
        noted = since.registered(said, player, differing)
        yield Entry(each, target, player, fields, asks, had, moves, tuple(kept), tuple(differing), noted)


def without_removed(
    placed: Sequence[tuple[ListedPlayer, Target]],
    known: Mapping[int, Player],
    gone: Iterable[Mapping[str, Any]],
    since: SinceLast,
    made: Plan,
) -> tuple[list[tuple[ListedPlayer, Target]], dict[int, Player]]:
    """The lines and who is known, without those that a file brought before and a director removed since: they
    stay out, unless their boxes are checked."""
    removed = {_whose(each["registered"]) for each in gone}
    found: list[tuple[ListedPlayer, Target]] = []
    rows: dict[int, Player] = {}
    for at, (each, target) in enumerate(placed):
        whose = _whose(registered(each))
        if at not in known and whose in removed:
            key = digest("again", *whose)
            made.removed.append((Entry(each, target, again=key), key in since.taken))
            if key not in since.taken:
                continue
        if at in known:
            rows[len(found)] = known[at]
        found.append((each, target))
    return found, rows


def _whose(said: Mapping[str, str]) -> tuple[str, str]:
    return said.get("name", ""), said.get("id", "")


def stays(player: Player, target: Target, by_key: Mapping[str, Target]) -> bool:
    """Whether who is in another section than the file's stays there, as one of the two plays."""
    home = by_key.get(str(player.section_id))
    return str(player.section_id) != target.key and (target.begun or home is None or home.begun)


def _other_name(each: ListedPlayer, player: Player) -> Iterator[str]:
    """The name here, where the line has another: nobody is renamed by a file unasked."""
    if not same_player_name(each.entry.name, player.name):
        values = {"here": player.called, "listed": first_last(each.entry.name)}
        yield _("name %(here)s, in the file %(listed)s") % values


def _rated_by_list(known: Mapping[int, Player]) -> set[int]:
    """The lines whose players have the rating of the rating list: what was filled in from it before is
    nothing to ask about."""
    on_list = by_ids({player.uscf_id for player in known.values()})
    return {
        at
        for at, player in known.items()
        if player.uscf_id in on_list and on_list[player.uscf_id].rating == player.rating
    }


def _unrated(player: Player, since: SinceLast) -> Iterator[Kept]:
    """The box that takes the rating of a player whom the file has without one."""
    if rating := written_rating(player.rating, player.provisional):
        yield since.kept_of_none(player, "rating", _("rating"), rating)


def _asked_of_none(
    placed: Sequence[tuple[ListedPlayer, Target]],
    known: Mapping[int, Player],
    byes: "_Byes",
    asked: Doubts,
    made: Plan,
    from_list: Container[int],
) -> dict[str, dict[int, bool]]:
    """By column, the lines that are asked about because the file says that there is no rating, or that there
    are no byes; and whether a director agrees. Of an older file nobody is asked."""
    rated: dict[int, str] = {}
    having: dict[int, str] = {}
    if made.is_older:
        return {"rating": {}, "byes": {}}
    for at, player in sorted(known.items()):
        none, entry = placed[at][0].none, placed[at][0].entry
        # Where the last file said so too, what is here was entered since.
        none -= {each for each in none if player.registered.get(each) == NONE}
        rating = written_rating(player.rating, player.provisional)
        if "rating" in none and not entry.rating and rating and at not in from_list:
            rated[at] = _("rating %(rating)s") % {"rating": rating}
        if "byes" in none and (revocable := set(byes.had(player)) - set(byes.stay(player))):
            having[at] = _("byes %(byes)s") % {"byes": written(revocable)}
    return {
        what: dict.fromkeys(here, doubts.about_none(what, [(placed[at][0], here[at]) for at in here], asked))
        for what, here in (("rating", rated), ("byes", having))
    }


class _Byes:
    """The byes of a file, but for those that cannot be: each of these is a problem of the file."""

    def __init__(self, made: Plan, known: Iterable[Player]) -> None:
        self.made = made
        self.column = made.columns.index("byes") + 1 if "byes" in made.columns else 1
        self.known: dict[int, list[Player]] = defaultdict(list)
        for player in known:
            self.known[player.section_id].append(player)
        self._had: dict[int, dict[int, tuple[Bye, ...]]] = {}
        self._there: dict[int, Requestable] = {}

    def had(self, player: Player) -> tuple[Bye, ...]:
        """What a player has asked for already, in rounds that are not published."""
        if player.section_id not in self._had:
            self._had[player.section_id] = requested(player.section)
        return self._had[player.section_id].get(player.pk, ())

    def stay(self, player: Player) -> tuple[Bye, ...]:
        """Of these, the half-point byes in the last round that stay, as it is posted (22C)."""
        return tuple(bye for bye in self.had(player) if is_irrevocable(player.section, *bye))

    def of_none(self, said: ListedPlayer, player: Player, since: SinceLast) -> Iterator[Kept]:
        """The box that takes the byes of a player whom the file gives none in the rounds to come."""
        had, there = self.had(player), self._in(player.section)
        is_past = all(there.is_published(bye.round) for bye in said.entry.byes)
        if not is_past or not set(had) - set(self.stay(player)):
            return
        if said.entry.byes:
            listed = written(said.entry.byes)
            yield since.kept(player, "byes", listed, _("byes"), written(had), listed)
        else:
            yield since.kept_of_none(player, "byes", _("byes"), written(had))

    def are_news(self, each: ListedPlayer, player: Player, since: SinceLast) -> bool:
        """Whether the byes of a line are taken unasked. Of what the last file said, those of published rounds
        are past."""
        last = player.registered.get("byes")
        if last is not None and last != NONE:
            there = self._in(player.section)
            left = [bye for bye in read_byes(last) if not there.is_published(bye.round)]
            if written(left) == written(self.had(player)):
                return not since.older and last != written(each.entry.byes)
        return since.is_news(last, written(self.had(player)), written(each.entry.byes))

    def possible(self, each: ListedPlayer, target: Target, player: Player | None = None) -> ListedPlayer:
        """The line with the byes that its player can have in the section ``target``."""
        if not each.entry.byes:
            return each
        left = []
        for bye in each.entry.byes:
            expected = not_of_section(bye, target.rounds)
            there = self._in(player.section) if player is not None else None
            if player is not None and there is not None and not expected:
                expected = there.hindrance(player, bye)
            if expected:
                self._problem(each, bye, expected)
            elif there is None or not there.is_published(bye.round):
                left.append(bye)
        if player is not None:
            left += self._staying(each, player, left)
        byes = tuple(sorted(left, key=lambda bye: bye.round))
        return replace(each, entry=replace(each.entry, byes=byes))

    def _in(self, section: Section) -> Requestable:
        if section.pk not in self._there:
            self._there[section.pk] = Requestable(section, self.known[section.pk])
        return self._there[section.pk]

    def _staying(self, each: ListedPlayer, player: Player, left: Sequence[Bye]) -> Iterator[Bye]:
        """Those that stay and are not in the line, which has others."""
        for bye in self.stay(player):
            if left and bye not in left:
                expected = _("the bye in round %(round)d, which stays. To cancel it, open the player's page")
                self._problem(each, bye, expected % {"round": bye.round})
                yield bye

    def _problem(self, each: ListedPlayer, bye: Bye, expected: str) -> None:
        self.made.problems.append(FileProblem(each.entry.line, self.column, written([bye]), expected))


def _ask_to_stay(
    each: ListedPlayer, player: Player, target: Target, home: Target | None, asked: Doubts
) -> None:
    """``home`` is the section of a player here, unless it is final."""
    said = _(
        "%(who)s is in %(here)s and in the file in %(there)s. Round 1 of %(begun)s is published, so the file"
        " does not move this player."
    )
    if home is None:
        said = _(
            "%(who)s is in %(here)s and in the file in %(there)s. %(here)s is final, so the file does not"
            " move this player."
        )
    begun = home if home is not None and home.begun else target
    values = {"who": doubts.begun(doubts.named(each)), "here": player.section.name, "there": target.name}
    values["begun"] = begun.name
    stay = _("Leave %(name)s in %(here)s") % {"name": player.called, "here": player.section.name}
    about = ("stay", player.pk, target.key)
    asked.ask(about, said % values, [(KEEP, stay)])
