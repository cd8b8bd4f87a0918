"""What is in the wheel and in the zip, without the internet."""

import ast
import re
import runpy
import shlex
import stat
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from packaging.utils import parse_wheel_filename

from config import installed
from config.__main__ import command, main
from release import archive, packages, wheel
from release.targets import EVERY, PYTHONS, SYSTEMS, Target
from tests.laptop import ROOT

LOCK = (ROOT / "requirements.txt").read_text(encoding="ascii")
STARTERS = sorted(archive.STARTERS.iterdir())
WINDOWS, APPLE, INTEL, LINUX, _ARM = SYSTEMS


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return wheel.build(ROOT, tmp_path_factory.mktemp("dist"))


def test_the_wheel_has_the_code_and_all_that_pages_are_made_of(built: Path) -> None:
    with zipfile.ZipFile(built) as file:
        names = set(file.namelist())
    for folder in ("templates", "static", "locale"):
        there = {
            f"config/files/{each.relative_to(ROOT)}" for each in (ROOT / folder).rglob("*") if each.is_file()
        }
        assert there
        assert there <= names, folder
    for folder in ("config", "tournaments", "tiebreaks"):
        there = {str(each.relative_to(ROOT)) for each in (ROOT / folder).rglob("*.py")}
        assert there <= names, folder


def test_the_wheel_has_a_command_and_nothing_of_a_checkout(built: Path) -> None:
    with zipfile.ZipFile(built) as file:
        roots = {name.partition("/")[0] for name in file.namelist()}
        information = next(root for root in roots if root.endswith(".dist-info"))
        assert "wallchart = config.__main__:main" in file.read(f"{information}/entry_points.txt").decode()
    assert roots == {"config", "tournaments", "tiebreaks", information}


def test_each_system_gets_the_packages_that_are_meant_for_it() -> None:
    def names(target: Target) -> set[str]:
        return {name for name, _version, _entry in packages.lines_for(LOCK, target)}

    for python in PYTHONS:
        assert {"tzdata", "gunicorn"} & names(Target(WINDOWS, python)) == {"tzdata"}
        assert {"tzdata", "gunicorn"} & names(Target(APPLE, python)) == {"gunicorn"}
        assert "pysqlite3" in names(Target(LINUX, python))
        assert "pysqlite3" not in names(Target(INTEL, python))
        numpies = [
            version for name, version, _ in packages.lines_for(LOCK, Target(LINUX, python)) if name == "numpy"
        ]
        assert len(numpies) == 1, python


def test_what_pip_is_given_has_no_condition_that_it_would_read_for_this_machine() -> None:
    for target in EVERY:
        entries = [entry for _name, _version, entry in packages.lines_for(LOCK, target)]
        assert not [entry for entry in entries if ";" in entry or "--hash=sha256:" not in entry]


def test_the_releases_are_for_every_python_that_wallchart_runs_on() -> None:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert f'requires-python = ">={PYTHONS[0]}"' in text
    finders = [path for path in STARTERS if path.suffix in (".sh", ".bat")]
    assert len(finders) == 2
    for finder in finders:
        said = finder.read_text(encoding="ascii")
        assert all(python in said for python in PYTHONS), finder.name


def made(folder: Path, *names: str) -> list[Path]:
    for name in names:
        (folder / name).write_bytes(b"a wheel")
    return [folder / name for name in names]


def test_of_the_wheels_that_were_downloaded_those_of_the_targets_are_taken(tmp_path: Path) -> None:
    lock = "brotli==1.2.1 \\\n    --hash=sha256:00\nsegno==1.6.6 \\\n    --hash=sha256:00\n"
    windows, mac, both = made(
        tmp_path,
        "brotli-1.2.1-cp313-cp313-win_amd64.whl",
        "brotli-1.2.1-cp313-cp313-macosx_10_13_x86_64.whl",
        "segno-1.6.6-py3-none-any.whl",
    )
    made(tmp_path, "segno-1.6.5-py3-none-any.whl", "brotli-1.2.1-cp313-cp313-macosx_26_0_x86_64.whl")
    assert packages.wheels_of(lock, [Target(WINDOWS, "3.13")], tmp_path) == [windows, both]
    assert packages.wheels_of(lock, [Target(WINDOWS, "3.13"), Target(INTEL, "3.13")], tmp_path) == sorted(
        [windows, mac, both]
    )


