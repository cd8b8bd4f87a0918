/* The one poll of every page that follows play, and taps that wait for its answer. It asks about every 10 s while
   somebody looks at the page, a little less often while asking fails, and rarely or not at all while the page rests. */

const EVERY = 10000;
// A hall whose server was away is current again within 20 s.
const SLOWEST = 14000;
const RECENT = 8000;
// What is final may be reopened.
export const RESTING = 20000;

// An answer that has not come by then is none. Older browsers wait as long as they do.
const PATIENCE = 15000;

export const get = (address, options = {}) => fetch(address, { ...options, signal: AbortSignal.timeout?.(PATIENCE) });

/* `ask` promises whether an answer came: news that the page now shows, or a 204 for none. While `rests()` holds, the
   page asks only every `resting` ms, and when somebody comes back to it. The function returned asks again after `wait`
   ms at the latest; without a number at once, though the page rests: somebody waits for the answer. */
export function poll(ask, rests = () => false, { every = EVERY, slowest = SLOWEST, resting = Infinity } = {}) {
  let timer = 0;
  let due = Infinity;
  let failures = 0;
  let asking = false;
  let again = false;
  let asked = Date.now();

  // The wait varies by 20 %, so that a hall full of phones does not ask all at once.
  const varied = (wait) => wait * (0.8 + 0.4 * Math.random());

  function plan(wait = varied(Math.min(every * 2 ** failures, slowest)), awaited = false) {
    clearTimeout(timer);
    due = Infinity;
    // An answer may still come after the phone has said that it lost its network.
    if (rests() && !failures && !awaited && navigator.onLine !== false) wait = varied(resting);
    if (document.hidden || wait === Infinity) return;
    due = Date.now() + wait;
    timer = setTimeout(go, wait);
  }

  /* An answer on its way may be older than what is asked for. */
  function soon(wait) {
    if (asking) again = true;
    else if (Date.now() + (wait ?? 0) < due) plan(wait ?? 0, wait === undefined);
  }

  async function go() {
    clearTimeout(timer);
    if (asking) return;
    asking = true;
    again = false;
    asked = Date.now();
    let answered = false;
    try {
      answered = await ask();
    } catch {
      // No connection counts as no answer.
    }
    asking = false;
    failures = answered ? 0 : failures + 1;
    if (again) plan(0, true); else plan();
  }

  function look() {
    if (document.hidden) sayChecked(false);
    if (!document.hidden && (failures || Date.now() - asked > Math.min(RECENT, every))) go(); else plan();
  }

  document.addEventListener("visibilitychange", look);
  window.addEventListener("online", look);
  // A phone that has lost its network says so at once, not with its next question.
  window.addEventListener("offline", () => soon());
  window.addEventListener("pageshow", (event) => {
    // What the worker brought was kept, and may be old.
    if (event.persisted) look(); else if ("kept" in document.documentElement.dataset) soon();
  });
  sayChecked(true);
  plan();
  return soon;
}

/* --- a tap without a connection ------------------------------------------------------------------ */

/* It keeps the page, where a browser would show its own error. It asks first, and follows the link as soon as the
   server answers. */

let away = false;
export let wanted = "";

// Where browsers allow no worker, on a laptop's plain address, nothing stands between a tap and the browser's error.
// There an answer takes little longer than the tap: if the last one is old, another one is waited for.
const SURE = isSecureContext ? Infinity : 3000;
export let heard = Date.parse(document.documentElement.dataset.kept) || Date.now();

/* Just now. A page in the background asks nothing: who comes back to it reads it when it has asked. */
function sayChecked(yes) {
  document.querySelector("[data-checked]")?.classList.toggle("unchecked", !yes);
}

/* A page says after each question whether the server answered. Until it does, nothing on it says "live". */
export function answered(yes) {
  away = !yes;
  sayChecked(yes);
  if (yes) heard = Date.now();
  document.documentElement.classList.toggle("is-away", away);
  if (yes && wanted) location.assign(wanted);
  wanted = "";
}

export function keepPage(ask) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented) return;
    // Of what is newer than the page, the worker would bring the page.
    const sure = navigator.serviceWorker?.controller && link.closest("[data-newer]") ? 0 : SURE;
    if (!away && navigator.onLine !== false && Date.now() - heard < sure) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    wanted = link.href;
    ask();
  });
}
