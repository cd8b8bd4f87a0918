/* Keys typed ahead. Undo moves the cursor to its board: what is typed before the answer comes is meant for that board,
   and waits. */

let held = [];

export function hold(event) {
  if (event.key === "Tab") return;
  event.preventDefault();
  if (!event.repeat) held.push(event);
}

export function drop() {
  held = [];
}

export function release() {
  const typed = held;
  drop();
  for (const event of typed) document.activeElement.dispatchEvent(new KeyboardEvent("keydown", event));
}
