/* Where browsers allow it (over HTTPS), a phone can read the pages that it showed without a connection: worker.js, the
   service worker, brings them. */

// When a page is there it has the line for itself: what only a lost connection needs comes later.
const LATER = 5000;

function keep() {
  if ("serviceWorker" in navigator) import("./keeping.js").catch(() => {});
}

setTimeout(() => {
  import("./away.js").catch(() => {});
  keep();
}, "kept" in document.documentElement.dataset ? 0 : LATER);

// Who follows a player may leave the page before.
document.addEventListener("click", ({ target }) => target.closest("[data-follow]") && keep());

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js");
