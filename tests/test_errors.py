"""The pages of errors are answered, whatever the body of the request."""

import pytest

from tests.factories import UserFactory
from tests.fuzz.application import Visitor
from tests.html import read
from tournaments.errors import Stale


def test_a_value_that_is_gone_is_told_as_none() -> None:
    assert Stale({"Boards": "", "Byes": "5 half-point bye"}).lines == [
        "Boards now: none",
        "Byes now: 5 half-point bye",
    ]
    assert Stale({"Withdrew after round": 0}).lines == ["Withdrew after round now: 0"]


UNREADABLE = {
    "without a boundary": ("multipart/form-data; boundary=", b"--x"),
    "in another charset": ("application/x-www-form-urlencoded; charset=latin-1", b"name=\xe9"),
    "of too many fields": ("application/x-www-form-urlencoded", b"a=1&" * 1200),
}


@pytest.mark.django_db
@pytest.mark.parametrize(("content_type", "body"), UNREADABLE.values(), ids=UNREADABLE)
@pytest.mark.parametrize("address", ["/no/such/page/", "/setup/events/new/", "/desk/%C3/"])
def test_a_body_that_cannot_be_read_is_no_failure(address: str, content_type: str, body: bytes) -> None:
    director = Visitor(UserFactory.create())
    answer = director.generic("POST", address, body, content_type)
    assert answer.status_code in {400, 404, 413}
    assert "All events" in read(answer.text).texts("a")
