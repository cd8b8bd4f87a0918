/* Renews what the page says of Wallchart itself while somebody looks: the status line at the foot, and the notice of
   copies that fail. Without an answer both stay as they are; the desk itself tells that the connection is gone. */

import { poll } from "../poll.js";

// A look at the folder each 20 s, and this: what fails is said within a minute.
const EVERY = 25000;
const SLOWEST = 30000;
const PATIENCE = 10000;
const line = () => document.getElementById("status-line");
const notice = document.getElementById("copies-notice");
// What the page began with keeps its room; what comes later lies above the page. So nothing moves under a hand.
const arrives = !notice.firstElementChild;

async function renew() {
  const answer = await fetch(line().dataset.address, {
    headers: { "HX-Request": "true" },
    signal: AbortSignal.timeout(PATIENCE),
  });
  if (!answer.ok) return false;
  const news = document.createElement("template");
  news.innerHTML = await answer.text();
  line().replaceWith(news.content.getElementById("status-line"));
  show(news.content.getElementById("copies-notice"));
  return true;
}

function show(now) {
  const fails = Boolean(now.firstElementChild);
  const differs = now.textContent !== notice.textContent;
  notice.classList.toggle("over", !fails);
  if (!differs || (!fails && !arrives)) return;
  notice.replaceChildren(...now.childNodes);
  notice.classList.remove("dismissed");
  for (const button of notice.querySelectorAll("button")) button.hidden = !arrives;
}

notice.classList.toggle("arrives", arrives);
notice.addEventListener("click", ({ target }) => {
  if (target.closest("button")) notice.classList.add("dismissed");
});
poll(renew, undefined, { every: EVERY, slowest: SLOWEST });
