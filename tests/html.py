"""Pages as a person or a browser reads them: ``read(client.get(address))``.

>>> page = read('<h1>Round <b>2</b></h1> <ul id="who"><li>Ann</li> <li class="out">Bo</li></ul>')
>>> page.text, page.headings, "Ann" in page
('Round 2 Ann Bo', ['Round 2'], True)
>>> page.one("#who li.out").text, page.texts("li")
('Bo', ['Ann', 'Bo'])
>>> page.one("li")  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
AssertionError: 2 elements match 'li': Ann; Bo...

A form is filled in and sent as a browser sends it, hidden fields and all:

>>> form = read('<form action="/undo/"><input type="hidden" name="entry" value="7"></form>').form("/undo/")
>>> form.fields
{'entry': ['7']}
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any, Protocol, Self

import lxml.html
from django.test import Client
from lxml.cssselect import CSSSelector

UNSEEN = ["csrfmiddlewaretoken", "token", "stamp"]
NOT_READ = " or ".join(f"ancestor-or-self::{tag}" for tag in ("title", "style", "script", "svg"))
HIDDEN = "ancestor::*[@aria-hidden='true']"


class Answer(Protocol):
    """What Django's test client got, and from where."""

    request: dict[str, Any]

    @property
    def text(self) -> str: ...


def read(answer: Answer | str) -> "Element":
    """A page, or a piece of one: also rows without their table, as a script is sent them."""
    html, here = (answer, "") if isinstance(answer, str) else (answer.text, answer.request["PATH_INFO"])
    if re.match(r"\s*<(!doctype|html)", html, re.IGNORECASE):
        return Element(lxml.html.document_fromstring(html), here)
    return Element(lxml.html.fragment_fromstring(html, create_parent="div"), here)


def visit(client: Client, address: str, query: Mapping[str, Any] | None = None, **more: Any) -> "Element":
    """A page that is there."""
    answer = client.get(address, query, **more)
    assert answer.status_code == 200, f"{address}: {answer.status_code}"
    return read(answer)


class Element:
    def __init__(self, node: lxml.html.HtmlElement, address: str) -> None:
        self._node, self.address = node, address

    def __repr__(self) -> str:
        return f"<{self._node.tag}: {self.text}>"

    def __getitem__(self, attribute: str) -> str:
        assert self.has(attribute), f"{attribute} is no attribute of {self.outside}"
        return str(self._node.attrib[attribute])

    def has(self, attribute: str) -> bool:
        return attribute in self._node.attrib

    def __contains__(self, words: str) -> bool:
        """Whether these words are read here."""
        return words in self.text

    @property
    def outside(self) -> str:
        """The tag with its attributes."""
        html: str = lxml.html.tostring(self._node, encoding="unicode")
        return html.partition(">")[0] + ">"

    @property
    def text(self) -> str:
        """What is read: every run of blanks one blank, and one where an element begins or ends."""
        return self._read("")

    @property
    def as_shown(self) -> str:
        """The text of one line with the blanks that a browser shows, and no others."""
        return " ".join(self._node.text_content().split())

    def all(self, selector: str) -> list[Self]:
        return [type(self)(node, self.address) for node in _compiled(selector)(self._node)]

    def one(self, selector: str) -> Self:
        found = self.all(selector)
        shown = "; ".join(element.text for element in found[:9]) or self.text
        assert len(found) == 1, f"{len(found)} elements match {selector!r}: {shown}"
        return found[0]

    def texts(self, selector: str) -> list[str]:
        return [element.text for element in self.all(selector)]

    @property
    def spoken(self) -> str:
        """What a screen reader says: what is read, without what is hidden from it."""
        return self._read(f"[not({HIDDEN})]")

    def _read(self, only: str) -> str:
        found: list[str] = self._node.xpath(f"descendant::text()[not(parent::*[{NOT_READ}])]{only}")
        return re.sub(r" ([.,:;)’]|\?(?!\w))", r"\1", " ".join(" ".join(found).split()))

    @property
    def ids_used_twice(self) -> list[str]:
        ids = [str(each) for each in self._node.xpath("descendant-or-self::*/@id")]
        return sorted({each for each in ids if ids.count(each) > 1})

    def in_order(self, *words: str) -> bool:
        """Whether all of these are read here, one after the other."""
        at = [self.text.index(each) for each in words]
        return at == sorted(at)

    def drop(self, selector: str) -> None:
        """Leave out what is not to be read."""
        for element in self.all(selector):
            element._node.drop_tree()

    @property
    def headings(self) -> list[str]:
        return self.texts("h1, h2, h3, h4")

    @property
    def rows(self) -> list[list[str]]:
        """The cells of each row of a table."""
        return [row.texts("th, td") for row in self.all("tr")]

    @property
    def links(self) -> list[str]:
        """Where the links lead."""
        return [link["href"] for link in self.all("a[href]")]

    def link(self, text: str) -> str:
        """Where the one link of this text leads."""
        found = {link["href"] for link in self.all("a[href]") if link.text == text}
        assert len(found) == 1, f"{len(found)} links say {text!r}; there are {self.texts('a[href]')}"
        return found.pop()

    @property
    def actions(self) -> list[str]:
        """Where the forms are sent."""
        return [form.action for form in self.forms]

    @property
    def forms(self) -> list["Form"]:
        return [Form(self, form) for form in self.all("form")]

    def form(self, action: str, holding: str = "") -> "Form":
        """The one form that is sent to an address; of several, the one that holds a field."""
        found = [one for one in self.forms if one.action == action and (not holding or holding in one.names)]
        assert len(found) == 1, f"{len(found)} forms are sent to {action}; there are {self.actions}"
        return found[0]


