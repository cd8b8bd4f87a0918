"""English texts of the engine, marked for translation. The pages translate them."""

from collections.abc import Iterable


def gettext_noop(message: str) -> str:
    """Mark a message id for translation."""
    return message


class Message(str):
    """A formatted English text. ``id`` and ``values`` let a page translate it.

    >>> message = Message(gettext_noop("no more than the {rounds} planned rounds"), rounds=5)
    >>> message, message.id, message.values
    ('no more than the 5 planned rounds', 'no more than the {rounds} planned rounds', {'rounds': 5})
    """

    id: str
    values: dict[str, object]

    def __new__(cls, id: str, **values: object) -> "Message":
        message = super().__new__(cls, id.format(**values))
        message.id = id
        message.values = values
        return message


class Messages(str):
    """Several messages as one text. ``each`` lets a page translate or leave out any of them.

    >>> both = Messages([Message("{name} (late)", name="Ann"), Message("{name} (unrated)", name="Bo")])
    >>> both, [message.values["name"] for message in both.each]
    ('Ann (late), Bo (unrated)', ['Ann', 'Bo'])
    """

    each: tuple[Message, ...]

    def __new__(cls, each: Iterable[Message]) -> "Messages":
        found = tuple(each)
        messages = super().__new__(cls, ", ".join(found))
        messages.each = found
        return messages
