const CLASS_BYTES = 4;
const COUNTED_BYTES = 8;

/** Classes that are looked for: 1 at the id of each. */
export type AuditClasses = Uint8Array;

/** @param ids four bytes each, one behind the other */
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

/**
 * How many entries are of classes that are looked for.
 * @param counts as a closed node has them: each class and how many entries it has, four bytes both
 */
export function countOfClasses(counts: Buffer, classes: AuditClasses): number {
  let entries = 0;
  for (let at = 0; at < counts.length; at += COUNTED_BYTES) {
    if (classes[counts.readInt32BE(at)] === 1) entries += counts.readInt32BE(at + CLASS_BYTES);
  }
  return entries;
}

/** The ids of those classes that are looked for and that a closed node has entries of. */
export function classesAmong(counts: Buffer, classes: AuditClasses): number[] {
  const found: number[] = [];
  for (let at = 0; at < counts.length; at += COUNTED_BYTES) {
    const id = counts.readInt32BE(at);
    if (classes[id] === 1) found.push(id);
  }
  return found;
}
