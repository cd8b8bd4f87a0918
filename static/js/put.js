/* Puts rows into another order. Few rows move: those that stay in order are left alone, and with them focus and what is
   being read. */

export function put(list, rows) {
  const wanted = new Set(rows);
  for (const row of [...list.children]) if (!wanted.has(row)) row.remove();
  let next = list.firstElementChild;
  for (const row of rows) {
    // One that left its place for further down is set aside, so that those behind it need not move.
    if (next && next !== row && next.nextElementSibling === row) {
      const aside = next;
      next = row;
      aside.remove();
    }
    if (next === row) next = row.nextElementSibling;
    else list.insertBefore(row, next);
  }
}
