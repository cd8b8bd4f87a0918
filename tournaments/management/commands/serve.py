"""Start Wallchart for a tournament hall: this machine and every phone on its network.

One command instead of five: it makes the database ready, collects the static files, offers the demo, serves,
and prints the addresses.
"""

import errno
import io
import os
import signal
import socket
import sys
import webbrowser
from argparse import ArgumentTypeError
from contextlib import suppress
from threading import Thread
from typing import Any

import segno
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.core.management.base import CommandError, CommandParser
from django.urls import reverse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _

from tournaments import full_disk
from tournaments.errors import Refused
from tournaments.management.browsers import has_browser
from tournaments.management.one_server import AlreadyRunning, only_one
from tournaments.management.private_files import make_private
from tournaments.management.worded import WordedCommand
from tournaments.models import Event
from tournaments.selectors.event.addresses import EVERY_ADDRESS, answer_to_own_names, phone_addresses
from tournaments.services import beginning, database_file, epochs
from tournaments.services.backups import automatic
from tournaments.services.mirroring import sending
from tournaments.text.commands import as_started
from tournaments.text.wording import problem

from .demo import USERNAME as DEMO_DIRECTOR

PORT = 8000
# SIGHUP is the end of a terminal's window, SIGBREAK that of a window of Windows.
STOPS = [
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)
]
# Where nobody chose a port: the next ones, if another program has ours.
PORTS = range(PORT, PORT + 10)


class Command(WordedCommand):
    demo_sign_in = ""
    help = "Serve Wallchart to this machine and to every phone on its network."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=port_number, help=f"default: {PORT}")
        listens = "the address to listen on; 127.0.0.1 keeps other machines out"
        parser.add_argument("--host", default=EVERY_ADDRESS, help=listens)
        demo = parser.add_mutually_exclusive_group()
        demo.add_argument(
            "--demo",
            action="store_true",
            default=None,
            help="load the demo without asking if the database has no event",
        )
        demo.add_argument(
            "--no-demo", action="store_false", dest="demo", help="do not load the demo, and do not ask"
        )
        parser.add_argument(
            "--open",
            action="store_true",
            dest="opens",
            help="open the browser, and ask any questions there",
        )
        parser.add_argument(
            "--begin-anew",
            action="store_true",
            help="make a new, empty database where the one that was served last is gone",
        )

    def handle(
        self,
        *args: Any,
        port: int | None,
        host: str,
        demo: bool | None,
        opens: bool,
        begin_anew: bool,
        verbosity: int,
        **options: Any,
    ) -> None:
        make_private()
        self.opens = opens
        port = port or (free_port(host) if opens else PORT)
        try:
            if not begin_anew:
                beginning.must_not_replace()
            # First: nothing changes the database under another Wallchart that serves it.
            with only_one(port):
                self.serve(host, port, demo, begin_anew)
        except AlreadyRunning as refused:
            if not (opens and refused.port):
                raise CommandError(refused.message) from refused
            self.stdout.write(refused.message)
            open_browser(refused.port).join(10)  # seconds; its process would end before it
        except Refused as refused:
            raise CommandError(refused.message) from refused
        except OSError as error:
            if error.filename is None or full_disk.is_full(error):
                raise
            message = _(
                "Wallchart cannot write %(file)s (%(reason)s). Make it writable for you, then start again."
            )
            raise CommandError(message % {"file": error.filename, "reason": error.strerror}) from error

    def serve(self, host: str, port: int, demo: bool | None, begin_anew: bool) -> None:
        listener = listen(host, port)
        call_command("prepare", begin_anew=begin_anew, stdout=self.stdout)
        call_command("collectstatic", interactive=False, verbosity=0)
        if not Event.objects.exists() and self.wants_demo(demo):
            self.load_demo()
        if nobody_can_sign_in() and self.may_ask():
            self.make_first_director()

        settings.LISTENS_AT = (host, port)
        answer_to_own_names()
        server = import_string(settings.SERVER)(listener)
        for stop in STOPS:
            # nohup has the end of the window ignored. What a shell starts in the background has Ctrl-C
            # ignored too, but a process that sends it then means us.
            if stop.name != "SIGHUP" or signal.getsignal(stop) is not signal.SIG_IGN:
                signal.signal(stop, leave)
        automatic.start()
        sending.start()
        try:
            self.announce(host, port)
            if self.opens:
                open_browser(port)  # it waits, as the port is open already
            server.run()  # Returns when a signal stops it.
        finally:
            server.close()
            sending.stop()
            automatic.stop()
            database_file.settle()
            epochs.leave_off()
            self.say_stopped()

    def say_stopped(self) -> None:
        said = _("\nStopped. All entered data is saved.")
        if (file := database_file.file()) and beginning.is_missing(file):
            said = _("\nStopped. The database %(file)s is gone: put it back before the next start.")
            said %= {"file": file}
        try:
            self.stdout.write(said)
            self.stdout.flush()
        except OSError:  # The window is closed. What is left to say is said to nobody.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())

    def may_ask(self) -> bool:
        return sys.stdin.isatty() and not self.opens

    def wants_demo(self, demo: bool | None) -> bool:
        if demo is not None:
            return demo
        if not self.may_ask():
            return False
        self.stdout.write(_("There are no events yet. The demo tournament lets you look around."))
        return input(_("Load the demo? [y/N] ")).strip().lower() in {"y", "yes"}

    def load_demo(self) -> None:
        self.stdout.write(_("Loading the demo…"))
        printed = io.StringIO()
        try:
            call_command("demo", stdout=printed)
        except CommandError as refusal:  # Serve without the demo.
            self.stderr.write(self.style.WARNING(str(refusal)))
            return
        # Told once: the database keeps its hash, and nothing keeps the password.
        self.demo_sign_in = printed.getvalue().strip()

    def make_first_director(self) -> None:
        self.stdout.write(_("Create the first director. Choose a user name and a password."))
        while nobody_can_sign_in():
            try:
                call_command("director", input(_("User name: ")).strip(), stdout=self.stdout)
            except CommandError as refusal:  # Ask again.
                self.stderr.write(self.style.WARNING(str(refusal)))

    def announce(self, host: str, port: int) -> None:
        phones = [f"{address}/" for address in phone_addresses()]
        lines = ["", self.style.SUCCESS(_("Wallchart is running.")), ""]
        if here := {EVERY_ADDRESS: "localhost", "127.0.0.1": "127.0.0.1"}.get(host):
            page = reverse("first-run") if nobody_can_sign_in() else "/"
            lines.append(_("  On this machine:  {url}").format(url=f"http://{here}:{port}{page}"))
        lines += [_("  On the network:   {url}").format(url=url) for url in phones]
        if phones:
            lines += ["", *self.qr_code(phones[0])]
        elif host == EVERY_ADDRESS:
            lines.append(_("  No network. To let phones in, join the hall's Wi-Fi."))
        if nobody_can_sign_in():
            lines += ["", _("  Nobody can sign in yet. Open the address on this machine to begin.")]
        if self.demo_sign_in:
            lines += ["", *(f"  {line}" for line in self.demo_sign_in.splitlines())]
            set_anew = _("  To set a new one: python manage.py changepassword {name}")
            lines += [
                _("  Write it down: it is not shown again."),
                as_started(set_anew).format(name=DEMO_DIRECTOR),
            ]
        lines.append("")
        if self.opens:
            lines.append(
                _("  Keep this window open while people play. Close it to stop Wallchart (or Ctrl-C).")
            )
        else:
            lines.append(
                _("  Press Ctrl-C to stop the server. If the Wi-Fi changes, the desk has the new address.")
            )
        self.stdout.write("\n".join(lines) + "\n")
        self.stdout.flush()

    def qr_code(self, url: str) -> list[str]:
        drawn = io.StringIO()
        segno.make(url).terminal(out=drawn, border=2, compact=True)
        try:
            drawn.getvalue().encode(getattr(self.stdout, "encoding", None) or "utf-8")
        except UnicodeEncodeError:
            return []  # An old console has no block characters.
        return [f"    {line}" for line in drawn.getvalue().splitlines()]


