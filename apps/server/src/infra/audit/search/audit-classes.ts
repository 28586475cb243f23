const CLASS_BYTES = 4;
const COUNTED_BYTES = 8;

/** Set of class ids, as an array with 1 at the index of each id. */
export type AuditClasses = Uint8Array;

/** Builds the set from concatenated four-byte ids. */
export function classesOf(ids: Buffer): AuditClasses {
  const found: number[] = [];
  let last = -1;
  for (let at = 0; at < ids.length; at += CLASS_BYTES) {
    const id = ids.readInt32BE(at);
    found.push(id);
    if (id > last) last = id;
  }
  const classes = new Uint8Array(last + 1);
  for (const id of found) classes[id] = 1;
  return classes;
}

/** Counts the entries of these classes; `counts` has pairs of class and number, four bytes each. */
export function countOfClasses(counts: Buffer, classes: AuditClasses): number {
  let entries = 0;
  for (let at = 0; at < counts.length; at += COUNTED_BYTES) {
    if (classes[counts.readInt32BE(at)] === 1) entries += counts.readInt32BE(at + CLASS_BYTES);
  }
  return entries;
}

/** Returns the given classes that a closed node has entries of. */
export function classesAmong(counts: Buffer, classes: AuditClasses): number[] {
  const found: number[] = [];
  for (let at = 0; at < counts.length; at += COUNTED_BYTES) {
    const id = counts.readInt32BE(at);
    if (classes[id] === 1) found.push(id);
  }
  return found;
}
