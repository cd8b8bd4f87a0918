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
from ...selectors.event.people import account_named
from .moving import fresh_keys

# Nobody's event has more; a file that makes accounts by the thousand is no event.
MOST = 500
# How much more than our own a hash may cost. Signing in computes it.
_MOST_COSTLY = 8


class Changed(Exception):  # noqa: N818 (no error: it is planned again)
    """Accounts came or went since they were planned."""


def planned(people: Iterable[Columns]) -> dict[int, int]:
    """By key in the file, the key of each person's account: one that is here, or that :func:`make` makes."""
    named = {person["id"]: tuple(_named(person).values()) for person in people}
    here = {person["id"]: _here(person) for person in people}
    missing = {named[pk] for pk, account in here.items() if account is None}
    fresh = dict(zip(sorted(missing), fresh_keys(User, len(missing)), strict=True))
    return {pk: account.pk if account else fresh[named[pk]] for pk, account in here.items()}


def make(people: Iterable[Columns], plan: dict[int, int], *, with_passwords: bool) -> None:
    """Make the accounts that are not here. Raises :class:`Changed` if the plan no longer holds."""
    everybody = [(person, _here(person), plan[person["id"]]) for person in people]
    if any(account is not None and account.pk != key for _person, account, key in everybody):
        raise Changed
    made: set[int] = set()
    for person, account, key in everybody:
        if key not in made:
            _account(person, account, key, with_passwords)
            made.add(key)


def _named(person: Columns) -> dict[str, str]:
    return {name: person[name] for name in ("username", "first_name", "last_name")}


def _here(person: Columns) -> User | None:
    return User.objects.filter(**_named(person)).first()


def _account(person: Columns, account: User | None, key: int, with_passwords: bool) -> None:
    brought = person["password"] if with_passwords and _is_sane(person["password"]) else ""
    if account is None:
        User.objects.create(
            pk=key,
            **_named(person) | {"username": free(person["username"])},
            is_active=person["is_active"],
            is_superuser=with_passwords and person["is_superuser"],
            is_staff=bool(brought) and person["is_staff"],
            password=brought or make_password(None),
        )
    elif brought and not account.has_usable_password():
        account.password, account.is_staff = brought, person["is_staff"]
        account.save(update_fields=["password", "is_staff"])


def free(username: str) -> str:
    """The user name that an account made for this one gets."""

    def names() -> Iterator[str]:
        yield username
        for n in count(2):
            yield f"{username[:140]}-{n}"

    return next(name for name in names() if account_named(name) is None)


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
