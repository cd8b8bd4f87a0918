/* Where browsers allow it (over HTTPS), a phone can read the pages that it showed without a connection: worker.js, the
   service worker, brings them. */

// When a page is there it has the line for itself: what only a lost connection needs comes later.
const LATER = 5000;

setTimeout(() => {
  import("./away.js").catch(() => {});
  if ("serviceWorker" in navigator) import("./keeping.js").catch(() => {});
}, "kept" in document.documentElement.dataset ? 0 : LATER);

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js");
