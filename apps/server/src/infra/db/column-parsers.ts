import { types } from 'pg';

const { builtins } = types;

/** Throws RangeError above 2^53 - 1; read such columns as text. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`The integer ${text} is too large for a number.`);
  return value;
}

const parseAnyTimestamp = types.getTypeParser(builtins.TIMESTAMPTZ);
const DATE_LENGTH = 'YYYY-MM-DD'.length;
const UTC_SUFFIX = '+00';

/** Uses the form that V8 parses fastest for UTC, because lists contain many times. */
function parseTimestamp(text: string): unknown {
  if (text.charAt(DATE_LENGTH) !== ' ' || !text.endsWith(UTC_SUFFIX)) return parseAnyTimestamp(text);
  return new Date(`${text.slice(0, DATE_LENGTH)}T${text.slice(DATE_LENGTH + 1, -UTC_SUFFIX.length)}Z`);
}

/** Parses numeric as text (money is never a float), date as text and timestamptz as Date. `schema.ts` matches. */
export const columnParsers = {
  getTypeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
    if (format !== 'binary' && oid === builtins.INT8) return parseInt8;
    if (format !== 'binary' && oid === builtins.DATE) return (day) => day;
    if (format !== 'binary' && oid === builtins.TIMESTAMPTZ) return parseTimestamp;
    return types.getTypeParser(oid, format);
  },
};
