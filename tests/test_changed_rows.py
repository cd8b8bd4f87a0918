"""Of two versions of a page a phone is sent what differs, and the whole where pieces cannot tell it."""

import json
import re
from typing import Any

from tournaments.changed_rows import changes


def row(number: int, rank: str, *, text: str = "3", apart: str = "", moved: str = "") -> str:
    sentence = f'<p class="why">{apart}</p>' if apart else ""
    small = f'<small class="up" aria-hidden="true">{moved}</small>' if moved else ""
    return (
        f'<li id="p{number}" data-part class="entry" data-rank="{rank}">{sentence}<details><summary>'
        f'<span class="rank">{rank}{small}</span><span>Ann {number}</span><b>{text}</b></summary>'
        "</details></li>"
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


ONE, TWO, THREE = row(1, "1"), row(2, "2"), row(3, "3")


def test_what_is_the_same_is_not_sent_again() -> None:
    answer = changes(region([ONE, TWO]), region([ONE, TWO], status="3:35 PM", at="b"))
    assert swapped(answer) == ["status"]
    assert told(answer) == {
        "from": "a",
        "attributes": {"data-made": "b", "data-stamp": "v&b"},
        "order": {},
        "ranks": {},
        "sentences": {},
    }


def test_a_row_that_reads_otherwise_is_swapped() -> None:
    answer = changes(region([ONE, TWO]), region([ONE, row(2, "2", text="4")]))
    assert swapped(answer) == ["p2"]
    assert "<b>4</b>" in answer
    assert "Ann 1" not in answer


def test_a_rank_and_the_sentence_above_it_are_told_without_the_row() -> None:
    later = row(2, "1=", moved="▲1", apart="ahead by <b>Solkoff</b> 9 to 8")
    answer = changes(region([ONE, TWO]), region([later, row(1, "1=")]))
    assert swapped(answer) == []
    assert told(answer)["ranks"] == {"p1": "1=", "p2": "1= ▲1"}
    assert told(answer)["sentences"] == {"p2": '<p class="why">ahead by <b>Solkoff</b> 9 to 8</p>'}
    assert told(answer)["order"] == {"g1": ["p2", "p1"]}


def test_a_sentence_that_is_gone_is_told_too() -> None:
    answer = changes(region([ONE, row(2, "2", apart="ahead by Median")]), region([ONE, TWO]))
    assert told(answer)["sentences"] == {"p2": ""}


def test_a_row_may_change_its_list() -> None:
    answer = changes(region([ONE, TWO], [THREE]), region([ONE], [TWO, THREE]))
    assert told(answer)["order"] == {"g1": ["p1"], "g2": ["p2", "p3"]}
    assert swapped(answer) == []


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
    assert told(changes(region([ONE, TWO]), region([ONE, later])))["sentences"]["p2"].endswith("&gt;</p>")
