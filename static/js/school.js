/* The page of a school: one tap follows all of its players. Nobody is shown whose section is not public. */

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
}

everybody?.addEventListener("click", () => {
  for (const button of players(everybody.getAttribute("aria-pressed"))) button.click();
});
const watched = { subtree: true, childList: true, attributeFilter: ["aria-pressed"] };
new MutationObserver(arrange).observe(school, watched);
arrange();
