"""What README and OPERATIONS.md write down is what there is: commands, settings, and the steps as written."""

import http.client
import json
import os
import re
import shlex
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.management import get_commands, load_command_class
from django.test import Client, override_settings

from tests.factories import UserFactory
from tests.laptop import PATIENCE, free_port
from tests.machines import Machine, server_url
from tests.servers import HERE, REDIS, ROOT, redis, started

__all__ = ["server_url"]

README, OPERATIONS = ((ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "OPERATIONS.md"))
DOCUMENTS = README + OPERATIONS + (ROOT / "SECURITY.md").read_text(encoding="utf-8")


def blocks(text: str) -> list[list[str]]:
    """The indented blocks, each as its lines without comments; a line that ends in a backslash goes on."""
    found = re.findall(r"(?:^ {4}\S.*\n(?: {5,}.*\n)*)+", text, re.MULTILINE)
    joined = (re.sub(r"\\\n\s*", "", block) for block in found)
    return [[re.sub(r"\s+#.*", "", line).strip() for line in block.splitlines()] for block in joined]


def part(text: str, title: str) -> str:
    """A section with its own smaller ones."""
    (level, _, rest) = re.split(rf"^(#+) ({re.escape(title)})$", text, maxsplit=1, flags=re.MULTILINE)[1:]
    return re.split(rf"^#{{1,{len(level)}}} ", rest, maxsplit=1, flags=re.MULTILINE)[0]


def run(command: str, machine: Machine, folder: Path) -> str:
    """A line of a document in a shell, in a folder where Wallchart has this data."""
    python = f"{shlex.quote(sys.executable)} {shlex.quote(str(ROOT / 'manage.py'))}"
    command = re.sub(r"(?:\.venv/bin/)?python manage\.py", python, command)
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=machine.environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, command + done.stdout + done.stderr
    return done.stdout


# --- what is named -------------------------------------------------------------------------------


@pytest.mark.parametrize("named", sorted(set(re.findall(r"manage\.py ([a-z_]+(?: --?[a-z-]+)*)", DOCUMENTS))))
def test_every_command_is_there_with_the_options_that_are_written(named: str) -> None:
    name, *options = named.split()
    commands = get_commands()
    assert name in commands
    app = commands[name]
    assert isinstance(app, str)
    parser = load_command_class(app, name).create_parser("manage.py", name)
    assert set(options) <= set(parser._option_string_actions)


def test_every_make_target_is_there() -> None:
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = set(re.findall(r"^ {4}make ([a-z-]+)|`make ([a-z-]+)", DOCUMENTS, re.MULTILINE))
    assert {left or right for left, right in named} <= set(targets)


def settings_of_readme() -> set[str]:
    rows = re.findall(r"^\| (`[A-Z_]+`(?:, `[A-Z_]+`)*) \|", part(README, "On a server"), re.MULTILINE)
    return {name for row in rows for name in re.findall(r"[A-Z_]+", row)}


def test_every_setting_that_is_read_is_in_readme() -> None:
    code = (ROOT / "config" / "settings.py").read_text(encoding="utf-8")
    read = set(re.findall(r"env\.\w+\(\s*\"([A-Z_]+)\"", code))
    assert len(read) > 15
    assert read <= settings_of_readme()


def test_a_setting_of_readme_reaches_the_server_in_its_container() -> None:
    """A name in `.env` that the compose file does not pass on would do nothing, in silence."""
    compose = (ROOT / "docker-compose.yml").read_text(encoding="utf-8")
    # What the image or the compose file decides, and what is for those who work on Wallchart itself.
    decided = {"VAR_DIR", "STATIC_ROOT", "RATING_LIST", "DATABASE_URL", "REDIS_URL", "BEHIND_PROXY", "DEBUG"}
    decided |= {"PROMETHEUS_MULTIPROC_DIR"}
    passed = set(re.findall(r"\$\{([A-Z_]+)", compose))
    assert settings_of_readme() - passed == decided


# --- the steps on a laptop -----------------------------------------------------------------------


def counted(folder: Path) -> tuple[int, ...]:
    """What must come back whole: boards, results and people."""
    with closing(sqlite3.connect(folder / "wallchart.sqlite3")) as database:
        return tuple(
            database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("tournaments_game", "tournaments_seat WHERE kind <> '?'", "auth_user")
        )


@pytest.mark.long
def test_the_commands_of_readme_back_up_and_restore(tmp_path: Path) -> None:
    laptop = Machine(tmp_path / "var")
    laptop.manage("prepare")
    laptop.manage("demo")
    (commands,) = (block for block in blocks(part(README, "Backup")) if len(block) == 4)
    everything, one, restore, timer = commands
    one = one.replace("ADDRESS", "lake-wren-scholastic")
    stick = tmp_path / "stick"
    stick.mkdir()
    timer = timer.replace("FOLDER", str(stick))

    run(everything, laptop, tmp_path)
    run(one, laptop, tmp_path)
    run(timer, laptop, tmp_path)
    assert run(timer, laptop, tmp_path) == ""  # nothing changed
    event, backup = sorted(tmp_path.glob("*.wallchart"))
    (copy,) = stick.iterdir()

    for file in (backup, copy):
        another = Machine(tmp_path / f"for-{file.suffix}")
        run(restore.replace("FILE", str(file)), another, tmp_path)
        assert counted(Path(another.environment["VAR_DIR"])) == counted(tmp_path / "var")
        another.manage("check_standings")
    # The event goes back to where it came from, once the director agrees.
    run(f"{restore} --replace".replace("FILE", str(event)), laptop, tmp_path)
    assert list((tmp_path / "var" / "replaced").iterdir())


