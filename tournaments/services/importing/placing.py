"""The section of each line of a registration file.

It is that which the file names, but for players who are in another one here because a director moved them, or
merged or split the sections: they stay there (:mod:`.since_last`). What names no section here is asked.
"""

from collections import Counter
from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tiebreaks.engine.ranking.membership import name_key
from tiebreaks.models import FinalSheet

from ...formats.limits import Limits, limits_in
from ...formats.registration import ListedPlayer
from ...models import Event, Player, Round
from ...schools.alike import may_be_one
from ...selectors.history.by_hand import merged_sections, renamed_sections, split_sections
from . import doubts
from .doubts import NEW, OUT, Doubts
from .lines import stays
from .matching import digest
from .plans import Choices, Plan, Target, Unknown, new_key
from .since_last import Kept, SinceLast
from .who_is_here import who_is_here

Placed = list[tuple[ListedPlayer, Target]]


def targets_of(event: Event) -> list[Target]:
    """The sections that a player can be in."""
    begun = set(
        Round.objects.filter(section__event=event, number=1, published_at__isnull=False).values_list(
            "section", flat=True
        )
    )
    final = FinalSheet.objects.filter(reopened_at=None).values("standings")
    sections = event.sections.filter(archived=False, boards=0).exclude(standings__in=final)
    return [
        Target(str(each.pk), each.name, each.limits, each, each.rounds, each.pk in begun)
        for each in sections.select_related("event").order_by("position", "pk")
    ]


def closed(event: Event, targets: Iterable[Target]) -> dict[str, str]:
    """By the key of its name, why a section of the event takes nobody."""
    found = {}
    for section in event.sections.exclude(pk__in=[each.section.pk for each in targets if each.section]):
        if section.archived:
            said = _("%(name)s is archived. Bring it back to enter anyone there.")
        elif section.boards:
            said = _("%(name)s is a team section. Enter its players on the roster.")
        else:
            said = _("%(name)s is final. No one can be entered there now.")
        found[name_key(section.name)] = said % {"name": section.name}
    return found


