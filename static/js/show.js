// Keys of the projector: arrows, space, and what a presenter's remote sends. They press the links of the page.
(() => {
  "use strict";
  const keys = {
    ArrowRight: "next", ArrowDown: "next", PageDown: "next", " ": "next",
    ArrowLeft: "previous", ArrowUp: "previous", PageUp: "previous", Backspace: "previous", Escape: "close",
  };
  document.addEventListener("keydown", (event) => {
    const link = keys[event.key] && document.querySelector(`[data-key="${keys[event.key]}"]`);
    if (!link || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    // A key that is held down must not call three awards.
    if (!event.repeat) link.click();
  });
})();
