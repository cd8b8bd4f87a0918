/* Runs before the page is shown. Keys pressed at the boards before the scripts have come are noted, so that they are
   refused visibly. */
window.early = [];
window.noteEarly = (event) => {
  const elsewhere = event.target.closest?.("input, textarea, select");
  const acts = event.key.length === 1 || ["Backspace", "Delete"].includes(event.key);
  if (acts && !elsewhere && !event.ctrlKey && !event.metaKey && !event.altKey) window.early.push(event.key);
};
document.addEventListener("keydown", window.noteEarly);
