/* A why page: what a tap opens comes when it is asked for, and typing finds whom to compare with. */

import { answers, beginningsIn, names, say, wordsOf } from "./names.js";

/* The link inside leads to the same on a page of its own. It stays where there is no connection. */
async function open(details, link) {
  details.setAttribute("aria-busy", "true");
  try {
    const answer = await fetch(link.href);
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const part = page.querySelector(link.dataset.opens);
    const stamp = details.closest("[data-stamp]").dataset.stamp;
    // Numbers of a newer version would not agree with this page, which offers that version instead.
    if (part?.closest("[data-stamp]").dataset.stamp === stamp) link.closest("p").replaceWith(part);
    else document.querySelector("[data-newer]").hidden = false;
  } catch { /* no connection */ } finally {
    details.removeAttribute("aria-busy");
  }
}

// The event does not bubble.
document.addEventListener("toggle", ({ target }) => {
  const link = target.open && target.matches("details.asks") && target.querySelector("a[data-opens]");
  if (link) open(target, link);
}, true);

/* --- whom to compare with ---------------------------------------------------------------------------- */

const MOST = 8;
const form = document.querySelector("form.compare");

if (form?.dataset.here) {
  const list = document.getElementById("rivals"), count = document.getElementById("rivals-count");
  const field = form.elements.q;
  const here = new URL(form.dataset.here, location.href).pathname;
  const after = new URLSearchParams(location.search).get("after");
  const own = document.querySelector("article[data-number]").dataset.number;
  let latest = "";

  const numberOf = (player) => player.at.slice(here.length).match(/^players\/(\d+)\/$/)?.[1];

  function line(player) {
    const item = document.createElement("li");
    const link = item.appendChild(document.createElement("a"));
    const query = new URLSearchParams({ against: numberOf(player), ...(after === null ? {} : { after }) });
    link.href = `?${query}`;
    link.appendChild(document.createElement("bdi")).textContent = player.name;
    return item;
  }

  field.addEventListener("input", async () => {
    const typed = wordsOf(field.value);
    const letters = latest = typed.join(" ");
    count.textContent = "";
    if (letters.length < 2) return list.replaceChildren();
    let known;
    try { known = await names(); } catch { return undefined; } // the button asks the server
    if (letters !== latest) return undefined; // somebody typed on
    const found = known.players.filter((player) =>
      player.at.startsWith(here) && numberOf(player) !== own && answers(typed, beginningsIn(player.name), player.initials));
    list.replaceChildren(...found.slice(0, MOST).map(line));
    return say(count, found.length, MOST);
  });
}
