/* Runs before the page is shown. Keys pressed at the boards before the scripts have come are noted, so that they are
   refused visibly. */
window.early = [];
window.noteEarly = (event) => {
  const elsewhere = event.target.closest?.("input, textarea, select");
  if (event.key.length === 1 && !elsewhere && !event.ctrlKey && !event.metaKey && !event.altKey) window.early.push(event.key);
};
document.addEventListener("keydown", window.noteEarly);
