/* Keys of the projector: arrows, space, and what a presenter's remote sends. They press the links of the page. A name
   with a word that is wider than its line has smaller letters, so that no word breaks. */

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
  for (const name of document.querySelectorAll(".award .name")) {
    name.style.fontSize = "";
    name.classList.add("in-words");
    const wanted = name.scrollWidth;
    if (wanted > name.clientWidth) {
      const size = parseFloat(getComputedStyle(name).fontSize);
      name.style.fontSize = `${Math.floor(size * name.clientWidth / wanted)}px`;
    }
    name.classList.remove("in-words");
  }
}

document.fonts.ready.then(fit);
addEventListener("resize", fit);
