import { argon2Sync } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Problem } from '../problem.ts';
import { createPasswordHasher } from './password-hasher.ts';

const PASSWORD = 'Correct-Horse-7-Battery';
const SALT = Buffer.alloc(16, 7);
const product = createPasswordHasher();
const cheap = createPasswordHasher({ memory: 64, passes: 1, parallelism: 1 });

function argon2id(nonce: Uint8Array, memory: number, passes: number): Buffer {
  return argon2Sync('argon2id', { message: PASSWORD, nonce, memory, passes, parallelism: 1, tagLength: 32 });
}

describe('PasswordHasher', () => {
  // @spec D.36
  it('uses 64 MiB, three passes and a new salt per password', async () => {
    const hashes = await Promise.all([product.hash(PASSWORD), product.hash(PASSWORD)]);
    const parts = hashes.map((hash) => hash.split('$'));
    expect(new Set(parts.map(([, , , , salt]) => salt)).size).toBe(2);
    for (const [, algorithm, version, cost, salt = '', hash = ''] of parts) {
      expect([algorithm, version, cost]).toEqual(['argon2id', 'v=19', 'm=65536,t=3,p=1']);
      const nonce = Buffer.from(salt, 'base64');
      expect(nonce).toHaveLength(16);
      expect(Buffer.from(hash, 'base64')).toEqual(argon2id(nonce, 65_536, 3));
    }
  });

  it('does not mark its own hashes outdated', async () => {
    const hash = await product.hash(PASSWORD);
    expect(await product.check(PASSWORD, hash)).toEqual({ correct: true, outdated: false });
    expect(await product.check('Correct-Horse-8-Battery', hash)).toEqual({ correct: false, outdated: false });
  });

  it('uses the same cost for a text with a separately stored salt', async () => {
    expect(await product.derive(PASSWORD, SALT)).toEqual(argon2id(SALT, 65_536, 3));
  });

  it('marks hashes of another cost outdated', async () => {
    const hash = await cheap.hash(PASSWORD);
    expect(await product.check(PASSWORD, hash)).toEqual({ correct: true, outdated: true });
    expect(await cheap.check(PASSWORD, hash)).toEqual({ correct: true, outdated: false });
  });
});

describe('PasswordHasher.check', () => {
  it('accepts only the exact password', async () => {
    const hash = await cheap.hash(PASSWORD);
    for (const other of ['', `${PASSWORD} `, PASSWORD.toLowerCase(), PASSWORD.slice(0, -1)]) {
      expect(await cheap.check(other, hash)).toEqual({ correct: false, outdated: false });
    }
  });

  it('rejects a stored hash of unknown form', async () => {
    await expect(cheap.check(PASSWORD, '$argon2i$v=19$m=64,t=1,p=1$AAAA$AAAA')).rejects.toThrow(
      'unknown form',
    );
  });
});

// @spec D.37
it('PasswordHasher hashes four at once, queues 32 and rejects more', async () => {
  const settled = await Promise.allSettled(Array.from({ length: 40 }, () => cheap.derive(PASSWORD, SALT)));
  const outcomes = settled.map((result) => (result.status === 'rejected' ? result.reason : 'hashed'));
  expect(outcomes.slice(0, 36)).toEqual(Array(36).fill('hashed'));
  for (const refusal of outcomes.slice(36)) {
    expect(refusal).toBeInstanceOf(Problem);
    expect(refusal).toMatchObject({ status: 'unavailable', details: { retryAfterSeconds: 2 } });
  }
  expect(await cheap.derive(PASSWORD, SALT)).toEqual(argon2id(SALT, 64, 1));
});
