/* The service worker of public pages: each that a phone showed can be read without a connection. The network comes first;
   what is kept is brought only where it does not answer, and says by itself of when it is: it asks at once, and says
   nothing of "live" before it is answered. The desk is left alone. */

const POLICY = "{{ policy|escapejs }}";
const STATIC = "{{ static|escapejs }}";
const START = "{% url 'following' %}";
const PAGE = /^(\/[a-z]{2})?\/((e|following|rules)\/.*)?$/;
// A release gives a file that it changes another name.
const OF_A_RELEASE = /\.[0-9a-f]{12}\.\w+$/;
const MOST = { pages: 30, files: 100 };

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(keepStart().catch(() => { /* it is kept when it is shown */ }));
});
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (request.mode === "navigate" && PAGE.test(pathname)) event.respondWith(page(event));
  else if (pathname.startsWith(STATIC) && OF_A_RELEASE.test(pathname)) event.respondWith(file(event));
});

/* The app opens there, also who never looked at it before. */
async function keepStart() {
  const answer = await fetch(START);
  if (answer.ok) await keep("pages", new Request(START), answer);
}

async function page(event) {
  try {
    const answer = await fetch(event.request);
    if (answer.ok) event.waitUntil(keep("pages", event.request, answer.clone()));
    return answer;
  } catch (lost) {
    const kept = await found("pages", event.request);
    if (!kept) throw lost;
    const headers = { "Content-Type": "text/html; charset=utf-8", "Content-Security-Policy": POLICY };
    const html = (await kept.text()).replace("<html", '<html data-kept class="is-away"');
    return new Response(html, { headers });
  }
}

async function file(event) {
  const kept = await found("files", event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep("files", event.request, answer.clone()));
  return answer;
}

async function found(name, request) {
  return (await caches.open(name)).match(request, { ignoreVary: true });
}

async function keep(name, request, answer) {
  const kept = await caches.open(name);
  await kept.delete(request, { ignoreVary: true });
  await kept.put(request, answer);
  const oldest = (await kept.keys()).slice(0, -MOST[name]);
  await Promise.all(oldest.map((each) => kept.delete(each)));
}
