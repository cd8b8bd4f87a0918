/* A round that is being paired: a number that is typed or dropped is saved at once, others' changes appear, and a list
   that is typed is read back. Without this script every button sends the whole form. */

import { tellChanges, tellDropped } from "./changes.js";
import { arm } from "./moving.js";
import { edited, goesTo, named, numberOf, otherBoard, place, restored, sameField, staysRefused, trouble } from "./seats.js";
import { readBack } from "./typed.js";

const EVERY = 3000;
const draft = () => document.getElementById("draft");
const form = () => document.querySelector("form.pairing");
const alarm = document.getElementById("alarm");
const fields = (of) => (of ? [...of.querySelectorAll("input[id], textarea[id], .open-games select")] : []);
const value = (field) => (field.type === "checkbox" ? field.checked : field.value);

// --- one request after another ----------------------------------------------------------------------
// What is typed or pressed while one is under way is done on the page that its answer shows, never lost and never sent
// with a stamp of before.

let busy = false;
// What got no answer is sent once more when the server is there again: its token makes two of them one.
let lost = "";
let sent = new Map();
// What was typed and refused, which is not sent again unless it changes: the director has read why.
let refused = new Map();
const waiting = [];
// Whether the director went on after reading that somebody else was faster: the page is as it is now, and says it no more.
let wentOn = false;

const say = (text) => {
  document.getElementById("said").textContent = text.replace(/\s+/g, " ").trim();
};

const warn = (text) => {
  alarm.textContent = text;
  alarm.hidden = !text;
};

// Whether the page is being replaced: what leaves it was not left by the director.
let showing = false;

// Numbers that were typed before a renumbering keep the stamp of the page that they were typed on, so that the server
// refuses them once, in words.
const ofTheirPage = (fresh) => {
  const stamp = (of) => of.querySelector("form.pairing [name=stamp]");
  if (!stamp(fresh) || !stamp(draft()) || fresh.dataset.numbers === draft().dataset.numbers) return;
  stamp(fresh).value = stamp(draft()).value;
  fresh.dataset.numbers = draft().dataset.numbers;
};

// What is done with the draft as it was saved, so that nothing typed is kept.
const FORGET = ["undo", "discard", "bring"];

const show = (text, { keepList, act = "", unseen = false }) => {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("draft");
  if (!fresh) return location.reload();
  const at = document.activeElement;
  const back = draft().contains(at) ? place(at, draft(), fresh, { act, sent: sent.get(at.id) }) : null;
  const opened = [...document.querySelectorAll("#draft .pair details[open]")].map((each) => each.closest(".pair").id);
  const folds = ["discard", "not-begun"].map((id) => [id, document.getElementById(id)?.open ?? false]);
  let typed = Boolean(back?.typing);
  let dropped = "";
  for (const before of fields(draft())) {
    const list = before.id === "pairings";
    const now = sameField(before, fresh, act);
    const stays = now && (numberOf(before) || goesTo(before)) && !FORGET.includes(act) && staysRefused(before, now);
    if (before === back?.typing || (list ? !keepList : value(before) === sent.get(before.id) && !stays)) continue;
    if (!now && goesTo(before)) dropped = before.value;
    if (!now) continue;
    if (before.type === "checkbox") now.checked = before.checked;
    else now.value = before.value;
    typed ||= "defaultValue" in now && now.type !== "checkbox" && now.value !== now.defaultValue;
  }
  if (unseen && typed) ofTheirPage(fresh);
  if (unseen) tellChanges(draft(), fresh);
  if (dropped) tellDropped(fresh, dropped);
  const listing = document.querySelector("#draft .typing")?.open && keepList;
  if (listing) {
    fresh.querySelector(".typing")?.setAttribute("open", "");
    fresh.querySelector("#pairings-read")?.replaceChildren(...document.getElementById("pairings-read").childNodes);
  }
  showing = true;
  draft().replaceWith(document.adoptNode(fresh));
  showing = wentOn = false;
  if (listing) readBack().catch(() => {});
  for (const id of opened) document.querySelector(`#${CSS.escape(id)} details`)?.setAttribute("open", "");
  for (const [id, open] of folds) document.getElementById(id)?.toggleAttribute("open", open);
  if (back) restored(back);
  arm(() => press("save"));
};

const send = async (act) => {
  const unchanged = fields(form()).every((field) => value(field) === sent.get(field.id));
  if (busy) {
    if (act !== "save" || !unchanged) waiting.push(act);
    return;
  }
  busy = true;
  const body = new URLSearchParams(new FormData(form()));
  sent = new Map(fields(form()).map((field) => [field.id, value(field)]));
  // A text that was refused keeps nothing else from being saved, but a round is not published over it.
  const leftOut = [...FORGET, "publish"].includes(act) ? [] : fields(form()).filter(trouble);
  for (const { id, name, defaultValue } of leftOut) {
    body.set(name, defaultValue);
    sent.set(id, defaultValue);
  }
  body.set("do", act);
  const texts = form().dataset;
  try {
    const answer = await fetch(form().action, { method: "POST", body, headers: { "HX-Request": "true" } });
    if (answer.redirected && answer.url.endsWith("/publish/")) return location.assign(answer.url);
    const text = await answer.text();
    if (!text.includes('id="draft"')) {
      if ([502, 503, 504].includes(answer.status)) lost = act;
      const why = new DOMParser().parseFromString(text, "text/html").querySelector("[role=alert]")?.textContent.trim();
      warn(answer.redirected || answer.status === 403 ? texts.signedOut : (!lost && why) || texts.away);
      waiting.length = 0;
    } else {
      warn("");
      // What was pressed after a change that is refused is not done: the director has not seen the refusal.
      if (!answer.ok) waiting.length = 0;
      refused = answer.ok ? new Map() : sent;
      show(text, { keepList: act !== "type" || !answer.ok, act: answer.ok ? act : "" });
      const told = document.querySelector("#draft [role=alert], #draft > [role=status]");
      const bar = ["b", ".step"].map((part) => document.querySelector(`#draft .act ${part}`)?.textContent ?? "");
      say(told?.textContent ?? bar.join(" "));
      if (act === "discard") scrollTo({ top: 0, behavior: "instant" });
      document.querySelector("#draft .pair .refused")?.closest(".pair").scrollIntoView({ block: "center", behavior: "instant" });
    }
  } catch {
    warn(texts.away);
    lost = act;
    waiting.length = 0;
  } finally {
    busy = false;
  }
  if (waiting.length) press(waiting.shift());
};

