import { describe, expect, it } from 'vitest';
import { createOriginPolicy } from './origin-policy.ts';

const from = (origin: string, localPort: number) => ({ headers: { origin }, socket: { localPort } });

describe('createOriginPolicy without a public URL', () => {
  const isOwnOrigin = createOriginPolicy(undefined);

  // @spec D.59
  it.each([
    ['http://localhost:3000', 3000, true],
    ['http://127.0.0.1:3000', 3000, true],
    ['http://[::1]:3000', 3000, true],
    ['http://localhost:3001', 3000, false],
    ['http://localhost', 3000, false],
    ['https://localhost:3000', 3000, false],
    ['http://localhost', 80, true],
    ['http://localhost.evil.example', 80, false],
  ])('checks the origin %s at port %i: %s', (origin, port, expected) => {
    expect(isOwnOrigin(from(origin, port))).toBe(expected);
  });
});
