/* Where browsers allow it (over HTTPS), a phone can read the pages that it showed without a connection: worker.js, the
   service worker, brings them. A page is kept as it stands when the worker is there, when its cards have come, for a tap
   that leads on waits for nothing, and when the phone leaves it, with all that polls have changed. */

const news = document.getElementById("news");
// A page that is not public says so there, and tells of nobody.
const isGone = () => news?.className === "offline";

async function keep() {
  if (isGone()) return;
  const pages = await caches.open("pages");
  const shown = document.documentElement.cloneNode(true);
  // What scripts set while it was read: a policy forbids such styles in a page, and nothing is new in one that was kept.
  for (const element of [shown, ...shown.querySelectorAll("[style]")]) element.removeAttribute("style");
  for (const news of shown.querySelectorAll("#unseen")) news.hidden = true;
  const page = `<!doctype html>${shown.outerHTML}`;
  const headers = { "Content-Type": "text/html; charset=utf-8" };
  await pages.put(location.href.split("#")[0], new Response(page, { headers }));
}

// When a page is there it has the line for itself: what only a lost connection needs comes later.
const LATER = 5000;
setTimeout(() => {
  import("./away.js").catch(() => {});
}, "kept" in document.documentElement.dataset ? 0 : LATER);

if ("serviceWorker" in navigator) {
  navigator.serviceWorker.register("/worker.js");
  navigator.serviceWorker.addEventListener("controllerchange", keep);
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "hidden") keep();
  });
  // Nor does the phone keep the others of its event.
  if (news) {
    new MutationObserver(() => {
      if (isGone()) navigator.serviceWorker.controller?.postMessage("gone");
    }).observe(news, { attributeFilter: ["class"] });
  }
  new MutationObserver((_changes, observer) => {
    if (!document.querySelector("#dock .child")) return;
    observer.disconnect();
    keep();
  }).observe(document.getElementById("dock"), { subtree: true, childList: true });
}
