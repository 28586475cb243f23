import { z } from 'zod';
import { LIMIT_MAX, PAGE_SIZE, REASON_LENGTH_MAX, SEARCH_LENGTH_MAX } from './constants.ts';
import { EMAIL_LENGTH_MAX, isEmailAddress } from './email-address.ts';
import { NETWORKS } from './networks.ts';

/** Any that PostgreSQL takes: the platform's ids may be of a version that RFC 9562 does not know. */
export const uuid = z.guid().toLowerCase();

/** An instant as ISO 8601 in UTC with milliseconds. */
export const instant = z.iso.datetime({ precision: 3 });

/** An instant as the platform sends it: ISO 8601 with any offset and precision. */
export const instantInput = z.iso.datetime({ offset: true });

const EARLIEST_YEAR = 1970;
const LATEST_YEAR = 9999;
export const YEARS_EXPECTED = `Expected an instant in the years ${EARLIEST_YEAR} to ${LATEST_YEAR}, UTC`;

/** False for an instant outside of the years that the product can answer with; a text that is no instant passes. */
export function isWithinYears(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  return !(year < EARLIEST_YEAR || year > LATEST_YEAR);
}

export const emailAddress = z
  .string()
  .trim()
  .max(EMAIL_LENGTH_MAX)
  .refine(isEmailAddress, 'The input is not valid email')
  .meta({ format: 'email' });

/** A non-negative decimal as text, at most 38 digits before and 18 behind the point: money is never a float. */
export const decimalAmount = z
  .string()
  .regex(/^(0|[1-9]\d{0,37})(\.\d{1,18})?$/, 'Expected a decimal number as text');

/** A network by the name that it is stored under, or by its alias. */
export const networkInput = z
  .enum([...NETWORKS, 'MATIC'])
  .transform((network) => (network === 'MATIC' ? 'POLYGON' : network));

export const currencyCode = z.string().regex(/^[A-Z0-9]{2,12}$/, 'Expected a currency code such as USDT');

/** With as many digits as the largest whole number that is exact. */
const UNSIGNED_INTEGER = /^(0|[1-9]\d{0,15})$/;

/** A whole number in a query string. It is never coerced: `1e2`, `0x10`, `+5` and an empty value are refused. */
function integerParameter(minimum: number, maximum: number, fallback: number) {
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

/**
 * A text without spaces around it, of at most so many characters. Counted are code points, as in `passwordProblem` and
 * in JSON Schema's `maxLength`: `💸` is one, not two.
 */
export function textUpTo(maximum: number) {
  return z
    .string()
    .trim()
    .superRefine((text, context) => {
      // A character is one or two code units, so most texts need no counting.
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

/** Of a list: `newest` first unless told otherwise. Equal times are ordered by id, the same way round. */
export const sortByCreation = z.enum(['newest', 'oldest']).default('newest');
export type SortByCreation = z.infer<typeof sortByCreation>;

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Z}]/gu;

/** Reason of 1 to 1,000 characters, at least one of them visible. */
export const reasonText = textUpTo(REASON_LENGTH_MAX)
  .min(1)
  .refine((text) => text.replace(INVISIBLE, '') !== '', 'Expected a reason that can be read');

/** A file as it is written, piece by piece. */
export interface FileContent {
  /** Proposed to the browser. */
  readonly name: string;
  /** Where it is another than the endpoint's first. */
  readonly mediaType?: string;
  readonly content: AsyncIterable<string>;
}

/** The answer of an endpoint that serves a file. */
export const fileContent = z.custom<FileContent>();

export const totalCount = z.int().min(0);
