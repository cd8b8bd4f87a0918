"""The words of public pages: each message that their templates and modules mark for translation.

What is public is followed from its beginnings: a template to those that it extends and includes, a module
to those that it imports. A new page or sentence needs no entry anywhere.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib.util import resolve_name
from pathlib import Path
from typing import Any, NamedTuple

from django.template import Context, engines
from django.template.base import FilterExpression, Lexer, Node, Origin, Parser
from django.templatetags.i18n import BlockTranslateNode, TranslateNode
from jinja2.ext import extract_from_ast

from config.templates import unindented
from tests.servers import ROOT

TEMPLATES = ROOT / "templates"


class Words(NamedTuple):
    """A message by what identifies it: its English, that of its plural, and its context."""

    one: str
    many: str = ""
    context: str = ""


Found = dict[Words, list[str]]

# --- what is public -----------------------------------------------------------------------------

PUBLIC_FOLDERS = ("public", "rules")
# What a phone sees where there is no such page.
OF_ERRORS = ("404.html", "500.html", "trouble.html", "unknown_host.html", "slip.html")

VIEWS = (
    "tournaments.views.public.sections",
    "tournaments.views.public.following",
    "tournaments.views.public.teams",
    "tiebreaks.views",
)
BESIDE = ("config.troubles", "config.errors", "tournaments.languages")
# The systems are imported by their names.
SYSTEMS = ROOT / "tiebreaks" / "engine" / "systems"
# Imported by public modules for what is said at the desk, in files, in the log or to the director alone.
DESK = (
    "config.settings",
    "tiebreaks.engine.chart.notation",
    "tiebreaks.engine.chart.problems",
    "tiebreaks.engine.prizes.notation",
    "tiebreaks.engine.ranking.membership",
    "tiebreaks.models",
    "tournaments.changes",
    "tournaments.errors",
    "tournaments.formats",
    "tournaments.full_disk",
    "tournaments.models",
    "tournaments.permissions",
    *(
        f"tournaments.selectors.{name}"
        for name in (
            *("event.people", "entries.bye_requests", "history.later", "history.rounds", "pairing.basis"),
            *("results.differing", "results.next_step", "results.undoing", "awards.ties", "setup"),
        )
    ),
    "tournaments.services",
    *(f"tournaments.text.{name}" for name in ("fees", "log", "log_of_files", "undoing", "verifying")),
    "tournaments.views.shared",
    "tournaments.zones",
)


def public_templates() -> list[Path]:
    beginnings = [path for folder in PUBLIC_FOLDERS for path in sorted((TEMPLATES / folder).iterdir())]
    return _reached([*beginnings, *(TEMPLATES / name for name in OF_ERRORS)], _named_templates)


def _named_templates(path: Path) -> Iterator[Path]:
    """Those whose names stand in this one: extended, included, or rendered as rows."""
    text = path.read_text()
    for other in sorted(TEMPLATES.rglob("*.*")):
        if f'"{other.relative_to(TEMPLATES)}' in text:
            yield other


def public_modules() -> list[Path]:
    beginnings = [path for name in (*VIEWS, *BESIDE) if (path := _file(name))]
    return _reached([*beginnings, *sorted(SYSTEMS.glob("*.py"))], _imported)


def _reached(beginnings: list[Path], leads_to: Any) -> list[Path]:
    reached = dict.fromkeys(beginnings)
    waiting = list(beginnings)
    while waiting:
        new = [path for path in leads_to(waiting.pop()) if path not in reached]
        reached |= dict.fromkeys(new)
        waiting += new
    return sorted(reached)


def _imported(path: Path) -> Iterator[Path]:
    package = ".".join(path.relative_to(ROOT).with_suffix("").parts[:-1])
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.ImportFrom):
            where = (
                resolve_name("." * node.level + (node.module or ""), package)
                if node.level
                else node.module or ""
            )
            names = [where, *(f"{where}.{each.name}" for each in node.names)]
            yield from (file for name in names if not _is_of_the_desk(name) and (file := _file(name)))


def _is_of_the_desk(name: str) -> bool:
    return any(name == each or name.startswith(f"{each}.") for each in DESK)


@cache
def _file(name: str) -> Path | None:
    """The file of one of our modules."""
    if name.partition(".")[0] not in {"config", "tournaments", "tiebreaks"}:
        return None
    path = ROOT.joinpath(*name.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.is_file()), None)


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


# --- their messages -----------------------------------------------------------------------------


def messages() -> Found:
    """Each message of a public page with the files that it stands in."""
    found: Found = {}
    for path in [*public_modules(), *public_templates()]:
        read = {".py": in_python, ".jinja": in_jinja}.get(path.suffix, in_template)
        for words in read(path.read_text()):
            places = found.setdefault(words, [])
            if (place := str(path.relative_to(ROOT))) not in places:
                places.append(place)
    return found


_OF_PYTHON = {
    **dict.fromkeys(["_", "gettext", "gettext_lazy", "gettext_noop"], ("one",)),
    **dict.fromkeys(["ngettext", "ngettext_lazy"], ("one", "many")),
    **dict.fromkeys(["pgettext", "pgettext_lazy"], ("context", "one")),
    **dict.fromkeys(["npgettext", "npgettext_lazy"], ("context", "one", "many")),
}


def in_python(source: str) -> Iterator[Words]:
    """
    >>> list(in_python('ngettext("a", "b" "c", n), pgettext("where", "d"), _(name)'))
    [Words(one='a', many='bc', context=''), Words(one='d', many='', context='where')]
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _OF_PYTHON:
            of = _OF_PYTHON[node.func.id]
            given = [arg.value for arg in node.args[: len(of)] if isinstance(arg, ast.Constant)]
            if len(given) == len(of):
                yield Words(**dict(zip(of, map(str, given), strict=True)))


