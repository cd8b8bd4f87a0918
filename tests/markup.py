"""HTML as tests compare it: what a template's lines and indentation add is taken away."""

import re


def unspaced(html: str) -> str:
    """Markup on one line: no white space beside a tag, one space between attributes."""
    html = " ".join(html.split()).replace(" >", ">")
    return re.sub(r" ?(</?[a-z][^>]*>) ?", r"\1", html)