def test_a_package_without_a_wheel_for_a_target_is_named(tmp_path: Path) -> None:
    made(tmp_path, "brotli-1.2.1-cp313-cp313-win_amd64.whl")
    lock = "brotli==1.2.1 \\\n    --hash=sha256:00\n"
    with pytest.raises(packages.Missing, match=r"brotli 1\.2\.1 for Windows, Python 3\.14"):
        packages.wheels_of(lock, [Target(WINDOWS, "3.14")], tmp_path)


@pytest.mark.parametrize("target", EVERY, ids=lambda each: f"{each.system.name} {each.python}")
def test_a_wheel_for_everybody_runs_on_each_target(target: Target) -> None:
    _name, _version, _build, tags = parse_wheel_filename("segno-1.6.6-py3-none-any.whl")
    assert tags & target.tags


def test_the_zip_has_one_folder_whose_starters_are_programs(tmp_path: Path) -> None:
    wheels = made(tmp_path, "wallchart-1.2-py3-none-any.whl", "segno-1.6.6-py3-none-any.whl")
    texts = [ROOT / "requirements.txt", ROOT / "LICENSE"]
    files = [tmp_path / name for name in ("one.zip", "two.zip")]
    for file in files:
        archive.write(file, "1.2", wheels[0], wheels[1:], texts)
    with zipfile.ZipFile(files[0]) as zipped:
        modes = {entry.filename: stat.S_IMODE(entry.external_attr >> 16) for entry in zipped.infolist()}
        windows = zipped.read("wallchart-1.2/Start Wallchart.bat")
    expected = {
        *(f"wheels/{each.name}" for each in wheels),
        *("requirements.txt", "LICENSE", "README.txt", "start.py", "start-wallchart.sh"),
        *(f"Start Wallchart.{ending}" for ending in ("bat", "command", "desktop")),
    }
    assert set(modes) == {f"wallchart-1.2/{name}" for name in expected}
    programs = {name.rpartition("/")[2] for name, mode in modes.items() if mode & stat.S_IXUSR}
    assert programs == {"start-wallchart.sh", "Start Wallchart.command", "Start Wallchart.desktop"}
    assert windows.count(b"\n") == windows.count(b"\r\n")
    assert files[0].read_bytes() == files[1].read_bytes()


def test_the_starter_needs_nothing_but_the_standard_library() -> None:
    tree = ast.parse((archive.STARTERS / "start.py").read_text(encoding="ascii"), feature_version=(3, 11))
    imported = {
        name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names
    } | {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"hashlib", "os", "pathlib", "shutil", "signal", "subprocess", "sys"}


@pytest.mark.parametrize("starter", STARTERS, ids=lambda path: path.name)
def test_starters_are_plain_ascii(starter: Path) -> None:
    assert starter.read_bytes().isascii()