class Places:
    """Where the lines of a file go. ``elsewhere`` are those whose players are in another section here than in
    the file, and ``merges`` say which sections are gone in others."""

    def __init__(
        self,
        event: Event,
        made: Plan,
        here: Sequence[Player],
        choices: Choices,
        asked: Doubts,
        since: SinceLast,
    ) -> None:
        self.made, self.here, self.choices, self.asked, self.since = made, here, choices, asked, since
        self.closed = closed(event, made.targets)
        self.merged, self.split = merged_sections(event), split_sections(event)
        self.names = {name_key(each.name): each.name for each in event.sections.all()}
        self.by_key = {target.key: target for target in made.targets}
        self.by_name = {name_key(target.name): target for target in made.targets}
        for name, now in renamed_sections(event).items():
            if now in self.by_name and name not in self.closed:
                self.by_name.setdefault(name, self.by_name[now])
        # A section that a file created is remembered by its name. Once that is gone, a director deleted it.
        self.before = {key: answer for key, answer in asked.before.items() if answer != NEW}
        self.with_players = {str(player.section_id) for player in here}
        self.known: dict[int, Player] = {}
        self.elsewhere: dict[int, Kept] = {}
        self.merges: list[str] = []
        # How many lines are of players who stay as they are, by the name of their section, which is final.
        self.of_final: Counter[str] = Counter()

    def of(self, listed: list[ListedPlayer]) -> Placed:
        """Each player with a section; without one, until a director says which, or has said so before."""
        if "section" not in self.made.columns:
            return self._all_in_one(listed)
        self._know([(each, self._named(each) or _none(each)) for each in listed])
        found: Placed = []
        unknown: dict[str, list[ListedPlayer]] = {}
        staying: Counter[tuple[str, str]] = Counter()
        for each in listed:
            player, target = self.known.get(each.entry.line), self._named(each)
            if player is not None and (own := self._of_player(each, player)) is not None:
                found.append((each, own))
                if self._was_merged(each, own):
                    staying[each.section, own.name] += 1
            elif target is not None:
                found.append((each, target))
            elif player is not None and self._ended_in(player, name_key(each.section)):
                self.of_final[player.section.name] += 1
            else:
                unknown.setdefault(name_key(each.section), []).append(each)
        self.merges = [
            ngettext(
                "%(section)s was merged into %(into)s here: the %(count)d player whom the file has there"
                " stays in %(into)s.",
                "%(section)s was merged into %(into)s here: the %(count)d players whom the file has there"
                " stay in %(into)s.",
                count,
            )
            % {"count": count, "section": section, "into": into}
            for (section, into), count in staying.items()
        ]
        found += self._chosen(unknown)
        order = {each.entry.line: at for at, each in enumerate(listed)}
        return sorted(found, key=lambda pair: order[pair[0].entry.line])

    def within_limits(self, placed: Placed) -> Placed:
        """The lines as a director says of players outside a section's limits. Those who stay where they are
        were let in before."""
        others = {target.key: (target.name, target.limits) for target in self.made.targets}
        found: Placed = []
        for each, target in placed:
            player = self.known.get(each.entry.line)
            is_let_in = player is not None and self._is_let_in(each, target, player)
            if is_let_in or each.entry.line in self.asked.undecided:
                found.append((each, target))
                continue
            parts = [] if player is not None else self._parts(each, target)
            if len(parts) > 1:
                answer = doubts.about_split(each, target.name, parts, self.asked)
            else:
                near = {key: others[key] for key, _name in parts} | others
                answer = doubts.about_limits(each, target.name, target.limits, near, self.asked)
            if answer != OUT:
                found.append((each, self.by_key.get(answer, target)))
        return found

    def _parts(self, each: ListedPlayer, target: Target) -> list[tuple[str, str]]:
        """The parts of a section that was split, by key and name, that a new player may enter."""
        parts = (self.by_name.get(name) for name in self.split.get(name_key(target.name), ()))
        return [
            (part.key, part.name)
            for part in parts
            if part is not None and not [*part.limits.outside(each.entry.grade, each.entry.rating)]
        ]

    def _all_in_one(self, listed: list[ListedPlayer]) -> Placed:
        made = self.made
        made.only = self.choices.only if self.choices.only in self.by_key else ""
        if len(self.by_key) == 1:
            made.only = next(iter(self.by_key))
        if not made.only:
            return []
        placed = [(each, self.by_key[made.only]) for each in listed]
        self._know(placed)
        return placed

    def _know(self, placed: Placed) -> None:
        """Whom the lines mean, by line. Who is not certain is asked afterwards."""
        _lines, known = who_is_here(placed, self.here, Doubts(self.asked.answers, self.asked.before))
        self.known = {placed[at][0].entry.line: player for at, player in known.items()}

    def _named(self, each: ListedPlayer) -> Target | None:
        """The section that a line names, unless it was merged away and is empty."""
        target = self.by_name.get(name_key(each.section))
        return None if target is not None and self._is_merged_away(target) else target

    def _was_merged(self, each: ListedPlayer, own: Target) -> bool:
        key = name_key(each.section)
        return key in self.merged and key != name_key(own.name) and each.entry.line not in self.elsewhere

    def _is_merged_away(self, target: Target) -> bool:
        return name_key(target.name) in self.merged and target.key not in self.with_players

    def _ended_in(self, player: Player, key: str) -> bool:
        """Whether a section that takes nobody now, and is a player's, is what a name means."""
        own = name_key(player.section.name)
        return key in (own, player.registered.get("section")) or self._merged_into(key) == own

    def _merged_into(self, key: str) -> str:
        """The key of the name of the section that has the players of a merged one."""
        tried: set[str] = set()
        while key in self.merged and key not in tried:
            tried.add(key)
            key = self.merged[key]
        return key

    def _meant(self, key: str) -> Target | None:
        """The section that a name means: of this name, as was answered, or into which it was merged."""
        tried: set[str] = set()
        while key not in tried:
            tried.add(key)
            target = self.by_name.get(key) or self.by_key.get(self.before.get(digest(key), ""))
            if target is not None and not self._is_merged_away(target):
                return target
            key = self.merged.get(name_key(target.name) if target else key, key)
        return None

    def _of_player(self, each: ListedPlayer, player: Player) -> Target | None:
        """The section of a player who is here, unless the line moves the player, or it must be asked."""
        home = self.by_key.get(str(player.section_id))
        named = name_key(each.section)
        there = self._meant(named)
        if home is None or there is home:
            return home
        if not named:
            return home
        last = player.registered.get("section")
        if last is not None and last != named and not self.since.older and self._meant(last) is home:
            return None
        begun = home.begun or (there is not None and there.begun)
        if begun and there is not None and last != named:
            return None
        kept = self.since.kept(player, "section", named, _("section"), home.name, each.section)
        if begun or there is None:
            kept = kept._replace(key="", is_taken=False)
        if begun:
            said = _("%(said)s. Round 1 of %(begun)s is published, so the file moves nobody")
            of = home if home.begun or there is None else there
            kept = kept._replace(said=said % {"said": kept.said, "begun": of.name})
        self.elsewhere[each.entry.line] = kept
        return there if kept.is_taken else home

    def _is_let_in(self, each: ListedPlayer, target: Target, player: Player) -> bool:
        if stays(player, target, self.by_key):
            return True
        if str(player.section_id) != target.key:
            return self.made.only is not None
        fields, _kept = self.since.fields(each.entry, player)
        return not {"rating", "grade"} & fields.keys()

    def _chosen(self, unknown: dict[str, list[ListedPlayer]]) -> Placed:
        """The lines that name no section here, as far as a director chose one."""
        chosen: dict[str, str] = {}
        created: dict[str, Target] = {}
        # A name that may be a slip is asked about, and one of a section that a director deleted.
        here = list(self.names.values())
        for key, players in unknown.items():
            name = players[0].section
            is_new = bool(name) and len(players) > 1 and not any(may_be_one(name, each) for each in here)
            was_deleted = bool(here) and self.asked.before.get(digest(key)) == NEW
            usual = NEW if is_new and not was_deleted else ""
            if key in self.merged and (into := self._meant(key)) is not None:
                usual = into.key
            before = self.before.get(digest(key), usual)
            chosen[key] = self.choices.sections.get(digest(key), before)
            if chosen[key] == NEW and name and key not in self.closed and key not in self.by_name:
                target = Target(new_key(digest(key)), name, limits_in(name), rounds=self.choices.rounds)
                self.made.targets.append(target)
                self.by_key[target.key] = created[key] = target
        found: Placed = []
        for key, players in unknown.items():
            into = created.get(key) or self.by_key.get(chosen[key])
            if into is None and chosen[key] != OUT:
                chosen[key] = ""
            self.made.unknown.append(
                Unknown(
                    digest(key),
                    players[0].section,
                    len(players),
                    chosen[key],
                    self.closed.get(key, ""),
                    self._merge(key),
                    key in self.by_name,
                )
            )
            if into is not None:
                found += [(each, into) for each in players]
        return found

    def _merge(self, key: str) -> str:
        if key not in self.merged:
            return ""
        into = self._meant(key)
        name = into.name if into is not None else self.names.get(self._merged_into(key), "")
        if into is None and self._merged_into(key) in self.closed:
            said = _("It was merged into %(into)s here. %(why)s")
            return said % {"into": name, "why": self.closed[self._merged_into(key)]}
        return _("It was merged into %(into)s here.") % {"into": name} if name else _("It was merged here.")


def _none(each: ListedPlayer) -> Target:
    return Target("", each.section, Limits())
