import { z } from 'zod';
import { DECIMAL_AMOUNT, LIMIT_MAX, PAGE_SIZE, REASON_LENGTH_MAX, SEARCH_LENGTH_MAX } from './constants.ts';
import { EMAIL_LENGTH_MAX, isEmailAddress } from './email-address.ts';
import { NETWORKS, TICKER, TICKER_LENGTH_MAX } from './networks.ts';

/** Accepts any version, because the platform's ids might not follow RFC 9562. */
export const uuid = z.guid().toLowerCase();

/** Time in UTC with milliseconds, ISO 8601. */
export const instant = z.iso.datetime({ precision: 3 });

/** Time with any offset and precision, ISO 8601. */
export const instantInput = z.iso.datetime({ offset: true });

const EARLIEST_YEAR = 1970;
const LATEST_YEAR = 9999;
export const YEARS_EXPECTED = `Expected a time in the years ${EARLIEST_YEAR} to ${LATEST_YEAR}, UTC`;

/** Whether a time is in a supported year. True for text that is not a time. */
export function isWithinYears(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return !(year < EARLIEST_YEAR || year > LATEST_YEAR);
}

/** Day in UTC, as in `2026-01-31`. */
export const dayInput = z.iso.date().refine(isWithinYears, 'Expected a day since 1970');

/** Days that limit a list to the records created on them. */
export const createdDays = {
  createdFrom: dayInput.optional().describe('First day of creation in UTC, inclusive.'),
  createdTo: dayInput.optional().describe('Last day of creation in UTC, inclusive.'),
};

export const emailAddress = z
  .string()
  .trim()
  .max(EMAIL_LENGTH_MAX)
  .refine(isEmailAddress, 'The input is not valid email')
  .meta({ format: 'email' });

export const decimalAmount = z.string().regex(DECIMAL_AMOUNT, 'Expected a decimal number as text');

/** Network name or its alias. */
export const networkInput = z
  .enum([...NETWORKS, 'MATIC'])
  .transform((network) => (network === 'MATIC' ? 'POLYGON' : network));

export const currencyCode = z.string().regex(/^[A-Z0-9]{2,12}$/, 'Expected a currency code such as USDT');

/** @param examples of currencies, for the error message */
export function ticker(examples: string) {
  return z.string().max(TICKER_LENGTH_MAX).regex(TICKER, `Expected a currency such as ${examples}`);
}

export const booleanParameter = z
  .enum(['true', 'false'])
  .transform((value) => value === 'true')
  .meta({ override: { type: 'boolean' } });

/** Allows up to 16 digits, like Number.MAX_SAFE_INTEGER. */
const UNSIGNED_INTEGER = /^(0|[1-9]\d{0,15})$/;

/** Whole number in a query string. Rejects `1e2`, `0x10`, `+5` and an empty value. */
export function integerParameter(minimum: number, maximum: number, fallback: number) {
  return z
    .string()
    .regex(UNSIGNED_INTEGER, `Expected a whole number from ${minimum} to ${maximum}`)
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .default(fallback)
    .meta({ override: { type: 'integer', minimum, maximum, default: fallback } });
}

export const pageQuery = {
  limit: integerParameter(1, LIMIT_MAX, PAGE_SIZE),
  offset: integerParameter(0, Number.MAX_SAFE_INTEGER, 0),
};

/** Trimmed text of at most `maximum` code points, as in JSON Schema's `maxLength`: `💸` is one, not two. */
export function textUpTo(maximum: number) {
  return z
    .string()
    .trim()
    .superRefine((text, context) => {
      // A code point is one or two code units, so most texts need no counting.
      if (text.length <= maximum) return;
      if (text.length <= 2 * maximum && Array.from(text).length <= maximum) return;
      context.addIssue({ code: 'too_big', origin: 'string', maximum, inclusive: true, input: text });
    })
    .meta({ maxLength: maximum });
}

export const search = textUpTo(SEARCH_LENGTH_MAX).default('');

export const includeDeleted = z
  .enum(['true', 'false'])
  .default('false')
  .transform((value) => value === 'true')
  .meta({ override: { type: 'boolean', default: false } });

/** Order of a list. Equal times are ordered by id in the same direction. */
export const sortByCreation = z.enum(['newest', 'oldest']).default('newest');
export type SortByCreation = z.infer<typeof sortByCreation>;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}]/gu;

/** Text of 1 to 1,000 characters, at least one of them visible. */
export const reasonText = textUpTo(REASON_LENGTH_MAX)
  .min(1)
  .refine((text) => text.replace(INVISIBLE, '') !== '', 'Enter a reason');

export interface FileContent {
  readonly name: string;
  /** Defaults to the endpoint's first media type. */
  readonly mediaType?: string;
  readonly content: AsyncIterable<string>;
}

export const fileContent = z.custom<FileContent>();

export const totalCount = z.int().min(0);
