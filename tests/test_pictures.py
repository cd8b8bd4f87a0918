"""The picture of a link: every letter of a name is drawn, and nothing leaves the paper."""

from io import BytesIO

import pytest
from PIL import Image, ImageChops

from tournaments import pictures


def drawn(name: str) -> Image.Image:
    return Image.open(
        BytesIO(pictures.of_text(name, "7th, tied on 3 points", "after round 3", "Elm Valley Open"))
    )


def test_a_picture_is_as_large_as_messengers_show_it() -> None:
    assert drawn("Amara Whitlock").size == (pictures.WIDTH, pictures.HEIGHT)


@pytest.mark.parametrize("letter", "aZé½Łőș")
def test_each_letter_of_a_name_is_drawn_as_itself(letter: str) -> None:
    missing = drawn("\U0010fffe")
    assert ImageChops.difference(drawn(letter), missing).getbbox()


def test_a_letter_that_no_font_has_costs_no_picture() -> None:
    assert drawn("Амара 天").size == (pictures.WIDTH, pictures.HEIGHT)


@pytest.mark.parametrize("name", ["Wilhelmina Featherstonehaugh-Cholmondeley", "W" * 200])
def test_a_long_name_stays_on_the_paper(name: str) -> None:
    margin = drawn(name).crop((pictures.WIDTH - 70, 0, pictures.WIDTH, pictures.HEIGHT))
    assert margin.getcolors() == [(70 * pictures.HEIGHT, (255, 255, 255))]


def test_words_too_long_for_a_line_go_on_in_the_next() -> None:
    def low(standing: str) -> Image.Image:
        picture = Image.open(BytesIO(pictures.of_text("Amara Whitlock", standing, "", "")))
        return picture.crop((80, 400, pictures.WIDTH, 500))

    assert low("7th, tied on 3 points").getcolors() == [((pictures.WIDTH - 80) * 100, (255, 255, 255))]
    assert len(low("7th, tied on 3 points, Modified Median 7 to 6 and some").getcolors() or ()) > 1
