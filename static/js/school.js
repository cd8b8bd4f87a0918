/* The page of a school: one tap follows all of its players. Nobody is shown whose section is not public. Its teams stand
   by the same results as the cards, and are asked for anew when these have changed. */

import { get } from "./poll.js";

const school = document.getElementById("school");
const everybody = document.querySelector("[data-all]");
const players = (pressed) => [...school.querySelectorAll(`[data-follow][aria-pressed=${pressed}]`)];

// Only where it changes something: mine.js, which puts the cards in, watches the page for that.
function hide(element, hidden) {
  if (element.hidden !== hidden) element.hidden = hidden;
}

function arrange() {
  for (const item of school.children) hide(item, !item.querySelector(".child"));
  const isGone = [...school.children].every((item) => item.hidden);
  hide(document.getElementById("school-gone"), !isGone);
  hide(document.querySelector("main .head .status"), isGone);
  everybody?.setAttribute("aria-pressed", String(!players("false").length));
  clearTimeout(soon);
  if (teams && stamps() !== shown) soon = setTimeout(renewTeams, TOGETHER);
}

/* Cards of a section change one after the other. */
const TOGETHER = 500;
const teams = document.getElementById("teams");
const stamps = () => [...school.querySelectorAll("[data-stamp]")].map(({ dataset }) => dataset.stamp).join();
let shown = stamps();
let soon = 0;

async function renewTeams() {
  const now = stamps();
  try {
    const page = new DOMParser().parseFromString(await (await get(location.href)).text(), "text/html");
    teams.replaceChildren(...(page.getElementById("teams")?.children || []));
    shown = now;
  } catch {
    soon = setTimeout(renewTeams, 10000);
  }
}

everybody?.addEventListener("click", () => {
  for (const button of players(everybody.getAttribute("aria-pressed"))) button.click();
});
const watched = { subtree: true, childList: true, attributeFilter: ["aria-pressed"] };
new MutationObserver(arrange).observe(school, watched);
arrange();
