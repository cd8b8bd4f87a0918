/* A tap without a connection keeps the page, where a browser would show its own error. It asks first, and follows
   the link as soon as the server answers. */

let away = false;
let wanted = "";

/* A page says after each question whether the server answered. Until it does, nothing on it says "live". */
export function answered(yes) {
  away = !yes;
  document.documentElement.classList.toggle("is-away", away);
  if (yes && wanted) location.assign(wanted);
  wanted = "";
}

export function keepPage(ask) {
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || !(away || navigator.onLine === false) || event.defaultPrevented) return;
    if (event.ctrlKey || event.metaKey || event.shiftKey || link.origin !== location.origin) return;
    if (link.hash && link.pathname === location.pathname && link.search === location.search) return;
    event.preventDefault();
    wanted = link.href;
    ask();
  });
}
