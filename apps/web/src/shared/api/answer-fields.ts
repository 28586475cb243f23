/** The fields of a contract type, before anything is known of their values. */
export type Unread<Type> = { readonly [Field in keyof Type]?: unknown };

/**
 * The fields of an object in a response; none for any other value. With a contract type, only its fields can be read,
 * so a field renamed in the contract no longer compiles here.
 */
export function fieldsOf<Type = Record<string, unknown>>(value: unknown): Unread<Type> {
  return isRecord(value) ? (value as Unread<Type>) : {};
}

/** Whether a value is an object and not an array. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns text that is not blank, or null. */
export function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A whole number that is none below 0, or null; some servers count in text. */
export function countIn(value: unknown): number | null {
  const count = typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value;
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : null;
}

/** Fewer milliseconds since 1970 are no instant here: the year 2001. */
const EARLIEST_MS = 1e12;

/** An instant as text, or null; some servers count milliseconds since 1970. */
export function instantIn(value: unknown): string | null {
  const date = new Date(typeof value === 'number' && value >= EARLIEST_MS ? value : Number.NaN);
  return Number.isNaN(date.getTime()) ? textIn(value) : date.toISOString();
}

/** A text or a number as text, or null: some servers count where others name. */
export function identifierIn(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textIn(value);
}

/** The fields read from a response. Fields that it lacks come from the known values. */
export function withKnown<Read extends object>(
  read: Read,
  { answer, known }: { readonly answer: unknown; readonly known: Partial<Read> | undefined },
): Read {
  const told = fieldsOf(answer);
  const untold = Object.entries(known ?? {}).filter(([name]) => !(name in told));
  return { ...read, ...Object.fromEntries(untold) };
}
