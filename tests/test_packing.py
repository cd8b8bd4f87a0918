"""A packed text inside another one is one gzip stream with the right sums at its end."""

import gzip
import zlib

from hypothesis import given
from hypothesis import strategies as st

from tournaments import packing


@given(st.text(), st.text(), st.text())
def test_a_packed_text_is_read_as_it_was_alone_and_amid_others(before: str, text: str, after: str) -> None:
    piece = packing.packed(text)
    assert packing.unpacked(piece) == text
    assert packing.unpacked(packing.around(before, piece, after)) == before + text + after


def test_a_page_around_a_piece_is_a_single_member_as_browsers_read_no_other() -> None:
    page = packing.around("<main>", packing.packed("Standings " * 1000), "</main>")
    stream = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
    assert stream.decompress(page).decode() == f"<main>{'Standings ' * 1000}</main>"
    assert stream.eof
    assert stream.unused_data == b""


def test_a_piece_goes_into_a_page_as_it_is_compressed() -> None:
    piece = packing.packed("Standings " * 1000)
    assert piece[10:-10] in packing.around("<main>", piece, "</main>")
    assert len(piece) < len(gzip.compress(b"Standings " * 1000)) + 20
