"""What the engine has to say: English texts marked so that translation finds them, translated above it."""


def gettext_noop(message: str) -> str:
    """Mark a message id for translation."""
    return message


class Message(str):
    """A sentence with values in it: English as it stands; ``id`` and ``values`` let a page translate it.

    >>> said = Message(gettext_noop("no more than the {rounds} planned rounds"), rounds=5)
    >>> said, said.id, said.values
    ('no more than the 5 planned rounds', 'no more than the {rounds} planned rounds', {'rounds': 5})
    """

    id: str
    values: dict[str, object]

    def __new__(cls, id: str, **values: object) -> "Message":
        said = super().__new__(cls, id.format(**values))
        said.id = id
        said.values = values
        return said
