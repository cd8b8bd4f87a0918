"""Fields that store and read clean text (:mod:`tiebreaks.lines`).

A model's field cleans what goes into the database, whichever way it takes: a saved row, rows in bulk, an
update, a restored backup. A form's field cleans before it asks whether anything was typed and how long it is.
To migrations they are Django's own fields.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from django import forms
from django.db import models

from .lines import clean_line, clean_lines


class LineField(forms.CharField):
    """One line that somebody types."""

    def to_python(self, value: Any) -> str:
        return clean_line(super().to_python(value) or "")


class LinesField(forms.CharField):
    """Several lines that somebody types."""

    def to_python(self, value: Any) -> str:
        return clean_lines(super().to_python(value) or "")


# Django's fields are generic in their stubs alone.
if TYPE_CHECKING:
    _Field = models.Field[str, str]
    _CharField = models.CharField[str, str]
    _TextField = models.TextField[str, str]
else:
    _Field, _CharField, _TextField = models.Field, models.CharField, models.TextField


class _Cleaned(_Field):
    """Cleans what it is given: Django asks :meth:`to_python` on the way into the database too. When an object
    is saved, it is cleaned itself, so that it is as its row.
    """

    clean_text: Callable[[str], str]
    typed_in: type[forms.Field]

    def deconstruct(self) -> Any:
        name, _path, args, kwargs = super().deconstruct()
        plain = next(base for base in type(self).__mro__ if base.__module__.startswith("django."))
        return name, f"django.db.models.{plain.__name__}", args, kwargs

    def to_python(self, value: Any) -> Any:
        return self._clean(super().to_python(value))

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        cleaned = self._clean(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, cleaned)
        return cleaned

    def formfield(self, **kwargs: Any) -> Any:  # type: ignore[override]
        return super().formfield(**{"form_class": self.typed_in, **kwargs})

    def _clean(self, value: Any) -> Any:
        return type(self).clean_text(value) if isinstance(value, str) else value


class Line(_Cleaned, _CharField):
    """One line of text: a name, a reason."""

    clean_text = staticmethod(clean_line)
    typed_in = LineField


class Lines(_Cleaned, _TextField):
    """A text of several lines."""

    clean_text = staticmethod(clean_lines)
    typed_in = LinesField
