/* A text as it is typed to look for it: without accents, capitals and apostrophes, as names.py has it on the server. */
const PLAIN = { æ: "ae", đ: "d", ð: "d", ħ: "h", ı: "i", ł: "l", œ: "oe", ø: "o", ß: "ss", þ: "th", ς: "σ" };

export const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  .replace(/[ß-ς]/g, (letter) => PLAIN[letter] ?? letter).replace(/['’`]/g, "");
