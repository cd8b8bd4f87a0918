"""Installs Wallchart beside this file, from the folder `wheels` alone, and starts it.

The starters of each system only find a Python and run this. It uses the standard library alone. What follows
on its line is a command of Wallchart: without one it serves, and opens the browser.
"""

import hashlib
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
WHEELS, LOCK = HERE / "wheels", HERE / "requirements.txt"
INSTALLED = HERE / ".installed"
# Written when everything is in: an installation that was cut short is made again.
MARK = INSTALLED / "complete.txt"
IS_WINDOWS = sys.platform == "win32"
PYTHON = INSTALLED / ("Scripts/python.exe" if IS_WINDOWS else "bin/python")


def main() -> None:
    words = sys.argv[1:]
    try:
        make_ready()
        status = start(words)
    except OSError as error:
        print(
            f"Wallchart cannot be installed in {HERE} ({error.strerror}: {error.filename}). Unpack the whole "
            "zip into a folder that you can write to, with 500 MB of room, and start again."
        )
        status = 1
    except Refused as refused:
        print(refused)
        status = 1
    except KeyboardInterrupt:
        status = 130
    if status == 1 and not words and sys.stdin.isatty():  # Else the window closes before it is read.
        input("\nPress Enter to close this window. ")
    sys.exit(status)


class Refused(Exception):  # noqa: N818 (a sentence for a director)
    pass


def make_ready() -> None:
    wanted = f"{ours().name} {hashlib.sha256(LOCK.read_bytes()).hexdigest()} Python {sys.version}"
    if not is_installed(wanted):
        install()
        MARK.write_text(wanted, encoding="utf-8")


def ours() -> Path:
    """The wheel of Wallchart itself."""
    return next(iter(sorted(WHEELS.glob("wallchart-*.whl"))), WHEELS / "wallchart.whl")


def is_installed(wanted: str) -> bool:
    """Whether all of it is there, made by this Python, which is still where it was."""
    # Of a Python that was removed, a link leads nowhere.
    if not (PYTHON.exists() and MARK.is_file() and MARK.read_text(encoding="utf-8") == wanted):
        return False
    asked = subprocess.run(
        [PYTHON, "-c", "import config, django"], check=False, capture_output=True, cwd=INSTALLED
    )
    return asked.returncode == 0


def install() -> None:
    print("Installing Wallchart. This takes a minute, and happens once.", flush=True)
    shutil.rmtree(INSTALLED, ignore_errors=True)
    run(
        "It may lack its venv module: sudo apt install python3-venv",
        sys.executable,
        "-m",
        "venv",
        str(INSTALLED),
    )
    # Isolated: no setting of this machine sends it to the internet.
    pip = [str(PYTHON), "-m", "pip", "--isolated", "--disable-pip-version-check", "install", "--quiet"]
    pip += ["--no-index", "--find-links", str(WHEELS), "--only-binary", ":all:", "--no-deps"]
    refused = "This zip may have no packages for this system and Python: install Python 3.13 from python.org."
    run(refused, *pip, "--require-hashes", "--requirement", str(LOCK))
    run(refused, *pip, str(ours()))


def run(hint: str, *command: str) -> None:
    """Run a command; where it fails, the end, with its own words and what may help."""
    # A letter that pip writes otherwise than this Python reads must not hide its words.
    done = subprocess.run(
        command, check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    if done.returncode:
        python = sys.version.partition(" ")[0]
        raise Refused(f"{done.stdout}\nWallchart could not be installed with Python {python}. {hint}")


def start(words: list[str]) -> int:
    """Run Wallchart until it ends; how it ended."""
    # Its modules are found by where it is installed, not by where somebody is.
    starter = '"Start Wallchart.bat"' if IS_WINDOWS else "./start-wallchart.sh"
    environment = os.environ | {"PYTHONSAFEPATH": "1", "WALLCHART_COMMAND": starter}
    for name in ("PYTHONPATH", "PYTHONHOME"):
        environment.pop(name, None)
    running = subprocess.Popen([str(PYTHON), "-m", "config", *words], env=environment)
    # The end of the window may be told to this process alone. Ctrl-C reaches both.
    for name in ("SIGHUP", "SIGTERM"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda number, _frame: running.send_signal(number))
    while True:
        try:
            return running.wait()
        except KeyboardInterrupt:
            continue


if __name__ == "__main__":
    main()
