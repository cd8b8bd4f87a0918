"""Who did not come to a board and was withdrawn with its forfeit, has another result there since, and is
withdrawn still: an entry of a result brings nobody back."""

from tiebreaks.engine.chart.wallchart import Kind

from ...models import LogEntry, Player, Seat, Section, Verb


def still_withdrawn(section: Section, number: int) -> list[Player]:
    """These of a round, by number. That they were no-shows only the log knows, which is read where somebody
    who is withdrawn has a board."""
    seats = Seat.objects.filter(
        round__section=section,
        round__number=number,
        game__isnull=False,
        player__withdrawn_after__gte=number,
    ).exclude(kind=Kind.FORFEIT_LOSS.letter)
    players = {seat.player.number: seat.player for seat in seats.select_related("player")}
    named = _named_in_log(section, number) if players else frozenset()
    return [players[each] for each in sorted(players.keys() & named)]


def _named_in_log(section: Section, number: int) -> frozenset[int]:
    entries = LogEntry.objects.filter(
        standings=section.standings_id,
        verb__in=(Verb.RESULT, Verb.RULING),
        values__has_key="still_withdrawn",
        values__round=number,
    )
    found = entries.values_list("values__still_withdrawn", flat=True)
    return frozenset(player for named in found for player, _name in named)
