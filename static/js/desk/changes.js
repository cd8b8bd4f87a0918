/* What the bar says of boards that somebody else changed: which, and by whom where their own hands tell. */

import { pairsOf, playerOf, sitting } from "./seats.js";

// What another director did is told for so long as "just now".
const JUST_NOW = 60_000;

const looks = (pair) => [...sitting(pair), pair.classList.contains("locked"), pair.querySelector(".no").textContent].join("-");

/** The boards of the new page that are not as they were; null where all of the draft is. */
const changedBoards = (draft, fresh) => {
  const [before, after] = [pairsOf(draft), pairsOf(fresh)];
  const bye = (of) => playerOf(of, of.querySelector("#bye")?.defaultValue);
  const was = new Map(before.map((pair) => [pair.id, looks(pair)]));
  const pairs = after.filter((pair) => was.get(pair.id) !== looks(pair));
  return pairs.length || before.length !== after.length || bye(draft) !== bye(fresh) ? pairs : null;
};

// Who, when, and when in words: of who set a board and of who locked it.
const handsOf = (pair) => JSON.parse(pair.dataset.hands);

/** The hands on these boards that are newer than the page that is shown; null unless each has some, all of one
    director. A board that only has another number has none. */
const newHands = (pairs, draft, fresh) => {
  const shown = new Set(pairsOf(draft).flatMap(handsOf).map(String));
  // Hands are told by the second.
  const since = Math.floor(Date.parse(draft.dataset.now) / 1000) * 1000;
  const found = pairs.map((pair) => handsOf(pair).filter((hand) => Date.parse(hand[1]) >= since && !shown.has(String(hand))));
  const hands = found.flat().map(([who, at, time]) => ({ who, time, age: Date.parse(fresh.dataset.now) - Date.parse(at) }));
  return hands.length && found.every((each) => each.length) && hands.every(({ who }) => who === hands[0].who) ? hands : null;
};

// The stamp begins with how often the draft was changed.
const revision = ({ dataset }) => Number.parseInt(dataset.stamp, 10);

/** Who made the one step between the page that is shown and the new one, and when; null where there are more. */
const oneStep = (draft, fresh, { who, when, time }) => {
  if (!who || revision(fresh) - revision(draft) !== 1) return null;
  return [{ who, time, age: Date.parse(fresh.dataset.now) - Date.parse(when) }];
};

/** Mark the boards that somebody else changed, and say in the bar which, and what was done if that is one step. */
export const tellChanges = (draft, fresh) => {
  const bar = fresh.querySelector(".theirs");
  const pairs = changedBoards(draft, fresh);
  if (!bar || !pairs) return;
  for (const pair of pairs) pair.classList.add("changed");
  const texts = bar.dataset;
  const numbers = pairs.map((pair) => pair.querySelector(".no").textContent.trim());
  const what = !pairs.length || pairs.length > 6 ? texts.all : pairs.length > 1 ? texts.many : texts.one;
  const boards = what.replace("{boards}", new Intl.ListFormat("en").format(numbers));
  const step = oneStep(draft, fresh, texts);
  const hands = step ?? newHands(pairs, draft, fresh);
  const age = Math.max(0, ...(hands ?? []).map((hand) => hand.age));
  if (hands) {
    const [{ who, time }] = hands;
    const at = hands.every((hand) => hand.time === time) ? texts.at.replace("{time}", time) : "";
    const text = who === texts.me ? texts.mine : texts.by.replace("{who}", () => who);
    bar.textContent = text.replace("{boards}", boards).replace("{when}", age < JUST_NOW ? texts.now : at);
  } else {
    bar.textContent = texts.nobody.replace("{boards}", boards[0].toUpperCase() + boards.slice(1));
  }
  bar.hidden = false;
  for (const each of fresh.querySelectorAll(step ? ".saved" : ".saved, .step")) each.hidden = true;
  const hide = () => {
    bar.hidden = true;
    if (bar.isConnected) document.querySelector("#draft .saved").hidden = false;
  };
  setTimeout(hide, age < JUST_NOW ? JUST_NOW - age : JUST_NOW);
};

/** Say in the bar that the number which was typed for a board is gone, since its two players are. */
export const tellDropped = (fresh, number) => {
  const bar = fresh.querySelector(".theirs");
  if (!bar) return;
  bar.append(` ${bar.dataset.dropped.replace("{number}", () => number)}`);
  bar.hidden = false;
};