@pytest.mark.parametrize("name", ["start-wallchart.sh", "Start Wallchart.command"])
def test_a_shell_can_read_its_starters(name: str) -> None:
    done = subprocess.run(["sh", "-n", archive.STARTERS / name], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def starters_with(folder: Path, python: str) -> dict[str, str]:
    """The starters in a folder of their own, where every Python is this program."""
    (folder / "bin").mkdir(parents=True)
    for path in STARTERS:
        (folder / path.name).write_bytes(path.read_bytes())
        (folder / path.name).chmod(0o755)
    for name in ("dirname", "sh"):
        (folder / "bin" / name).symlink_to(f"/usr/bin/{name}")
    for version in PYTHONS:
        (folder / "bin" / f"python{version}").write_text(python)
        (folder / "bin" / f"python{version}").chmod(0o755)
    return {"PATH": str(folder / "bin")}


# As the desktop of a Linux reads a line `Exec`: first the escapes of the file, then the quotes of the words.
def words_of_desktop_entry(path: Path) -> list[str]:
    line = next(line for line in path.read_text().splitlines() if line.startswith("Exec="))
    words = shlex.split(line.removeprefix("Exec=").replace("\\\\", "\\"))
    return [str(path) if word == "%k" else word.replace("\\$", "$") for word in words]


def test_every_starter_of_linux_and_macos_runs_the_first_python_that_works(tmp_path: Path) -> None:
    folder = tmp_path / "Wallchart of Ann"
    environment = starters_with(folder, '#!/bin/sh\n[ "$1" = -c ] || echo "$@"\n')
    (folder / "bin" / "python3.13").write_text("#!/bin/sh\nexit 127\n")  # as a shim without its Python
    commands = [
        [str(folder / "start-wallchart.sh")],
        [str(folder / "Start Wallchart.command")],
        words_of_desktop_entry(folder / "Start Wallchart.desktop"),
    ]
    for words in commands:
        done = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
        assert (done.stdout, done.stderr) == (f"{folder}/start.py\n", ""), words
    restoring = [commands[1][0], "restore", "my file"]
    done = subprocess.run(restoring, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == f"{folder}/start.py restore my file\n"


@pytest.mark.parametrize(
    ("platform", "status"), [("win-amd64", 0), ("win32", 1), ("win-arm64", 1), ("mingw_x86_64", 1)]
)
def test_the_starter_for_windows_takes_only_a_python_that_there_are_packages_for(
    platform: str, status: int
) -> None:
    text = (archive.STARTERS / "Start Wallchart.bat").read_text(encoding="ascii")
    [asked] = re.findall('set "FITS=(.*)"', text)
    assert text.count('-c "%FITS%"') == 2
    program = f"import sysconfig; sysconfig.get_platform = lambda: {platform!r}\n{asked}"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (status, "")


def test_the_starter_for_windows_says_of_a_zip_that_was_not_unpacked_what_to_do() -> None:
    """Explorer shows a zip as a folder, and starts from there a copy of the one file."""
    text = (archive.STARTERS / "Start Wallchart.bat").read_text(encoding="ascii")
    before, found, after = text.partition('if not exist "%~dp0start.py" (')
    assert found
    assert "py -" not in before
    assert "Unpack the whole zip" in after.partition("pause")[0]


def test_without_a_python_the_window_says_where_to_get_one(tmp_path: Path) -> None:
    environment = starters_with(tmp_path / "new", "#!/bin/sh\nexit 1\n")
    done = subprocess.run(
        [tmp_path / "new" / "start-wallchart.sh"],
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    assert "Wallchart needs Python 3.11, 3.12, 3.13 or 3.14." in done.stdout
    assert "https://www.python.org/downloads/" in done.stdout


def test_the_command_serves_unless_it_is_told_something_else() -> None:
    assert command([]) == ["serve", "--open"]
    assert command(["--port", "8080"]) == ["serve", "--open", "--port", "8080"]
    assert command(["restore", "FILE"]) == ["restore", "FILE"]
    assert command(["--help"]) == ["--help"]


def test_the_command_tells_its_own_version(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.argv", ["wallchart", "--version"])
    main()
    assert capsys.readouterr().out == f"Wallchart {installed.version()}\n"


def test_the_words_of_pip_are_told_whatever_letters_they_are_written_in(tmp_path: Path) -> None:
    (tmp_path / "start.py").write_bytes((archive.STARTERS / "start.py").read_bytes())
    start = runpy.run_path(str(tmp_path / "start.py"))
    program = "import sys; sys.stdout.buffer.write(b'no room in C:\\\\Andr\\xe9'); sys.exit(1)"
    with pytest.raises(start["Refused"], match="no room in C:"):
        start["run"]("Try again.", sys.executable, "-c", program)


def test_an_installation_whose_python_was_removed_is_made_again(tmp_path: Path) -> None:
    (tmp_path / "start.py").write_bytes((archive.STARTERS / "start.py").read_bytes())
    start = runpy.run_path(str(tmp_path / "start.py"))
    start["PYTHON"].parent.mkdir(parents=True)
    start["MARK"].write_text("this")
    start["PYTHON"].symlink_to(tmp_path / "removed")
    assert not start["is_installed"]("this")
    start["PYTHON"].unlink()
    for status, same in ((0, True), (1, False)):  # whether it finds Wallchart
        start["PYTHON"].write_text(f"#!/bin/sh\nexit {status}\n")
        start["PYTHON"].chmod(0o755)
        assert start["is_installed"]("this") is same
    assert not start["is_installed"]("that")
