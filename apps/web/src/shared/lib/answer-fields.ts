/** The fields of an object in an answer; of anything else there are none. */
export function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return isRecord(value) ? value : {};
}

/** Whether a part of an answer is an object with fields, and no list. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Text that says something, or null. */
export function textIn(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

/** A text or a number as text, or null: some servers count where others name. */
export function identifierIn(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textIn(value);
}
