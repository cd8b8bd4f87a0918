"""The picture that a link shows where it is sent: a few lines of text, as large as messengers cut them.

No photo and no logo: who, how the player stands, and where. It is drawn with the fonts of the pages, and with
those of the letters of few names, which no phone loads.
"""

from functools import lru_cache
from io import BytesIO
from itertools import groupby
from pathlib import Path

from django.conf import settings
from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 1200, 630  # what the pages of messengers ask for
_MARGIN = 80
_PAPER, _INK, _SOFT, _RULE = "#ffffff", "#1b1b18", "#5c5b54", "#1f6f54"
# The first one that has a character draws it.
FONTS = ("inter-core.woff2", "inter-latin.woff2", "inter-latin-ext-wght-normal.woff2")
_BOLD, _REGULAR = 700, 450


def of_text(name: str, standing: str, when: str, where: str) -> bytes:
    """A PNG of 1200×630: the name large, how the player stands below it and when, section and event last."""
    image = Image.new("RGB", (WIDTH, HEIGHT), _PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, 16, HEIGHT), fill=_RULE)
    _write(draw, 230, name, 92, _BOLD, _INK)
    lines = _lines(standing, 56, _REGULAR)
    for number, line in enumerate(lines):
        _write(draw, 350 + 72 * number, line, 56, _REGULAR, _INK)
    _write(draw, 340 + 72 * len(lines), when, 36, _REGULAR, _SOFT)
    _write(draw, HEIGHT - _MARGIN, where, 36, _REGULAR, _SOFT)
    file = BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _lines(text: str, size: int, weight: int) -> list[str]:
    """One line, or two, cut behind the last comma before which it fits."""
    if _length(text, size, weight) <= WIDTH - 2 * _MARGIN:
        return [text]
    first, _comma, second = text.rpartition(", ")
    return [f"{first},", second] if first else [text]


def _write(draw: ImageDraw.ImageDraw, baseline: int, text: str, size: int, weight: int, color: str) -> None:
    """One line on its baseline; smaller, and at last cut with an ellipsis, where it is too long."""
    room = WIDTH - 2 * _MARGIN
    if (long := _length(text, size, weight)) > room:
        size = max(int(size * room / long), size * 2 // 3)
    while _length(text, size, weight) > room:
        text = text[:-2].rstrip() + "…"
    x = float(_MARGIN)
    for font, run in _runs(text, size, weight):
        draw.text((x, baseline), run, fill=color, font=font, anchor="ls")
        x += font.getlength(run)


def _length(text: str, size: int, weight: int) -> float:
    return sum(font.getlength(run) for font, run in _runs(text, size, weight))


def _runs(text: str, size: int, weight: int) -> list[tuple[ImageFont.FreeTypeFont, str]]:
    """The text cut where another font has its characters."""
    cut = groupby(text, key=_font_of)
    return [(_font(name, size, weight), "".join(run)) for name, run in cut]


@lru_cache(2000)
def _font_of(character: str) -> str:
    """The first font that draws a character otherwise than one it does not have."""
    missing = "\U0010fffe"
    for name in FONTS:
        font = _font(name, 20, _REGULAR)
        if character == " " or bytes(font.getmask(character)) != bytes(font.getmask(missing)):
            return name
    return FONTS[0]


@lru_cache(24)
def _font(name: str, size: int, weight: int) -> ImageFont.FreeTypeFont:
    font = ImageFont.truetype(str(_folder() / name), size)
    font.set_variation_by_axes([weight])
    return font


def _folder() -> Path:
    return Path(settings.FILES) / "static" / "fonts"
