"""Of two versions of a page a phone is sent what differs, and the whole where pieces cannot tell it."""

import json
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tournaments.changed_rows import changes


def row(
    number: int,
    rank: str,
    *,
    name: str = "Ann",
    value: str = "9",
    text: str = "3",
    apart: str = "",
    moved: str = "",
) -> str:
    sentence = f'<p class="why">{apart}</p>' if apart else ""
    small = f'<small class="up" aria-hidden="true">{moved}</small>' if moved else ""
    return (
        f'<li id="p{number}" data-part class="entry">{sentence}<div><a>'
        f'<span class="rank">{rank}{small}</span> <span class="who"><span class="name">{name} {number}</span>'
        f'</span> <span class="values"><data>{value}</data></span> <span class="points"><b>{text}</b></span> '
        "</a></div></li>"
    )


def region(*groups: list[str], status: str = "3:33 PM", at: str = "a", frame: str = "") -> str:
    lists = "".join(
        f'<section><h2 id="g{n}" data-part>{n}</h2><ol>{"".join(rows)}</ol></section>'
        for n, rows in enumerate(groups, 1)
    )
    opening = f'<div id="live" data-made="{at}" data-stamp="v&amp;{at}">'
    return f'{opening}<p id="status" data-part>{status}</p>{frame}{lists}</div>'


def told(html: str) -> dict[str, Any]:
    found = re.match(r"<script[^>]*>(.*?)</script>", html)
    assert found, html
    answer: dict[str, Any] = json.loads(found[1])
    return answer


def swapped(html: str) -> list[str]:
    template = html.partition('<template id="changes" hx-swap-oob="true">')[2]
    return re.findall(r'id="([^"]+)" data-part', template)


def pieces(html: str) -> dict[str, str]:
    """What is sent of rows that are not swapped."""
    return dict(re.findall(r'<li id="([^"]+)">(.*?)</li>', html))


ONE, TWO, THREE = row(1, "1"), row(2, "2"), row(3, "3")


def test_what_is_the_same_is_not_sent_again() -> None:
    answer = changes(region([ONE, TWO]), region([ONE, TWO], status="3:35 PM", at="b"))
    assert swapped(answer) == ["status"]
    assert told(answer) == {
        "since": "a",
        "attributes": {"data-made": "b", "data-stamp": "v&b"},
        "moves": {},
        "ranks": {},
    }


def test_of_a_row_only_the_pieces_that_read_otherwise_are_swapped() -> None:
    answer = changes(region([ONE, TWO]), region([ONE, row(2, "2", text="4")]))
    assert pieces(answer) == {"p2": '<span class="points"><b>4</b></span>'}
    assert swapped(answer) == []
    answer = changes(region([ONE]), region([row(1, "1", name="Bob", value="8")]))
    assert pieces(answer)["p1"] == (
        '<span class="who"><span class="name">Bob 1</span></span><span class="values"><data>8</data></span>'
    )


def test_a_row_that_differs_in_more_than_its_pieces_is_swapped() -> None:
    withdrawn = TWO.replace("<div>", '<div class="gone">')
    answer = changes(region([ONE, TWO]), region([ONE, withdrawn]))
    assert swapped(answer) == ["p2"]
    assert pieces(answer) == {}


def test_a_rank_and_the_sentence_above_it_are_told_without_the_row() -> None:
    later = row(2, "1=", moved="▲1", apart="ahead by <b>Solkoff</b> 9 to 8")
    answer = changes(region([ONE, TWO]), region([later, row(1, "1=")]))
    assert swapped(answer) == []
    assert told(answer)["ranks"] == {"p1": "1=", "p2": "1= ▲1"}
    assert pieces(answer) == {"p2": '<p class="why">ahead by <b>Solkoff</b> 9 to 8</p>'}
    assert told(answer)["moves"] == {"p2": "g1"}


def test_a_sentence_that_is_gone_is_told_too() -> None:
    answer = changes(region([ONE, row(2, "2", apart="ahead by Median")]), region([ONE, TWO]))
    assert pieces(answer) == {"p2": '<p class="why"></p>'}


def test_a_row_may_change_its_list() -> None:
    answer = changes(region([ONE, TWO], [THREE]), region([ONE], [TWO, THREE]))
    assert told(answer)["moves"] == {"p2": "g2"}
    assert swapped(answer) == []


def followed(moves: dict[str, str], lists: dict[str, list[str]]) -> dict[str, list[str]]:
    """The lists by their heads after one move after the other, as a phone makes them."""
    for moved, above in moves.items():
        lists = {head: [row for row in rows if row != moved] for head, rows in lists.items()}
        for head, rows in lists.items():
            if above in (head, *rows):
                rows.insert([head, *rows].index(above), moved)
    return lists


@given(st.permutations(range(1, 8)), st.integers(0, 7))
def test_a_phone_that_follows_the_moves_has_the_order_of_the_page(later: list[int], first: int) -> None:
    groups = [ONE, TWO, THREE], [row(number, "4") for number in range(4, 8)]
    rows = {number + 1: each for number, each in enumerate([*groups[0], *groups[1]])}
    after = ([rows[number] for number in some] for some in (later[:first], later[first:]))
    answer = changes(region(*groups), region(*after))
    before = {"g1": ["p1", "p2", "p3"], "g2": ["p4", "p5", "p6", "p7"]}
    assert followed(told(answer)["moves"], before) == {
        "g1": [f"p{number}" for number in later[:first]],
        "g2": [f"p{number}" for number in later[first:]],
    }


def test_rows_that_need_not_move_stay() -> None:
    rows = [row(number, "1") for number in range(1, 6)]
    answer = changes(region(rows), region([*rows[1:4], rows[0], rows[4]]))
    assert told(answer)["moves"] == {"p1": "p4"}


def test_a_row_of_a_table_is_sent_too() -> None:
    def table(result: str) -> str:
        return (
            f'<div id="live" data-made="a"><table><tr id="b1" data-part><td>{result}</td></tr></table></div>'
        )

    answer = changes(table("·–·"), table("1–0"))
    assert answer.endswith('<template><tr id="b1" data-part><td>1–0</td></tr></template></template>')


def test_the_whole_is_sent_where_pieces_cannot_tell_it() -> None:
    before = region([ONE, TWO])
    assert changes(before, region([ONE, TWO, THREE])) == ""
    assert changes(before, region([ONE])) == ""
    assert changes(before, region([ONE], [TWO])) == ""
    assert changes(before, region([ONE, TWO], frame="<p>Withdrew</p>")) == ""
    assert changes('<div id="live">nothing to name</div>', '<div id="live">nothing</div>') == ""


def test_a_name_cannot_end_what_is_told() -> None:
    later = row(2, "2", apart="ahead of &lt;/script&gt;")
    assert pieces(changes(region([ONE, TWO]), region([ONE, later])))["p2"].endswith("&gt;</p>")
