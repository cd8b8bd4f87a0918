/* Arranges an order, of tiebreaks or sections, without a reload: the up and down buttons, and dragging by the handle. The order is
   the order of the form's own fields, so there is nothing to keep in step. */

for (const list of document.querySelectorAll("[data-order]")) {
  const announcement = list.parentElement.querySelector("[data-announce]");
  const arranged = () => [...list.children].map((step) => step.dataset.name).join("\n");
  const saved = arranged();
  let sent = false;

  list.closest("form").addEventListener("submit", () => { sent = true; });
  window.addEventListener("beforeunload", (event) => {
    if (list.isConnected && !sent && arranged() !== saved) event.preventDefault();
  });

  const announce = (step) => {
    const steps = [...list.children];
    announcement.textContent = list.dataset.moved
      .replace("{name}", step.dataset.name)
      .replace("{place}", steps.indexOf(step) + 1)
      .replace("{count}", steps.length);
  };

  list.addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (!button) return;
    event.preventDefault();
    const step = button.closest(".step");
    if (button.dataset.move === "up") step.previousElementSibling?.before(step);
    else step.nextElementSibling?.after(step);
    button.focus();
    announce(step);
  });

  for (const step of list.querySelectorAll(".step")) {
    const grip = document.createElement("span");
    grip.className = "grip";
    grip.setAttribute("aria-hidden", "true");
    step.prepend(grip);

    grip.addEventListener("pointerdown", (event) => {
      if (event.button !== 0) return;
      event.preventDefault();
      grip.setPointerCapture(event.pointerId);
      step.classList.add("dragged");
    });
    grip.addEventListener("pointermove", (event) => {
      if (!step.classList.contains("dragged")) return;
      const middle = (other) => {
        const box = other.getBoundingClientRect();
        return box.top + box.height / 2;
      };
      const above = step.previousElementSibling;
      const below = step.nextElementSibling;
      if (above && event.clientY < middle(above)) above.before(step);
      else if (below && event.clientY > middle(below)) below.after(step);
      else return;
      // Moving the handle in the document releases the pointer.
      grip.setPointerCapture(event.pointerId);
    });
    for (const end of ["pointerup", "pointercancel"]) {
      grip.addEventListener(end, () => {
        if (step.classList.contains("dragged")) announce(step);
        step.classList.remove("dragged");
      });
    }
  }
}
