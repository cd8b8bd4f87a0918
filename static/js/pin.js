/* Pins a player of this section: marks the row, and keeps a line with the player's rank in sight. This browser keeps
   the pin; nothing else knows it. */

const bar = document.getElementById("pinned");
// Without a script nothing can be pinned, and public.css shows no button.
document.documentElement.classList.add("pins");
const key = `wallchart:pinned:${bar.dataset.section}`;

function read() {
  try { return localStorage.getItem(key) || ""; } catch { return ""; }
}
function write(number) {
  try { if (number) localStorage.setItem(key, number); else localStorage.removeItem(key); } catch { /* private window */ }
}

function show() {
  const number = read();
  for (const element of document.querySelectorAll("[data-player]")) {
    element.classList.toggle("mine", number !== "" && element.dataset.player.split(" ").includes(number));
  }
  for (const button of document.querySelectorAll("[data-pin]")) {
    button.setAttribute("aria-pressed", String(button.dataset.pin === number));
  }
  const row = number && document.getElementById(`p${number}`);
  bar.hidden = !(row && row.dataset.rank);
  if (bar.hidden) return;
  const link = bar.firstElementChild;
  link.href = `#p${number}`;
  const rank = document.createElement("b");
  rank.textContent = row.dataset.rank;
  const name = document.createElement("bdi");
  name.textContent = row.querySelector(".name bdi").textContent;
  const trophy = row.querySelector(".pill");
  link.replaceChildren(rank, " ", name, trophy ? ` · ${trophy.textContent}` : "");
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-pin]");
  if (button) {
    write(button.getAttribute("aria-pressed") === "true" ? "" : button.dataset.pin);
    show();
  } else if (event.target.closest("#pinned button")) {
    write("");
    show();
  }
});
// After settling: until then htmx puts the old classes back. On the body: live.js listens on the document, and so tells
// screen readers the new rank, not the old one.
document.body.addEventListener("htmx:afterSettle", show);
window.addEventListener("storage", show);
show();
