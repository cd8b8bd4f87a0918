/* The one poll of every page that follows play. It asks about every 10 s while somebody looks at the page, less
   often while asking fails, and not at all while the page rests. */

const EVERY = 10000;
const SLOWEST = 160000;
const RECENT = 8000;

/* `ask` promises whether an answer came: news that the page now shows, or a 204 for none. While `rests()` holds, the
   page asks only when somebody comes back to it. The function returned asks again after `wait` ms. */
export function poll(ask, rests = () => false) {
  let timer = 0;
  let failures = 0;
  let asking = false;
  let asked = Date.now();

  // The wait varies by 20 %, so that a hall full of phones does not ask all at once.
  function plan(wait = Math.min(EVERY * 2 ** failures, SLOWEST)) {
    clearTimeout(timer);
    if (document.hidden || (rests() && !failures)) return;
    timer = setTimeout(go, wait * (0.8 + 0.4 * Math.random()));
  }

  async function go() {
    clearTimeout(timer);
    if (asking) return;
    asking = true;
    asked = Date.now();
    let answered = false;
    try {
      answered = await ask();
    } catch { /* no connection counts as no answer */ }
    asking = false;
    failures = answered ? 0 : failures + 1;
    plan();
  }

  function look() {
    if (!document.hidden && (failures || Date.now() - asked > RECENT)) go(); else plan();
  }

  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  window.addEventListener("pageshow", (event) => { if (event.persisted) look(); });
  plan();
  return plan;
}