const press = (act) => {
  const button = form()?.querySelector(`button[value="${CSS.escape(act)}"]`);
  if (button) form().requestSubmit(button);
};

document.addEventListener("submit", (event) => {
  if (!event.target.matches(".pairing")) return;
  event.preventDefault();
  send(event.submitter?.value ?? "save");
});

// A number that is clicked is replaced by what is typed next, not added to.
document.addEventListener("click", ({ target }) => {
  if (!target.matches(".pairing .sitter input, .pairing .bye input")) return;
  if (target.selectionStart === target.selectionEnd) target.select();
});

document.addEventListener("change", ({ target }) => {
  if (target.matches(".pairing .lock input")) press("save");
});

// Before a round is paired: what every game without a result is paired as, until one is chosen by itself.
document.addEventListener("change", ({ target }) => {
  const every = document.getElementById("assume-all");
  if (!every || !target.matches(".open-games select")) return;
  if (target !== every) every.value = "";
  else if (every.value) for (const each of document.querySelectorAll(".open-games select[name]")) each.value = every.value;
});

// What is typed is saved when its field is left or Enter is pressed, and never by itself before. A window that
// loses the focus leaves the field where it is.
document.addEventListener("focusout", ({ target }) => {
  if (showing || !target.isConnected || document.activeElement === target) return;
  if ((numberOf(target) || goesTo(target)) && edited(target) && value(target) !== refused.get(target.id) && !trouble(target)) press("save");
});

document.addEventListener("input", ({ target }) => {
  if (numberOf(target)) named(target);
});

document.addEventListener("keydown", (event) => {
  const { key, target } = event;
  if (!numberOf(target) && !goesTo(target)) return;
  // Enter asks once more: what was in the way may be gone. Escape takes back what was typed.
  if (key === "Enter" || key === "Escape") trouble(target)?.remove();
  if (key === "Escape" && edited(target)) {
    target.value = target.defaultValue;
    if (numberOf(target)) named(target);
    target.select();
  } else if (key === "ArrowDown" || key === "ArrowUp") {
    const other = otherBoard(target, key === "ArrowDown" ? 1 : -1);
    other?.focus();
    other?.select();
  } else return;
  event.preventDefault();
});

// The second of two quick clicks does not swap back, nor remove the next board.
const DOUBLE = 500;
let clicked = { act: "", at: 0 };
document.addEventListener("click", (event) => {
  const act = event.target.closest?.(".pairing button[name=do]")?.value ?? "";
  if (!event.detail || !/^(swap|remove|add)/.test(act)) return;
  if (act === clicked.act && event.timeStamp - clicked.at < DOUBLE) event.preventDefault();
  clicked = { act, at: event.timeStamp };
});

// --- another director's changes ---------------------------------------------------------------------

for (const done of ["keydown", "pointerdown"]) {
  document.addEventListener(done, () => {
    wentOn = "stale" in (draft()?.dataset ?? {});
  });
}

const ask = async () => {
  if (busy || document.hidden || !draft()) return;
  const asked = draft();
  const stamp = wentOn ? "" : asked.dataset.stamp;
  const address = new URL(asked.dataset.here, location);
  address.searchParams.set("v", stamp);
  const answer = await fetch(address, { headers: { "HX-Request": "true" } });
  if (lost && answer.ok) {
    const act = lost;
    lost = "";
    return send(act);
  }
  if (answer.status !== 200) return;
  const text = await answer.text();
  if (busy || draft() !== asked || !text.includes('id="draft"')) return;
  const chosen = (field) => [...(field.options ?? [])].find((each) => each.defaultSelected)?.value ?? "";
  const was = (field) => {
    if (field.type === "checkbox") return field.defaultChecked;
    return field.options ? chosen(field) : field.defaultValue;
  };
  sent = new Map(fields(draft()).map((field) => [field.id, was(field)]));
  show(text, { keepList: true, unseen: true });
  const bar = [...document.querySelectorAll("#draft .theirs, #draft .theirs:not([hidden]) ~ .step:not([hidden])")];
  say(document.querySelector("#draft > [role=status]")?.textContent ?? bar.map((part) => part.textContent).join(" "));
};

arm(() => press("save"));
setInterval(() => ask().catch(() => {}), EVERY);
// A window that was behind others has heard nothing.
document.addEventListener("visibilitychange", () => ask().catch(() => {}));

// --- why not another opponent -----------------------------------------------------------------------

document.addEventListener("click", (event) => {
  const link = event.target.closest?.(".pairing a[data-one]");
  const [one, other] = ["one", "other"].map((id) => document.getElementById(id));
  if (!link || !one) return;
  event.preventDefault();
  one.value = link.dataset.one;
  other.value = "";
  other.focus();
});
