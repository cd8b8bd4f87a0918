/* Keys of the projector: arrows, space, and what a presenter's remote sends. They press the links of the page. */

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
