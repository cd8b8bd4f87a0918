"""The awards of a wall chart file as text for a terminal, in the words of the pages."""

from collections.abc import Iterable, Iterator

from django.utils.text import get_text_list
from django.utils.translation import gettext as _

from tiebreaks.engine.prizes.cash import CashAward
from tiebreaks.engine.prizes.funds import Purse
from tiebreaks.engine.prizes.prize import dollars

from ..text import prize_reasons, progress, wording
from ..text import prizes as words
from .awards_json import FileAwards


def as_text(found: FileAwards) -> str:
    """The trophies, the money of each player, and how each tie divided it."""
    if found.awards is None:
        return ""
    chart = found.file.chart
    state = progress.state(live=False, counted=chart.through, rounds=chart.rounds, playing=0, boards=0)
    lines = [f"{found.file.section or found.path} · {state}"]
    lines += words.terms(found.terms, found.prizes)
    if trophies := list(_trophies(found)):
        lines += ["", _("Trophies"), *trophies]
    if found.awards.cash or found.awards.unpaid:
        lines += ["", _("Prize money"), *_payout(found)]
        for share in found.awards.cash:
            lines += ["", *_shared(found, share)]
    return "\n".join(lines) + "\n"


def _trophies(found: FileAwards) -> Iterator[str]:
    for award in found.trophies():
        title = words.offered(award.prize)
        names = get_text_list([_called(found, number) for number in award.winners], _("or"))
        if award.winners and not award.contest:
            names = "; ".join(_called(found, number) for number in award.winners)
        yield f"  {title}: {names or '–'}  {wording.plain(prize_reasons.reason(award.why))}"


def _payout(found: FileAwards) -> Iterator[str]:
    awards, paid = found.awards, found.paid()
    for number, cents in paid.items():
        yield f"  {dollars(cents):>12}  {_called(found, number)}"
    yield f"  {dollars(sum(paid.values())):>12}  " + _("paid")
    for unpaid in awards.unpaid if awards else ():
        reason = wording.plain(prize_reasons.reason(unpaid.why))
        line = _("not paid: %(prize)s. %(reason)s")
        said = line % {"prize": words.money(*unpaid.purse), "reason": reason}
        yield f"  {dollars(unpaid.purse.cents):>12}  {said}"


def _shared(found: FileAwards, share: CashAward) -> Iterator[str]:
    yield _money(share.brought)
    for payment in share.payments:
        yield f"  {dollars(payment.cents):>12}  {_called(found, payment.number)}"
    yield from (f"  {sentence}" for sentence in [*found.reasons_of(share), *found.reasons(share.passed)])
    if share.left:
        yield "  " + _("Left: %(prizes)s.") % {"prizes": _money(share.left)}


def _money(purses: Iterable[Purse]) -> str:
    return " + ".join(words.money(*purse) for purse in purses)


def _called(found: FileAwards, number: int) -> str:
    return f"{number} {found.names[number]}"
