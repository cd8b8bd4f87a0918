/* The seats of a round that is being paired: who a typed number is, and where the director was when the page is
   shown anew. */

const SEATS = ".pairing .sitter input, .pairing .bye input";
export const numberOf = (field) => field.matches?.(SEATS);
// Where a board gets another number.
export const goesTo = (field) => field.matches?.(".pairing .to input");
export const edited = (field) => field.value !== field.defaultValue;

// --- what is refused ---------------------------------------------------------------------------------

const troubleOf = (pair, text) =>
  [...(pair?.querySelectorAll(".problem.refused") ?? [])].find((each) => each.querySelector("q")?.textContent === text);
const typedIn = (field) => field.value.trim().replace(/\s+/g, " ");

/** The sentence beside a field that what stands in it was refused; none once something else is typed. */
export const trouble = (field) => (edited(field) ? troubleOf(field.closest(".pair"), typedIn(field)) : undefined);

/** Whether what stood in a field is refused on the new page too: its sentence comes along, or is there. */
export const staysRefused = (field, now) => {
  const [pair, text, was] = [now.closest(".pair"), typedIn(field), trouble(field)];
  if (was && !troubleOf(pair, text)) {
    pair.querySelector(".below").before(was);
    pair.classList.add("wrong");
  }
  return Boolean(troubleOf(pair, text));
};

// --- who a number is ---------------------------------------------------------------------------------

const SHOWN = [".who", ".score", ".colors"];
// What stood beside a number before another one was typed.
const before = new WeakMap();
const boxOf = (field) => field.closest(".sitter, .bye");
const partsOf = (box) => SHOWN.map((part) => box?.querySelector(part)?.innerHTML ?? "");

const known = (number) => {
  const field = [...document.querySelectorAll(SEATS)].find((each) => each.defaultValue === number);
  if (field) return before.get(boxOf(field)) ?? partsOf(boxOf(field));
  const listed = [...document.querySelectorAll(".pairing aside li")].find(
    (each) => each.querySelector("b")?.textContent === number,
  );
  if (!listed) return SHOWN.map(() => "");
  const [name, small] = ["bdi", "small"].map((part) => listed.querySelector(part).outerHTML);
  return [`<b>${name}</b>${small}`, "", ""];
};

