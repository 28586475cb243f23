import { visibleText } from '@halyard/contract/visible-text';

/** Fields of a contract type with unvalidated values. */
export type Unread<Type> = { readonly [Field in keyof Type]?: unknown };

/** Returns the fields of an object, or none. Reading a field that `Type` lacks does not compile. */
export function fieldsOf<Type = Record<string, unknown>>(value: unknown): Unread<Type> {
  return isRecord(value) ? (value as Unread<Type>) : {};
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns text that is not blank, or null. */
export function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** Returns text as it is shown: without invisible characters, which could turn it around. Null if nothing is left. */
export function visibleTextIn(value: unknown): string | null {
  return textIn(visibleText(textIn(value) ?? ''));
}

/** Parses a non-negative integer given as a number or text. Returns null for other values. */
export function countIn(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** September 2001. Smaller numbers are not timestamps in milliseconds. */
const EARLIEST_MS = 1e12;

/** Parses an instant given as text or as milliseconds since 1970. Returns it as text, or null. */
export function instantIn(value: unknown): string | null {
  const date = new Date(typeof value === 'number' && value >= EARLIEST_MS ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? textIn(value) : date.toISOString();
}

/** Returns text unchanged, a number as text, and null for other values. Some servers use numeric ids. */
export function identifierIn(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textIn(value);
}

/** Fills in the missing fields of a response with known values. */
export function withKnown<Read extends object>(
  read: Read,
  { answer, known }: { readonly answer: unknown; readonly known: Partial<Read> | undefined },
): Read {
  const told = fieldsOf(answer);
  const untold = Object.entries(known ?? {}).filter(([name]) => !(name in told));
  return { ...read, ...Object.fromEntries(untold) };
}