# --- the port ---------------------------------------------------------------------------------


def port_number(text: str) -> int:
    if text.isdecimal() and 1 <= int(text) <= 65535:
        return int(text)
    raise ArgumentTypeError(problem(text, _("a port number from 1 to 65535")))


def listen(host: str, port: int) -> socket.socket:
    """The socket to serve on. Raises :class:`CommandError` with one sentence that says why not."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if sys.platform == "win32":  # Reusing an address would let two programs share it.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:  # A restart may follow at once.
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except OSError as error:
        listener.close()
        raise CommandError(why_not(error, host, port)) from error
    return listener


def why_not(error: OSError, host: str, port: int) -> str:
    other = as_started(_("Choose another one: python manage.py serve --port {port}")).format(
        port=port + 1 if 1024 <= port < 65535 else 8000
    )
    if error.errno == errno.EADDRINUSE:
        reason = _("Port {port} is in use. Wallchart may be running in another window.")
    elif error.errno == errno.EACCES:
        reason = _("This system does not let you use port {port}.")
    else:
        reason, other = _("{host} is not an address of this machine."), ""
    return f"{reason.format(host=host, port=port)} {other}".strip()


def free_port(host: str) -> int:
    """The first of our ports that no other program has; if all are taken the usual one, to be refused."""
    for port in PORTS:
        with suppress(CommandError):
            listen(host, port).close()
            return port
    return PORT


def open_browser(port: int) -> Thread:
    """Show the desk, or where to begin, in this machine's browser, if it has one."""
    page = reverse("first-run") if nobody_can_sign_in() else reverse("desk")
    shows = webbrowser.open if has_browser() else str
    # Some browsers come back only when they are closed.
    opening = Thread(target=shows, args=[f"http://localhost:{port}{page}"], daemon=True)
    opening.start()
    return opening


def leave(*_told: object) -> None:
    if hasattr(signal, "SIGHUP"):  # A window that closes may tell it twice.
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    sys.exit()


# --- people and the demo ----------------------------------------------------------------------


def nobody_can_sign_in() -> bool:
    return not get_user_model().objects.filter(is_active=True).exists()