/** Show beside a number who it is; nothing while it is nobody's. */
export const named = (field) => {
  const box = boxOf(field);
  if (!before.has(box)) before.set(box, partsOf(box));
  const typed = field.value.trim().replace(/^#/, "");
  const parts = edited(field) ? known(typed) : before.get(box);
  SHOWN.forEach((part, at) => {
    const shown = box.querySelector(part);
    if (shown) shown.innerHTML = parts[at];
  });
};

// --- from board to board, and back to where one was ----------------------------------------------------

const sideOf = (field) => (field.id.startsWith("white") ? "white" : "black");
const seat = (pair, side) => pair?.querySelector(`.${side}-side input`);

const numbering = (pair) => pair?.querySelector(".to input") ?? null;

/** The same field of the next board, or of the one before. */
export const otherBoard = (field, step) => {
  const pairs = [...document.querySelectorAll(".pairing .pair")];
  if (goesTo(field)) return numbering(pairs[pairs.indexOf(field.closest(".pair")) + step]);
  return seat(pairs[pairs.indexOf(field.closest(".pair")) + step], sideOf(field));
};

// Whose a number is: the roster may give a player another one while this page is open.
const rosters = new WeakMap();
export const playerOf = (draft, number) => {
  if (!rosters.has(draft)) rosters.set(draft, new Map(draft.dataset.players.split(" ").map((each) => each.split("-"))));
  return rosters.get(draft).get(number) ?? number;
};

export const sitting = (pair) =>
  ["white", "black"].map((side) => playerOf(pair.closest("#draft"), seat(pair, side).defaultValue));
// A board is the same while the same two sit at it, whatever its number is by now.
const together = (pair) => sitting(pair).sort().join("-");
export const pairsOf = (draft) => [...draft.querySelectorAll(".pair")];

const ofThese = (pair, fresh) => {
  const two = together(pair);
  return pairsOf(fresh).find((each) => together(each) === two);
};
const sameBoard = (pair, fresh) => ofThese(pair, fresh) ?? pairsOf(fresh).find((each) => each.id === pair.id);

/** Where on the new page belongs what was typed: with the two of its board. A board's new number is for these two
    alone, unless the director's own `act` parted them. */
export const sameField = (field, fresh, act) => {
  const pair = field.closest(".pair");
  const now = pair && (goesTo(field) && !act ? ofThese : sameBoard)(pair, fresh);
  if (pair && !now) return null;
  return fresh.querySelector(`#${CSS.escape(now ? field.id.replace(/\d+$/, now.dataset.at) : field.id)}`);
};

/** The first board of the new page that is not as it was. */
const changed = (draft, fresh) => {
  const was = new Map(pairsOf(draft).map((pair) => [pair.id, sitting(pair).join("-")]));
  return pairsOf(fresh).find((pair) => was.get(pair.id) !== sitting(pair).join("-"));
};

const alike = (element, fresh) => {
  if (element.id) return fresh.querySelector(`#${CSS.escape(element.id)}`);
  if (element.name === "do") return fresh.querySelector(`button[value="${CSS.escape(element.value)}"]:not([tabindex])`);
  const around = element.closest("[id]");
  return around && fresh.querySelector(`#${CSS.escape(around.id)} ${element.localName}`);
};

/** The same button of who is unseated or away now; with nobody left, what pairs the rest again. */
const nextBeside = (button, fresh) => {
  const act = button.value.replace(/\d+$/, "");
  const next = fresh.querySelector(`aside [value^="${CSS.escape(act)}"]`);
  return alike(button, fresh) ?? next ?? fresh.querySelector('#act [value^="again"]');
};

/** Where the focus goes on the new page, with what is being typed: not with what was `sent` and is refused because
    somebody else was faster, for the seat is theirs. */
export const place = (element, draft, fresh, { act, sent }) => {
  const pair = element.closest(".pair");
  const theirs = "stale" in fresh.dataset && element.value === sent;
  if (pair && (goesTo(element) || (numberOf(element) && !theirs)) && edited(element)) {
    const to = sameField(element, fresh, act);
    // A name that is saved is shown as its number; a number that a board was to get, beside that number.
    if (element.value === sent && (act || goesTo(element))) return { to: to ?? numbering(sameBoard(pair, fresh)) };
    // Where what was typed is gone, the rest of it is typed nowhere.
    if (!to && goesTo(element)) return { to: fresh.querySelector("#act") };
    return { to, typing: element, text: element.value, from: element.selectionStart, end: element.selectionEnd };
  }
  const pairs = pairsOf(fresh);
  const last = pairs.reduce((one, other) => (Number(other.dataset.at) > Number(one?.dataset.at ?? -1) ? other : one), null);
  if (act === "add") return { to: seat(last, "white"), scroll: true };
  if (act.startsWith("remove") && pair) return { to: seat(pairs[pairsOf(draft).indexOf(pair)] ?? pairs.at(-1), "white") };
  const byKeys = element.matches(":focus-visible");
  if (/^(half|zero|full|in)-/.test(act) && element.closest("aside")) return { to: nextBeside(element, fresh), scroll: byKeys };
  const around = pair && !act ? sameBoard(pair, fresh) : null;
  const moved = around && element.id ? around.querySelector(`#${CSS.escape(element.id.replace(/\d+$/, around.dataset.at))}`) : null;
  const first = seat(changed(draft, fresh) ?? pairs[0], "white") ?? fresh.querySelector("button.main");
  const same = moved ?? alike(element, fresh);
  return same ? { to: same } : { to: first, scroll: byKeys };
};

export const restored = ({ to, typing, text, from, end, scroll }) => {
  if (!to) return;
  if (typing) {
    to.value = text;
    if (numberOf(to)) named(to);
  }
  to.focus({ preventScroll: !scroll });
  if (typing) to.setSelectionRange(from, end);
  // As Tab does: the next number that is typed takes the place of this one.
  else if (numberOf(to)) to.select();
};