@pytest.mark.long
def test_the_way_back_of_a_laptop_is_the_one_that_is_written(tmp_path: Path) -> None:
    laptop = Machine(tmp_path / "var")
    var = tmp_path / "var"
    var.mkdir()
    with closing(sqlite3.connect(var / "wallchart.sqlite3")) as database:
        database.executescript((ROOT / "tests" / "upgrades" / "release_1.sql").read_text(encoding="utf-8"))
    before = counted(var)
    laptop.manage("prepare")
    (copy,) = (var / "backups").iterdir()

    text = part(OPERATIONS, "Back to the older release")
    assert "move `var/wallchart.sqlite3` and its neighbors of that name" in " ".join(text.split())
    aside = tmp_path / "aside"
    aside.mkdir()
    for file in var.glob("wallchart.sqlite3*"):
        file.rename(aside / file.name)
    ((command,), *_on_a_server) = blocks(text)
    run(command.replace("before-upgrade-DATE.sqlite3", copy.name), laptop, tmp_path)
    assert counted(var) == before
    laptop.manage("check_standings")


# --- secrets -------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_another_secret_key_ends_every_session_and_no_password(client: Client) -> None:
    kim: User = UserFactory.create()
    kim.set_password("quiet harbor eleven")
    kim.save()
    address = "/desk/"
    client.force_login(kim)
    assert client.get(address).status_code == 200
    with override_settings(SECRET_KEY="another one, drawn by chance"):
        assert client.get(address).status_code == 302
        assert client.login(username=kim.get_username(), password="quiet harbor eleven")
        assert client.get(address).status_code == 200


@pytest.mark.django_db
def test_another_password_ends_a_directors_sessions_at_once(client: Client) -> None:
    kim: User = UserFactory.create()
    client.force_login(kim)
    kim.set_password("quiet harbor twelve")
    kim.save()
    assert client.get("/desk/").status_code == 302


# --- the steps on a server -----------------------------------------------------------------------


def exported(commands: list[str]) -> set[str]:
    """What the lines of a block set for `envsubst`, which it is told by the same names."""
    (line,) = (each for each in commands if each.startswith("envsubst"))
    told = set(re.findall(r"\$(PROXY_\w+)", line))
    assert told == {
        name for each in commands if each.startswith("export") for name in re.findall(r"PROXY_\w+(?==)", each)
    }
    return told


def test_the_proxy_is_given_all_that_its_template_asks_for() -> None:
    template = (ROOT / "config" / "proxy" / "nginx.conf.template").read_text(encoding="utf-8")
    asked = set(re.findall(r"\$\{(PROXY_\w+)\}", template))
    for text in (README, OPERATIONS):
        (commands,) = (block for block in blocks(text) if any("envsubst" in line for line in block))
        assert exported(commands) == asked


@pytest.mark.long
@pytest.mark.skipif(REDIS is None, reason="Redis is not installed")
def test_a_server_by_hand_is_well_after_the_commands_that_are_written(
    server_url: str, tmp_path: Path
) -> None:
    text = part(OPERATIONS, "By hand")
    (written,) = (block for block in blocks(text) if block[0].startswith("DATABASE_URL="))
    (commands,) = (block for block in blocks(text) if "gunicorn" in block[-1] and block[0].startswith("set"))
    (director,) = (block for block in blocks(text) if block[-1].endswith("director NAME"))
    (probe,) = (block for block in blocks(text) if "healthcheck" in block[-1])
    of_a_server = {"DJANGO_SETTINGS_MODULE": "config.settings"}  # not that of tests
    file, var, port = tmp_path / "wallchart.env", tmp_path / "var", free_port()

    def here(*lines: str) -> list[str]:
        """The lines as one shell's script, with this machine's Python, settings and port."""
        script = "\n".join(lines).replace(".venv/bin/gunicorn", "exec .venv/bin/python -m gunicorn")
        script = script.replace(".venv/bin/python", shlex.quote(sys.executable))
        return ["sh", "-ec", script.replace("./wallchart.env", str(file)).replace("8000", str(port))]

    with redis() as cache:
        of_this_machine = {"DATABASE_URL": server_url, "REDIS_URL": cache, "VAR_DIR": str(var)}
        names = [line.partition("=")[0] for line in written]
        assert set(of_this_machine) <= set(names)
        lines = [
            f"{name}={of_this_machine[name]}" if name in of_this_machine else line
            for name, line in zip(names, written, strict=True)
        ]
        file.write_text("\n".join(lines) + "\n")
        with started(here(*commands), of_a_server, port):
            caller = http.client.HTTPConnection(HERE, port, timeout=PATIENCE)
            with closing(caller):
                caller.request("GET", "/", headers={"Host": "chess.example", "X-Forwarded-Proto": "https"})
                assert caller.getresponse().status == 200
            probed = subprocess.run(
                here(commands[0], *probe),
                cwd=ROOT,
                env=os.environ | of_a_server,
                capture_output=True,
                text=True,
                check=False,
            )
            assert probed.returncode == 0, probed.stdout + probed.stderr
            assert json.loads(probed.stdout)["ok"]
            made = subprocess.run(
                here(*(line.replace("NAME", "kim --password-stdin") for line in director)),
                cwd=ROOT,
                env=os.environ | of_a_server,
                input="quiet harbor eleven\n",
                capture_output=True,
                text=True,
                check=False,
            )
            assert "kim can sign in now" in made.stdout, made.stderr
