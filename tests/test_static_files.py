"""The scripts of the pages: what they import arrives together, and is of one release."""

import json
import os
import posixpath
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "static"
IMPORT = re.compile(r"""\b(?:from|import)\s*\(?\s*["']([^"']+)["']""")
MODULE = re.compile(r"""<script type="module" src="{% static '([^']+)' %}">""")
# What runs before the page is shown is no module: modules wait for the page.
EARLY = re.compile(r"""<script src="{% static '([^']+)' %}">""")
PRELOADED = re.compile(
    r"""<link rel="modulepreload" href="{% static '([^']+)' %}"(?: fetchpriority="low")?>"""
)


def imports(name: str, folder: Path = STATIC) -> set[str]:
    """The modules that a module imports, all named from the folder of static files."""
    found = IMPORT.findall((folder / name).read_text(encoding="utf-8"))
    return {posixpath.normpath(posixpath.join(posixpath.dirname(name), url)) for url in found}


def reached(names: set[str]) -> set[str]:
    """These modules and all that they import, directly or not."""
    known: set[str] = set()
    while more := names - known:
        known |= more
        names = {imported for name in more for imported in imports(name)}
    return known


def own_modules(names: set[str]) -> set[str]:
    return {name for name in names if name.startswith("js/") and name.endswith(".js")}


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that a deployment serves."""
    folder: Path = tmp_path_factory.mktemp("static")
    environment = {"PATH": os.environ["PATH"], "VAR_DIR": str(folder / "var"), "STATIC_ROOT": str(folder)}
    command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
    return folder


def test_a_deployed_module_imports_no_file_but_by_the_name_that_carries_its_hash(collected: Path) -> None:
    hashed = json.loads((collected / "staticfiles.json").read_text())["paths"]
    own = own_modules(set(hashed))
    assert own == own_modules({path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")})
    for name in own:
        assert imports(hashed[name], collected) == {hashed[imported] for imported in imports(name)}, name


@pytest.mark.parametrize(
    "template",
    [path for path in sorted((ROOT / "templates").rglob("*.html")) if MODULE.search(path.read_text())],
    ids=lambda path: path.relative_to(ROOT / "templates").as_posix(),
)
def test_a_page_loads_all_its_modules_at_once_not_one_after_another(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    modules = set(MODULE.findall(text))
    assert set(PRELOADED.findall(text)) == reached(modules) - modules


def test_every_module_is_on_a_page() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")]
    used = reached({name for text in pages for name in MODULE.findall(text)})
    used |= {name for text in pages for name in EARLY.findall(text)}
    assert used == own_modules({path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")})