def in_jinja(source: str) -> Iterator[Words]:
    environment = engines["rows"].env  # type: ignore[attr-defined]
    for _line, _function, message in extract_from_ast(environment.parse(unindented(source)), ["_"]):
        yield Words(str(message))


def in_template(source: str) -> Iterator[Words]:
    engine = engines["django"].engine  # type: ignore[attr-defined]
    tokens, origin = Lexer(unindented(source)).tokenize(), Origin("", template_name="")
    parser = Parser(tokens, engine.template_libraries, engine.template_builtins, origin)
    read = _Reading(parser)
    parser.compile_filter = read.filter  # type: ignore[method-assign]
    parser.extend_nodelist = read.node  # type: ignore[method-assign]
    parser.parse()
    yield from read.found


# A literal that an expression marks.
_MARKED = re.compile(r"""_\((?:"([^"]*)"|'([^']*)')\)""")


class _Reading:
    """Listens to a parser of templates: to each node it makes and each expression in a tag."""

    def __init__(self, parser: Parser) -> None:
        self.found: list[Words] = []
        self._compile = parser.compile_filter
        self._extend = parser.extend_nodelist

    def filter(self, token: str) -> FilterExpression:
        self.found += [_of_literal(double or single) for double, single in _MARKED.findall(token)]
        return self._compile(token)

    def node(self, nodelist: Any, node: Node, token: Any) -> None:
        if isinstance(node, TranslateNode):
            self.found.append(_of_literal(str(node.filter_expression.var.literal), _context(node)))
        elif isinstance(node, BlockTranslateNode):
            self.found.append(_of_block(node))
        self._extend(nodelist, node, token)


def _of_block(node: BlockTranslateNode) -> Words:
    one, _variables = node.render_token_list(node.singular)
    many = node.render_token_list(node.plural)[0] if node.plural and node.countervar else ""
    return Words(one, many, _context(node))


def _of_literal(text: str, context: str = "") -> Words:
    """Django asks for a message with its percent signs doubled."""
    return Words(text.replace("%", "%%"), "", context)


def _context(node: TranslateNode | BlockTranslateNode) -> str:
    return str(node.message_context.resolve(Context())) if node.message_context else ""
