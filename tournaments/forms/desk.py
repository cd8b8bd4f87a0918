"""What a director types at the desk beside results and pairings."""

from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from tiebreaks.engine.chart.wallchart import Kind
from tiebreaks.engine.points import HALF, POINT, show
from tiebreaks.fields import LineField

from ..services.rulings import RULED, Outcome
from ..text.results import BLACK_WINS, DRAW, WHITE_WINS, Points, show_result

_GROUPS = [
    (_("Played"), [kind for kind in RULED if kind.played and not kind.lone]),
    (_("Played, for this side only"), [kind for kind in RULED if kind.lone]),
    (_("Not played"), [kind for kind in RULED if not kind.played]),
]


class ExtraGameForm(forms.Form):
    """A rated game outside the rounds, by numbers (28M4)."""

    white = forms.IntegerField(label=_("White's wall-chart number"), min_value=1, max_value=999_999)
    black = forms.IntegerField(label=_("Black's wall-chart number"), min_value=1, max_value=999_999)
    result = forms.ChoiceField(
        label=_("Result"),
        choices=[("", "–"), *((result, show_result(result)) for result in (WHITE_WINS, DRAW, BLACK_WINS))],
    )

    def kinds(self) -> tuple[Kind, Kind]:
        white, black = self.cleaned_data["result"]
        return Kind.of(white), Kind.of(black)


class RulingForm(forms.Form):
    """Both sides of a board, each with its result and, where they differ from it, the points awarded."""

    white = forms.ChoiceField(label=_("Result"))
    white_points = forms.ChoiceField(label=_("Points"), required=False)
    black = forms.ChoiceField(label=_("Result"))
    black_points = forms.ChoiceField(label=_("Points"), required=False)
    reason = LineField(label=_("Reason"), max_length=300)

    def __init__(self, data: Any, current: str, points_q: Points) -> None:
        """``current`` and ``points_q`` are the board's result and awarded points now."""
        super().__init__(data)
        results = [(name, [(k.letter, _(k.label)) for k in kinds]) for name, kinds in _GROUPS]
        worth = sorted({0, HALF, POINT} | {each for each in points_q if each is not None})
        points = [("", _("standard")), *((str(each), show(each)) for each in worth)]
        for side, letter, awarded in zip(("white", "black"), current, points_q, strict=True):
            self._offer(side, [("", _("choose")), *results], letter)
            self._offer(f"{side}_points", points, "" if awarded is None else str(awarded))

    def _offer(self, name: str, choices: list[Any], chosen: str) -> None:
        field = cast(forms.ChoiceField, self.fields[name])
        field.choices, field.initial = choices, chosen

    def outcome(self, side: str) -> Outcome:
        awarded = self.cleaned_data[f"{side}_points"]
        return Outcome(Kind.of(self.cleaned_data[side]), int(awarded) if awarded else None)
