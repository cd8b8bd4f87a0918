// Follows a section: asks for news every 10 s or so while somebody looks, and swaps in what changed.
// The region says where to ask (hx-get), whether play is over (data-live), and how the table is called.
(() => {
  "use strict";
  const EVERY = 10000, SLOWEST = 160000, TOO_LONG_AGO = 8000;
  let timer = 0, failures = 0, asking = false, asked = Date.now(), state = "";

  const region = () => document.getElementById("live");
  const finished = () => region().dataset.live === "finished";

  // Between 80 and 120 % of the wait, so that a hall of phones does not ask at once.
  function plan() {
    clearTimeout(timer);
    if (document.hidden || (finished() && !failures)) return;
    timer = setTimeout(ask, Math.min(EVERY * 2 ** failures, SLOWEST) * (0.8 + 0.4 * Math.random()));
  }

  function ask() {
    clearTimeout(timer);
    if (asking) return;
    asking = true;
    asked = Date.now();
    htmx.trigger(region(), "poll");
  }

  function look() {
    clearTimeout(timer);
    if (document.hidden) return;
    if (failures || Date.now() - asked > TOO_LONG_AGO) ask(); else plan();
  }

  function answered(event) {
    asking = false;
    if (event.detail.xhr.status === 404) return; // what was followed is gone, say a round that was reopened
    failures = event.detail.successful ? 0 : failures + 1;
    region().querySelector("[data-offline]").hidden = !failures;
    plan();
  }

  // What was open stays open, and the focus where it was: htmx could not put it into a closed row.
  let open = [], focused = "", along = 0;
  const tabs = () => region().querySelector(".tabs");
  function remember() {
    open = [...region().querySelectorAll("details[open]")].map((details) => details.id).filter(Boolean);
    focused = region().contains(document.activeElement) ? document.activeElement.id : "";
    along = tabs()?.scrollLeft ?? 0;
  }
  function restore() {
    if (along && tabs()) tabs().scrollLeft = along;
    for (const id of open) {
      const details = document.getElementById(id);
      if (details) details.open = true;
    }
    const element = focused && document.getElementById(focused);
    if (element) element.focus({ preventScroll: true });
    announce();
  }

  // Said aloud only when the play has moved on or the pinned player has; not every result.
  function announce() {
    const pinned = document.getElementById("pinned");
    const round = region().dataset.state.replace(/ · .*/, "");
    const now = [round, pinned && !pinned.hidden ? pinned.firstElementChild.textContent : ""].filter(Boolean).join(". ");
    if (state && now !== state) document.getElementById("news").textContent = now;
    state = now;
  }

  document.addEventListener("DOMContentLoaded", () => {
    announce();
    document.body.addEventListener("htmx:beforeSwap", remember);
    document.body.addEventListener("htmx:afterSettle", restore);
    document.body.addEventListener("htmx:afterRequest", answered);
    // A tab half in sight counts as seen to a browser that moves the focus to it.
    document.addEventListener("focusin", ({ target }) => {
      if (target.matches(".tabs a")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    document.addEventListener("visibilitychange", look);
    window.addEventListener("online", look);
    window.addEventListener("pageshow", (event) => { if (event.persisted) look(); });
    plan();
  });
})();
