"""The people of a backup and the accounts here.

An account of the same user name and the same name is taken for the same person. It keeps its password. For
anybody else an account is made, so that the log still says who did what; it cannot sign in unless the file
brought its password.
"""

from collections.abc import Iterable, Iterator
from itertools import count

from django.contrib.auth.hashers import BasePasswordHasher, identify_hasher, make_password
from django.contrib.auth.models import User

from ...formats.backup import Columns

# Nobody's event has more; a file that makes accounts by the thousand is no event.
MOST = 500
# How much more than our own a hash may cost. Signing in computes it.
_MOST_COSTLY = 8


def accounts(people: Iterable[Columns], *, with_passwords: bool) -> dict[int, int]:
    """The account here of each person, by the key in the file."""
    return {person["id"]: _account(person, with_passwords).pk for person in people}


def _account(person: Columns, with_passwords: bool) -> User:
    named = {name: person[name] for name in ("username", "first_name", "last_name")}
    brought = person["password"] if with_passwords and _is_sane(person["password"]) else ""
    account = User.objects.filter(**named).first()
    if account is None:
        named["username"] = _free(person["username"])
        return User.objects.create(
            **named,
            is_active=person["is_active"],
            is_superuser=with_passwords and person["is_superuser"],
            password=brought or make_password(None),
        )
    if brought and not account.has_usable_password():
        account.password = brought
        account.save(update_fields=["password"])
    return account


def _free(username: str) -> str:
    def names() -> Iterator[str]:
        yield username
        for n in count(2):
            yield f"{username[:140]}-{n}"

    return next(name for name in names() if not User.objects.filter(username__iexact=name).exists())


def _is_sane(password: str) -> bool:
    """Whether it is a hash that we know, and that costs no more than ours to compare with."""
    try:
        hasher: BasePasswordHasher = identify_hasher(password)
        cost = hasher.decode(password)
    except (ValueError, KeyError, AssertionError):
        return False
    return all(
        int(cost.get(name, 0)) <= _MOST_COSTLY * getattr(hasher, name, 0)
        for name in ("memory_cost", "time_cost", "parallelism", "iterations")
    )
