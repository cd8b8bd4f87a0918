"""Which address the codes of a printed sheet have, so that the desk can say when phones find nothing there.

Only of `manage.py serve`: a laptop gets another address with another Wi-Fi.
"""

from contextlib import suppress

from ..selectors.event.addresses import file_of_printed, phone_addresses, printed_address
from .backups.whole_files import whole_file


def note_printed(address: str) -> None:
    """A sheet has this address. It is printed none the worse if that cannot be kept."""
    if address in phone_addresses() and address != printed_address():
        with suppress(OSError), whole_file(file_of_printed()) as file:
            file.write(address.encode("ascii"))
