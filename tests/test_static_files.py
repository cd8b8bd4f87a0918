"""The scripts of the pages: what they import arrives together, and is of one release."""

import json
import os
import posixpath
import re
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from whitenoise.middleware import WhiteNoiseMiddleware

from config.storage import BUNDLES, lean_css, sheets
from tests.cache_promises import FOR_EVER
from tests.html import read
from tournaments import pictures

ROOT = Path(__file__).parent.parent
STATIC = ROOT / "static"
IMPORT = re.compile(r"""\b(?:from|import)\s*["']([^"']+)["']""")
# What comes only when somebody begins to do something.
LATER = re.compile(r"""\bimport\(["']([^"']+)["']\)""")
MODULE = re.compile(r"""<script type="module" src="{% static '([^']+)' %}">""")
# What runs before the page is shown is no module: modules wait for the page.
EARLY = re.compile(r"""<script src="{% static '([^']+)' %}">""")
PRELOADED = re.compile(
    r"""<link rel="modulepreload" href="{% static '([^']+)' %}"(?: fetchpriority="low")?>"""
)


def imports(name: str, folder: Path = STATIC, how: re.Pattern[str] = IMPORT) -> set[str]:
    """The modules that a module imports, all named from the folder of static files."""
    found = how.findall((folder / name).read_text(encoding="utf-8"))
    return {posixpath.normpath(posixpath.join(posixpath.dirname(name), url)) for url in found}


def reached(names: set[str], *ways: re.Pattern[str]) -> set[str]:
    """These modules and all that they import in these ways, directly or not."""
    known: set[str] = set()
    while more := names - known:
        known |= more
        names = {imported for name in more for how in ways for imported in imports(name, how=how)}
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


@pytest.mark.slow
def test_a_deployed_module_imports_no_file_but_by_the_name_that_carries_its_hash(collected: Path) -> None:
    hashed = json.loads((collected / "staticfiles.json").read_text())["paths"]
    own = own_modules(set(hashed))
    assert own == own_modules({path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")})
    for name in own:
        for how in (IMPORT, LATER):
            wanted = {hashed[imported] for imported in imports(name, how=how)}
            assert imports(hashed[name], collected, how) == wanted, name
    assert imports("js/mine.js", how=LATER) == {"js/away.js", "js/search.js"}


def test_a_deployed_sheet_and_script_say_what_their_sources_say_without_the_comments(collected: Path) -> None:
    hashed = json.loads((collected / "staticfiles.json").read_text())["paths"]
    script = (collected / hashed["js/poll.js"]).read_text()
    assert script.startswith("const EVERY = 10000;\n")
    assert "/*" not in script
    sheet = (collected / hashed["css/phone.css"]).read_text()
    assert sheet.startswith("@layer base,parts,page,large,print;@font-face{")
    assert "/*" not in sheet
    fonts = set(re.findall(r"fonts/(inter-[\w-]+)\.\w{12}\.woff2", sheet))
    assert fonts == {"inter-core", "inter-signs"}
    drawn_with = {name.removesuffix(".woff2") for name in pictures.FONTS}
    assert fonts | drawn_with == {path.stem for path in (STATIC / "fonts").glob("*.woff2")}


# The answer's end looks after the connections of its thread, which another test may have opened.
@pytest.mark.slow
@pytest.mark.django_db
def test_a_file_under_a_name_with_a_hash_says_of_caches_what_the_readme_says(
    collected: Path, settings: Any
) -> None:
    settings.STATIC_ROOT = collected
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": "config.storage.HashedStaticFiles"}}
    settings.WHITENOISE_AUTOREFRESH = settings.WHITENOISE_USE_FINDERS = False
    serve = WhiteNoiseMiddleware(lambda _request: HttpResponse(status=404))
    hashed = json.loads((collected / "staticfiles.json").read_text())["paths"]
    for name in ("css/phone.css", "js/poll.js"):
        path = f"/static/{hashed[name]}"
        assert FOR_EVER.is_of(path)
        with closing(serve(RequestFactory().get(path))) as answer:
            assert answer.headers["Cache-Control"] == FOR_EVER.header


def test_no_script_has_a_text_of_several_lines_whose_indentation_would_be_cut() -> None:
    for path in STATIC.rglob("*.js"):
        lines = path.read_text(encoding="utf-8").splitlines()
        assert [line for line in lines if line.replace("’`]", "").count("`") % 2] == [], path.name


def test_the_sheets_of_phones_come_as_one_in_the_order_in_which_they_come_alone(collected: Path) -> None:
    names = [name for name, _media in BUNDLES["css/phone.css"]]
    alone = read(sheets("css/phone.css")).all("link")
    assert [link["href"].removeprefix("/static/") for link in alone] == names
    together = (collected / "css" / "phone.css").read_text()
    parts = [lean_css((STATIC / name).read_text()) for name in names]
    assert together == "".join(parts[:-1]) + "@media (max-width: 17rem){" + parts[-1] + "}"


@pytest.mark.django_db
def test_a_static_file_has_none_of_the_headers_that_protect_pages(client: Client) -> None:
    answer = client.get("/static/css/base.css")
    assert answer.status_code == 200
    answer.close()
    assert not {"Content-Security-Policy", "Referrer-Policy", "X-Frame-Options"} & set(answer.headers)


@pytest.mark.parametrize(
    "template",
    [path for path in sorted((ROOT / "templates").rglob("*.html")) if MODULE.search(path.read_text())],
    ids=lambda path: path.relative_to(ROOT / "templates").as_posix(),
)
def test_a_page_loads_all_its_modules_at_once_not_one_after_another(template: Path) -> None:
    text = template.read_text(encoding="utf-8")
    modules = set(MODULE.findall(text))
    assert set(PRELOADED.findall(text)) == reached(modules, IMPORT) - modules


def test_every_module_is_on_a_page() -> None:
    pages = [path.read_text(encoding="utf-8") for path in (ROOT / "templates").rglob("*.html")]
    used = reached({name for text in pages for name in MODULE.findall(text)}, IMPORT, LATER)
    used |= {name for text in pages for name in EARLY.findall(text)}
    assert used == own_modules({path.relative_to(STATIC).as_posix() for path in STATIC.rglob("*.js")})
