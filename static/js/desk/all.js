/* One press ticks or unticks all the names of a list, or of the whole form; each can be changed after it. */

for (const buttons of document.querySelectorAll("[data-all]")) {
  const boxes = buttons.closest(buttons.dataset.all).querySelectorAll("input[name=player]");
  buttons.hidden = false;
  buttons.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-check]");
    if (button) for (const box of boxes) box.checked = Boolean(button.dataset.check);
  });
}
