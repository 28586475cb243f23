import { expect, it } from 'vitest';
import { z } from 'zod';
import { reasonText, search, textUpTo } from './fields.ts';

const FAMILY = '👨‍👩‍👧';

// @spec D.110
it.each([
  ['letters', 'a'.repeat(5), true],
  ['letters', 'a'.repeat(6), false],
  ['emoji', '💸'.repeat(5), true],
  ['emoji', '💸'.repeat(6), false],
  ['letters and emoji', 'abcd💸', true],
  ['letters and emoji', 'abcde💸', false],
  ['emoji of five characters', FAMILY, true],
  ['emoji of five characters and a letter', `${FAMILY}a`, false],
  ['spaces around it, which do not count', '   abcde \n', true],
  ['thousands of letters', 'a'.repeat(10_000), false],
])('textUpTo(5) checks %s: %j is valid: %s', (_name, text, isTaken) => {
  const result = textUpTo(5).safeParse(text);
  expect(result.success).toBe(isTaken);
  expect(result.error?.issues ?? []).toMatchObject(
    isTaken ? [] : [{ code: 'too_big', origin: 'string', maximum: 5, path: [] }],
  );
});

it('textUpTo includes the maximum length in JSON Schema', () => {
  expect(z.toJSONSchema(textUpTo(5).min(1), { io: 'input' })).toMatchObject({
    type: 'string',
    minLength: 1,
    maxLength: 5,
  });
  expect(z.toJSONSchema(search, { io: 'input' })).toMatchObject({ maxLength: 200, default: '' });
  expect(z.toJSONSchema(reasonText, { io: 'input' })).toMatchObject({ minLength: 1, maxLength: 1_000 });
});
