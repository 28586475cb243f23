import type { z } from 'zod';

const TYPES: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a date',
};

const FORMATS: Readonly<Record<string, string>> = {
  email: 'an email address',
  guid: 'a UUID',
  datetime: 'a date and time as in 2026-01-31T12:00:00.000Z',
  date: 'a date as in 2026-01-31',
  url: 'a web address',
};

const UNITS: Readonly<Record<string, string>> = { string: 'character', array: 'item', set: 'item' };

/** Returns the message for an issue without a message of the contract. */
export function inputMessage(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'Required' : `Expected ${TYPES[issue.expected] ?? issue.expected}`;
    case 'invalid_value':
      return `Expected ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return FORMATS[issue.format] === undefined ? 'Invalid format' : `Expected ${FORMATS[issue.format]}`;
    case 'too_small':
      if (issue.origin === 'string' && issue.minimum === 1) return 'Required';
      return `Expected ${issue.inclusive === false ? 'more than' : 'at least'} ${counted(issue.minimum, issue)}`;
    case 'too_big':
      return `Expected ${issue.inclusive === false ? 'less than' : 'at most'} ${counted(issue.maximum, issue)}`;
    case 'not_multiple_of':
      return `Expected a multiple of ${issue.divisor}`;
    default:
      return 'Invalid value';
  }
}

function counted(limit: number | bigint, { origin }: { readonly origin: string }): string {
  const unit = UNITS[origin];
  return unit === undefined ? String(limit) : `${limit} ${unit}${Number(limit) === 1 ? '' : 's'}`;
}
