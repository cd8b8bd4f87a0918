/* The sound of a board that differs, and of keys that are no result: two low tones, unless this browser was told to be
   silent. */

import { $ } from "./page.js";

const KEPT = "silent";
const TONES = [0, 0.22];
const LENGTH = 0.16;
const PITCH = 220;

let audio = null;

export function sound() {
  if (localStorage.getItem(KEPT)) return;
  audio ??= new AudioContext();
  for (const after of TONES) {
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    const from = audio.currentTime + after;
    tone.type = "square";
    tone.frequency.value = PITCH;
    volume.gain.setValueAtTime(0.2, from);
    volume.gain.linearRampToValueAtTime(0, from + LENGTH);
    tone.connect(volume).connect(audio.destination);
    tone.start(from);
    tone.stop(from + LENGTH);
  }
}

/* The box that says whether it sounds. */
export function listen() {
  const box = $("sound");
  box.checked = !localStorage.getItem(KEPT);
  box.addEventListener("change", () => {
    if (box.checked) localStorage.removeItem(KEPT); else localStorage.setItem(KEPT, "1");
  });
}
