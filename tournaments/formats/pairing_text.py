"""A pairing as a director would post it, with a line of reason for each board."""

from django.utils.translation import gettext as _

from tiebreaks.engine.points import show

from ..pairing.reading import entrant
from .pairing_json import FilePairing


def as_text(paired: FilePairing) -> str:
    """Boards with names, ratings and scores; byes and absences below, warnings last."""
    request, made = paired.request, paired.result
    if made is None:
        return ""
    title = _("Round %(round)d") % {"round": request.round}
    lines = [f"{paired.file.section}: {title}" if paired.file.section else title, ""]
    known = request.chart.by_number

    def listed(number: int) -> str:
        card = known[number]
        score = show(entrant(request.chart, card, request.round).score_q)
        return f"{number} {card.name} ({card.rating or _('unr.')}, {score})"

    whites = [listed(board.white) for board in made.boards]
    width = max(map(len, whites), default=0)
    for board, white in zip(made.boards, whites, strict=True):
        lines.append(f"{board.board:>3}  {white:<{width}}  –  {listed(board.black)}")
        lines.append(f"     {' '.join(board.reason.sentences)}")
    if made.bye:
        lines += [_("Bye: %(player)s") % {"player": listed(made.bye.number)}]
        lines += [f"     {' '.join(made.bye.sentences)}"]
    if made.absent:
        lines += [_("Not in this round: %(players)s") % {"players": "; ".join(map(listed, made.absent))}]
    if made.warnings:
        lines += ["", *(_("Warning: %(text)s") % {"text": text} for text in made.warnings)]
    return "\n".join(lines) + "\n"
