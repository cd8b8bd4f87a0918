"""Pages as a person or a browser reads them: ``read(client.get(address))``.

>>> page = read('<h1>Round <b>2</b></h1> <ul id="who"><li>Ann</li> <li class="out">Bo</li></ul>')
>>> page.text, page.headings
('Round 2 Ann Bo', ['Round 2'])
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
from typing import Any, Protocol, Self

import lxml.html
from django.test import Client

NOT_READ = " or ".join(f"ancestor-or-self::{tag}" for tag in ("title", "style", "script", "svg"))
HIDDEN = "ancestor::*[@aria-hidden='true']"


class Answer(Protocol):
    @property
    def text(self) -> str: ...


def read(answer: Answer | str) -> "Element":
    """A page, or a piece of one: also rows without their table, as a script is sent them."""
    html = answer if isinstance(answer, str) else answer.text
    if re.match(r"\s*<(!doctype|html)", html, re.IGNORECASE):
        return Element(lxml.html.document_fromstring(html))
    return Element(lxml.html.fragment_fromstring(html, create_parent="div"))


class Element:
    def __init__(self, node: lxml.html.HtmlElement) -> None:
        self._node = node

    def __repr__(self) -> str:
        return f"<{self._node.tag}: {self.text}>"

    def __getitem__(self, attribute: str) -> str:
        assert attribute in self._node.attrib, f"{attribute} is no attribute of {self.outside}"
        return str(self._node.attrib[attribute])

    def __contains__(self, attribute: str) -> bool:
        return attribute in self._node.attrib

    @property
    def outside(self) -> str:
        """The tag with its attributes."""
        return lxml.html.tostring(self._node, encoding="unicode").partition(">")[0] + ">"

    @property
    def text(self) -> str:
        """What is read: every run of blanks one blank, and one where an element begins or ends."""
        found = self._node.xpath(f"descendant::text()[not(parent::*[{NOT_READ}])]")
        return _joined(found)

    def all(self, selector: str) -> list[Self]:
        return [type(self)(node) for node in self._node.cssselect(selector)]

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
        found = self._node.xpath(f"descendant::text()[not(parent::*[{NOT_READ}])][not({HIDDEN})]")
        return _joined(found)

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
        return [form["action"] for form in self.all("form[action]")]

    def form(self, action: str) -> "Form":
        """The one form that is sent to an address."""
        found = [form for form in self.all("form[action]") if form["action"] == action]
        assert len(found) == 1, f"{len(found)} forms are sent to {action}; there are {self.actions}"
        return Form(self, found[0])


class Form:
    """What a browser would send: the fields in their present state, and the button that is pressed."""

    def __init__(self, page: Element, element: Element) -> None:
        self.element, self.action = element, element["action"]
        controls = "input, select, textarea, button"
        self.controls = [one for one in element.all(controls) if "form" not in one]
        if "id" in element:
            self.controls += [
                one for one in page.all(controls) if "form" in one and one["form"] == element["id"]
            ]

    @property
    def names(self) -> set[str]:
        return {one["name"] for one in self.controls if "name" in one and "disabled" not in one}

    @property
    def fields(self) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for control in self.controls:
            if "name" in control and "disabled" not in control:
                for value in _values(control):
                    found.setdefault(control["name"], []).append(value)
        found.pop("csrfmiddlewaretoken", None)
        return found

    def choices(self, name: str) -> dict[str, str]:
        """What a menu offers: value and words."""
        menu = next(one for one in self.controls if "name" in one and one["name"] == name)
        return {option["value"]: option.text for option in menu.all("option")}

    def send(self, client: Client, typed: Mapping[str, Any] | None = None, **how: Any) -> Any:
        """Type into fields that are there, and send."""
        typed = typed or {}
        assert set(typed) <= self.names, f"no field {set(typed) - self.names}; there are {self.names}"
        return client.post(self.action, self.fields | dict(typed), **how)


def _values(control: Element) -> list[str]:
    node = control._node
    if node.tag == "button" or (node.tag == "input" and node.type in ("submit", "button", "file", "image")):
        return []
    if node.tag == "input" and node.type in ("checkbox", "radio"):
        return [node.get("value", "on")] if "checked" in control else []
    if node.tag == "select" and node.multiple:
        return list(node.value)
    return [(node.value or "").removeprefix("\n")]


def _joined(texts: list[str]) -> str:
    return re.sub(r" ([.,:;)’]|\?(?!\w))", r"\1", " ".join(" ".join(texts).split()))
