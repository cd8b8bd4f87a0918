{% load sheets static %}/* The service worker of public pages: each that a phone showed can be read without a connection. The network
   comes first; what is kept is brought only where it does not answer, and says by itself of when it is: it asks
   at once, and says nothing of "live" before it is answered. Of a page that was never shown a page of our own
   says so. The desk is left alone. Each release has a worker of its own: this one is of that with
   {% sheets "css/phone.css" %} */

const POLICY = "{{ policy|escapejs }}";
const STATIC = "{{ static|escapejs }}";
const START = "{% url 'following' %}";
const AWAY = "{% url 'away' %}";
// What our own pages need beside what they name themselves. A release gives a file that it changes another name.
const LATER = [
  "{% static 'js/mine.js' %}", "{% static 'js/search.js' %}", "{% static 'js/keeping.js' %}",
  "{% static 'js/names.js' %}", "{% static 'js/plain.js' %}",
];
const OF_A_RELEASE = /\.[0-9a-f]{12}\.\w+$/;
const PAGE = /^(\/[a-z]{2})?\/((e|following|rules)\/(.*\/)?)?$/;
const CARD = /^(\/[a-z]{2})?\/e\/.*\/card\/$/;
const NAMES = /^(\/[a-z]{2})?\/e\/[^/]+\/players\.json$/;
const LANGUAGE = /^\/[a-z]{2}(?=\/e\/)/;
// The event of a page, and its section or table of teams.
const OF_AN_EVENT = /^(?:\/[a-z]{2})?(\/e\/[^/]+\/)((?:teams\/)?[^/]+\/)?/;
const MOST = { pages: 30, cards: 60, names: 5, files: 100 };
// A connection that is there and brings nothing is none, the sooner where something is kept.
const PATIENCE = 15000;
const WITH_A_COPY = 5000;

addEventListener("install", (event) => {
  skipWaiting();
  // What fails is kept when a page is shown.
  event.waitUntil(caches.delete("own").then(() => keepOwn("")).catch(() => {}));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
// A page was changed by its polls, or has learned that it is not public.
addEventListener("message", (event) => {
  const { data, source } = event;
  event.waitUntil((data.page ? keepChanged(data) : dropGone(source.url)).catch(() => {}));
});
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (PAGE.test(pathname)) event.respondWith(page(event, pathname));
  } else if (CARD.test(pathname)) event.respondWith(asked(event, "cards"));
  else if (NAMES.test(pathname)) event.respondWith(names(event));
  else if (pathname.startsWith(STATIC)) event.respondWith(file(event, pathname));
});

/* --- pages of our own: the first of the app, and what says that a page was not kept ------------- */

const links = (page) => [...page.matchAll(/(?:href|src)="([^"]+)"/g)].map(([, at]) => at);

async function keepOwn(language) {
  const own = await caches.open("own");
  for (const address of [AWAY, START].map((at) => language + at)) {
    const answer = await fetch(address);
    if (!answer.ok) continue;
    const files = links(await answer.clone().text()).filter((at) => at.startsWith(STATIC));
    await Promise.all([...LATER, ...files].map(async (at) => await own.match(at) || own.add(at)));
    await own.put(address, answer);
  }
}

/* --- pages that were shown ---------------------------------------------------------------------- */

const HTML = { "Content-Type": "text/html; charset=utf-8" };
const arrived = new Map();

async function page(event, pathname) {
  const [, language = ""] = pathname.match(PAGE);
  const coming = asked(event, "pages");
  const kept = await found("pages", event.request);
  try {
    const answer = await within(kept ? WITH_A_COPY : PATIENCE, coming);
    if (answer.ok && !await found("own", language + AWAY)) event.waitUntil(keepOwn(language).catch(() => {}));
    return answer;
  } catch (lost) {
    const own = [event.request, language + AWAY, AWAY].map((each) => found("own", each));
    const brought = kept || (await Promise.all(own)).find(Boolean);
    if (!brought) throw lost;
    const of = `<html data-kept="${brought.headers.get("Date")}" class="is-away"`;
    const html = (await brought.text()).replace("<html", of);
    return new Response(html, { headers: { ...HTML, "Content-Security-Policy": POLICY } });
  }
}

/* As its polls have changed it, unless it came anew since: who loads a page again leaves the one before. */
async function keepChanged({ at, page, since }) {
  if (since > (arrived.get(at) ?? 0)) await keep("pages", at, new Response(page, { headers: { ...HTML, Date: new Date() } }));
}

function within(wait, answer) {
  return Promise.race([answer, new Promise((_, giveUp) => setTimeout(giveUp, wait, new Error("no answer")))]);
}

/* --- what else pages ask for -------------------------------------------------------------------- */

/* From the network; and kept, however late it comes. */
function asked(event, name) {
  const answer = fetch(event.request);
  event.waitUntil(answer.then((came) => {
    if (came.ok) {
      arrived.set(event.request.url.split("#")[0], Date.now());
      return keep(name, event.request, came.clone());
    }
    return isGone(came) && forget(name, event.request).then(() => dropGone(event.request.url));
  }).catch(() => { /* no connection */ }));
  return answer;
}

/* What is not public any more is not kept either: of an event that is hidden nothing, nor of a section. Other pages of
   it may still be public. */
async function dropGone(url) {
  const [, event, part] = new URL(url).pathname.match(OF_AN_EVENT) || [];
  for (const prefix of [event, event && part && event + part].filter(Boolean)) {
    if (isGone(await fetch(prefix, { method: "HEAD", cache: "no-store" }))) {
      await Promise.all(["pages", "cards", "names"].map((name) => dropWithin(name, prefix)));
      return;
    }
  }
}

const isGone = ({ status }) => status === 404 || status === 410;

async function dropWithin(name, prefix) {
  const kept = await caches.open(name);
  const isWithin = ({ url }) => new URL(url).pathname.replace(LANGUAGE, "").startsWith(prefix);
  await Promise.all((await kept.keys()).filter(isWithin).map((each) => kept.delete(each, { ignoreVary: true })));
}

/* Where somebody sits may be another board by now: kept names say that they are not the server's own word. */
function names(event) {
  return asked(event, "names").catch(async (lost) => {
    return new Response((await copy("names", event.request, lost)).body, { status: 203 });
  });
}

async function copy(name, request, lost) {
  const kept = await found(name, request);
  if (!kept) throw lost;
  return kept;
}

async function file(event, pathname) {
  if (!OF_A_RELEASE.test(pathname)) return fetch(event.request).catch((lost) => copy("own", event.request, lost));
  return await found("own", event.request) || await found("files", event.request) || asked(event, "files");
}

async function found(name, request) {
  return (await caches.open(name)).match(request, { ignoreVary: true });
}

async function forget(name, request) {
  return (await caches.open(name)).delete(request, { ignoreVary: true });
}

async function keep(name, request, answer) {
  const kept = await caches.open(name);
  await forget(name, request);
  await kept.put(request, answer);
  const oldest = (await kept.keys()).slice(0, -MOST[name]);
  await Promise.all(oldest.map((each) => kept.delete(each)));
}
