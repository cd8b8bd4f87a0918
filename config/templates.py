"""Templates are indented for their editors. Phones do not get the indentation.

Numbers are printed as they are: our filters write what has a form. Django looks up the reader's separators
for every number on a page; that was a third of the time of a large one.
"""

import re
from typing import Any

from django.template import Origin, TemplateDoesNotExist
from django.template.backends import django as backend
from django.template.context import make_context
from django.template.loaders.filesystem import Loader
from jinja2 import Environment, FileSystemLoader


class Unindented(Loader):
    """Reads templates without the white space at the beginning of their lines, a third of a large page."""

    def get_contents(self, origin: Origin) -> str:
        return unindented(super().get_contents(origin))


class UnindentedRows(FileSystemLoader):
    """The same for Jinja's templates."""

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Any]:
        source, path, is_current = super().get_source(environment, template)
        return unindented(source), path, is_current


def unindented(source: str) -> str:
    return re.sub(r"\n[ \t]+", "\n", source)


class PlainNumbers(backend.DjangoTemplates):
    """Django's templates without localization of numbers."""

    def from_string(self, template_code: str) -> "PlainTemplate":
        return PlainTemplate(self.engine.from_string(template_code), self)

    def get_template(self, template_name: str) -> "PlainTemplate":
        found = super().get_template(template_name)
        return PlainTemplate(found.template, self)


class PlainTemplate(backend.Template):
    def render(self, context: Any = None, request: Any = None) -> Any:
        made = make_context(context, request, autoescape=self.backend.engine.autoescape)
        made.use_l10n = False
        try:
            return self.template.render(made)
        except TemplateDoesNotExist as error:
            backend.reraise(error, self.backend)
