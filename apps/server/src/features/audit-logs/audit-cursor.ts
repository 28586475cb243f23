import { invalidField } from '../../infra/problem.ts';

const CURSOR = /^v1\.([1-9]\d{0,15})$/;

/** Returns the cursor for entries with a lower number. */
export function cursorBelow(sequence: number): string {
  return Buffer.from(`v1.${sequence}`).toString('base64url');
}

/** @throws Problem `validation_error` for text that `cursorBelow` does not produce */
export function readCursor(cursor: string): number {
  const digits = CURSOR.exec(Buffer.from(cursor, 'base64url').toString('latin1'))?.[1];
  const sequence = Number(digits ?? Number.NaN);
  if (Number.isSafeInteger(sequence) && cursorBelow(sequence) === cursor) return sequence;
  throw invalidField('cursor', 'unknown_cursor', 'Expected a cursor from an earlier response');
}
