/* Keys of the projector: arrows, space, and what a presenter's remote sends. They press the links of the page. Where a
   word of a name is wider than its line, the names have smaller letters, so that no word breaks. */

const KEYS = {
  ArrowRight: "next", ArrowDown: "next", PageDown: "next", " ": "next",
  ArrowLeft: "previous", ArrowUp: "previous", PageUp: "previous", Backspace: "previous", Escape: "close",
};

document.addEventListener("keydown", (event) => {
  const link = KEYS[event.key] && document.querySelector(`[data-key="${KEYS[event.key]}"]`);
  if (!link || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  // A key that is held down must not call three awards.
  if (!event.repeat) link.click();
});

function fit() {
  const names = [...document.querySelectorAll(".award .name")];
  for (const name of names) name.style.fontSize = "";
  const sizes = names.map((name) => {
    name.classList.add("in-words");
    const size = parseFloat(getComputedStyle(name).fontSize) * Math.min(1, name.clientWidth / name.scrollWidth);
    const smaller = name.scrollWidth > name.clientWidth;
    name.classList.remove("in-words");
    return smaller ? Math.floor(size) : Infinity;
  });
  // Who shares an award stands in letters of one size.
  const least = Math.min(...sizes);
  if (least < Infinity) for (const name of names) name.style.fontSize = `${least}px`;
}

document.fonts.ready.then(fit);
addEventListener("resize", fit);
