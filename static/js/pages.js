/* The page that the worker brings for one that was not kept: it lists those that are, and gives way to the wanted
   one as soon as the server answers, which mine.js asks. */

import { localized, plainly } from "./following.js";

const eventOf = (at) => at.match(/^\/e\/[^/]+\//)?.[0];
const here = eventOf(plainly(location.pathname));

/* The newest first; one that was read in two languages in that of this page. */
async function keptPages() {
  const cache = await caches.open("pages");
  const pages = new Map();
  for (const request of (await cache.keys()).reverse()) {
    const { pathname, search } = new URL(request.url);
    const at = plainly(pathname);
    // The page of those who are followed is listed anyway, and this one is not worth a tap.
    if (at.startsWith("/following/")) continue;
    if (pages.has(at + search) && localized(at) !== pathname) continue;
    const kept = await cache.match(request);
    const page = new DOMParser().parseFromString(await kept.text(), "text/html");
    pages.set(at + search, { at, href: pathname + search, title: page.title, when: when(page, kept) });
  }
  return [...pages.values()];
}

/* "Mon 3:33 PM", on one line: as the page itself says, in the time zone of its event. Of one that does not say, when it
   came, or was changed last. */
function when(page, { headers }) {
  const day = new Date(headers.get("Date")), { lang } = document.documentElement;
  const as = (form) => day.toLocaleString(lang, form);
  const came = () => `${as({ weekday: "short" })} ${as({ hour: "numeric", minute: "2-digit" })}`;
  return (page.querySelector(".status time")?.textContent ?? came()).replaceAll(" ", "\u00a0");
}

/* "Standings · K-8 · Lake Wren Open": the page, and below it where it belongs. */
function line({ href, title, when }) {
  const [name, ...of] = title.split(" · ").filter((part) => part !== "Wallchart");
  const item = document.getElementById("kept-page").content.cloneNode(true);
  item.querySelector("a").href = href;
  item.querySelector("bdi").textContent = name || href;
  item.querySelector(".under").textContent = [...of, when].join(" · ");
  return item;
}

const pages = await keptPages();
const isHere = ({ at }) => here && eventOf(at) === here;
const sorted = [...pages.filter(isHere), ...pages.filter((each) => !isHere(each))];
document.querySelector("#pages ul").prepend(...sorted.map(line));

const root = document.documentElement;
new MutationObserver(() => {
  if (!root.classList.contains("is-away")) location.reload();
}).observe(root, { attributeFilter: ["class"] });