class Form:
    """What a browser would send: the fields in their present state."""

    def __init__(self, page: Element, element: Element) -> None:
        self.element = element
        self.action = element["action"].partition("#")[0] if element.has("action") else page.address
        controls = "input, select, textarea, button"
        self.controls = [one for one in element.all(controls) if not one.has("form")]
        if element.has("id"):
            self.controls += [
                one for one in page.all(controls) if one.has("form") and one["form"] == element["id"]
            ]

    @property
    def actions(self) -> set[str]:
        """Where it may be sent: each button may have an address of its own."""
        return {self.action} | {one["formaction"] for one in self.controls if one.has("formaction")}

    @property
    def names(self) -> set[str]:
        return {one["name"] for one in self.controls if one.has("name") and not one.has("disabled")}

    @property
    def fields(self) -> dict[str, list[str]]:
        """The values of the fields, apart from those that every form carries unseen."""
        return {name: value for name, value in self._values.items() if name not in UNSEEN}

    @property
    def carried(self) -> dict[str, str]:
        """The token and the stamp that the form carries unseen, as far as it does."""
        return {name: value[0] for name, value in self._values.items() if name in UNSEEN[1:]}

    @property
    def _values(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for control in self.controls:
            if control.has("name") and not control.has("disabled"):
                for value in _values(control):
                    found.setdefault(control["name"], []).append(value)
        return found

    def choices(self, name: str) -> dict[str, str]:
        """What a menu offers: value and words."""
        menu = next(one for one in self.controls if one.has("name") and one["name"] == name)
        return {option["value"]: option.text for option in menu.all("option")}

    def send(self, client: Client, typed: Mapping[str, Any] | None = None, **how: Any) -> Any:
        """Type into fields that are there, and send."""
        typed = typed or {}
        assert set(typed) <= self.names, f"no field {set(typed) - self.names}; there are {self.names}"
        return client.post(self.action, self.fields | self.carried | dict(typed), **how)


@cache
def _compiled(selector: str) -> CSSSelector:
    return CSSSelector(selector, translator="html")


def _values(control: Element) -> list[str]:
    node = control._node
    if node.tag == "button" or (node.tag == "input" and node.type in ("submit", "button", "file", "image")):
        return []
    if node.tag == "input" and node.type in ("checkbox", "radio"):
        return [node.get("value", "on")] if control.has("checked") else []
    if node.tag == "select" and node.multiple:
        return list(node.value)
    return [(node.value or "").removeprefix("\n")]
