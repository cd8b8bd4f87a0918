"""What every page is looked at for: it fits its window, and axe finds nothing.

A page can be found and clicked while one of its stylesheets is still on its way; its widths are then those of
another page. So it is measured when everything it asked for has arrived, its fonts too.
"""

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page


def also(*values: object) -> Any:
    """One more size, color or word for a test: each costs a browser's seconds, and most say the same."""
    return pytest.param(*values, marks=pytest.mark.slow)


SCHEMES = ["light", also("dark")]


def fits(page: Page, width: int = 360) -> None:
    """Nothing scrolls sideways."""
    arrived(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url


def lines_of(element: Locator) -> int:
    """On how many lines the last words of an element stand."""
    tops: int = element.evaluate(
        """(element) => {
          const range = document.createRange();
          range.selectNodeContents(element.lastChild);
          return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
        }"""
    )
    return tops


def is_clean(page: Page) -> None:
    """Axe finds nothing to complain of."""
    page.wait_for_load_state()
    found = Axe().run(page)
    assert found.violations_count == 0, f"{page.url}\n{found.generate_report()}"


# Text that is out of the window or of what cuts it, and words in two lines that one could hold. What scrolls
# in itself is not cut, and a name in the path above the desk's pages may end in an ellipsis.
_CUT = """() => {
  const { clientWidth: wide, scrollWidth } = document.documentElement, found = [];
  const path = (one) => {
    const over = [];
    for (let each = one; each && each !== document.body; each = each.parentElement) over.push(each);
    return over;
  };
  const told = (one) => `${one.tagName}.${one.className} “${one.textContent.trim().slice(0, 40)}”`;
  // A fraction of a pixel is rounded up.
  if (scrollWidth > wide + 1) found.push(`scrolls to ${scrollWidth}`);
  for (const one of document.body.querySelectorAll("*")) {
    const texts = [...one.childNodes].filter((node) => node.nodeType === 3 && node.data.trim());
    if (!texts.length || !one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const over = path(one);
    // A dot between two pieces is cut off where a line begins.
    if (one.matches(".dot") || one.closest(".skip")) continue;
    if (over.some((each) => getComputedStyle(each).clipPath !== "none")) continue;
    const lines = (from, start, end) => {
      const range = document.createRange();
      range.setStart(from, start);
      range.setEnd(from, end);
      return [...range.getClientRects()].filter((line) => line.width);
    };
    for (const text of texts) {
      // A hash is no word.
      if (!one.matches("code")) for (const word of text.data.matchAll(/[\\p{L}\\p{M}’']+/gu)) {
        const tops = lines(text, word.index, word.index + word[0].length).map((line) => Math.round(line.top));
        if (word[0].length < 13 && new Set(tops).size > 1) found.push(`breaks “${word[0]}”: ${told(one)}`);
      }
      for (const line of lines(text, 0, text.length)) {
        for (const each of over) {
          const { overflowX, overflowY, textOverflow } = getComputedStyle(each);
          if ([overflowX, overflowY].some((kind) => ["auto", "scroll"].includes(kind))) break;
          const box = each.getBoundingClientRect();
          const hides = ["hidden", "clip"].includes(overflowX) && textOverflow !== "ellipsis";
          if (hides && !each.matches(".crumbs") && (line.right > box.right + 1 || line.left < box.left - 1)) {
            found.push(`cuts ${told(one)}`);
          }
          if (each.parentElement === document.body && (line.right > wide + 1 || line.left < -1)) {
            found.push(`leaves the window: ${told(one)}`);
          }
        }
      }
    }
  }
  return [...new Set(found)];
}"""

# Links in sentences are as high as their line, as WCAG allows. A name with a few figures beside it is no
# sentence, nor is what stands in a cell of a table.
_SMALL = """() => {
  const inSentence = (one) => {
    if (getComputedStyle(one).display !== "inline") return false;
    let block = one.parentElement;
    while (getComputedStyle(block).display === "inline") block = block.parentElement;
    if (block.matches("td, th, .winner")) return false;
    const walker = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    let words = 0;
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      const beside = !text.parentElement.closest("a, button, .visually-hidden, [aria-hidden], .under, bdi");
      if (beside) words += (text.data.match(/\\p{L}{2,}/gu) || []).length;
    }
    return words > 3;
  };
  const reach = (one, x, y, dx, dy) => {
    let far = 0;
    for (; far < 60; far++) {
      const hit = document.elementFromPoint(x + dx * (far + 1), y + dy * (far + 1));
      if (!hit || !one.contains(hit)) break;
    }
    return far;
  };
  const found = [];
  for (const each of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    const one = each.matches("[type=checkbox], [type=radio]") ? each.closest("label") || each : each;
    const seen = one.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!seen || one.closest(".skip, .visually-hidden") || inSentence(one)) continue;
    one.scrollIntoView({ block: "center", behavior: "instant" });
    const box = one.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const width = Math.max(box.width, reach(one, x, y, -1, 0) + reach(one, x, y, 1, 0) + 1);
    const height = Math.max(box.height, reach(one, x, y, 0, -1) + reach(one, x, y, 0, 1) + 1);
    if (Math.min(width, height) < 43.5) {
      const said = one.textContent.trim().slice(0, 40);
      found.push(`${Math.round(width)} × ${Math.round(height)}: ${one.tagName} “${said}”`);
    }
  }
  return found;
}"""


def arrived(page: Page) -> None:
    page.wait_for_load_state()
    # "Ready" may be said before a letter is laid out, and so before a face is asked for.
    page.evaluate("document.fonts.load('1em Inter').then(() => document.fonts.ready).then(() => {})")


def cut(page: Page) -> list[str]:
    """What cannot be read whole, or makes the page scroll sideways."""
    arrived(page)
    found: list[str] = page.evaluate(_CUT)
    return found


def small_targets(page: Page) -> list[str]:
    """What a thumb can miss: lower or narrower than 44 pixels."""
    arrived(page)
    found: list[str] = page.evaluate(_SMALL)
    return found


def open_all(page: Page) -> None:
    """All that a tap opens in the page: what is folded, and each row of standings."""
    page.evaluate(
        """for (const each of document.querySelectorAll("main details")) each.open = true;
        for (const each of document.querySelectorAll("main a[aria-expanded=false]")) each.click();"""
    )


def fits_and_is_clean(page: Page, width: int = 360) -> None:
    """Nothing scrolls sideways, and axe finds nothing."""
    fits(page, width)
    is_clean(page)
