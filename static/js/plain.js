/* A text as it is typed to look for it: without accents, capitals and apostrophes. */
export const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  .replace(/ł/g, "l").replace(/ø/g, "o").replace(/['’`]/g, "");
