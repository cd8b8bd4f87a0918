"""Messages of the engine as JSON, and back: a row keeps ids and values, and a page translates them."""

from collections.abc import Mapping
from typing import Any

from tiebreaks.engine.messages import Message, Messages


def as_json(text: str) -> list[Any]:
    """
    >>> as_json(Message("{name} rests", name="Ann"))
    ['{name} rests', {'name': 'Ann'}]
    """
    if not isinstance(text, Message):
        return [str(text), {}]
    return [text.id, {name: _value(value) for name, value in text.values.items()}]


def _value(value: object) -> object:
    return [as_json(each) for each in value.each] if isinstance(value, Messages) else value


def from_json(id: str, values: Mapping[str, Any]) -> Message:
    """
    >>> from_json(*as_json(Message("First: {names}", names=Messages([Message("{n} (late)", n="Bo")]))))
    'First: Bo (late)'
    """
    read = {
        name: Messages([from_json(*each) for each in value]) if isinstance(value, list) else value
        for name, value in values.items()
    }
    return Message(id, **read)
