"""Money: people type and read dollars, the program counts cents."""

from decimal import Decimal
from typing import Any

from django import forms


class DollarsField(forms.DecimalField):
    """An amount in dollars, of at most ``most_cents``; its value is in whole cents."""

    def __init__(self, *, most_cents: int, **kwargs: Any) -> None:
        super().__init__(
            min_value=Decimal(0), max_value=Decimal(most_cents) / 100, decimal_places=2, **kwargs
        )

    def clean(self, value: Any) -> int | None:
        dollars = super().clean(value)
        return None if dollars is None else int(dollars * 100)

    def prepare_value(self, value: Any) -> Any:
        return f"{value // 100}.{value % 100:02}" if isinstance(value, int) else value

    def has_changed(self, initial: Any, data: Any) -> bool:
        return bool(super().has_changed(self.prepare_value(initial), data))
