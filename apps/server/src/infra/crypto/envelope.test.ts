import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSecret, sealSecret } from './envelope.ts';
import { createEnvironmentKeyWrapper } from './key-wrapper.ts';

const keys = createEnvironmentKeyWrapper(randomBytes(32));
const OWNER = { kind: 'administrator_totp', id: '1' } as const;
const SECRET = Buffer.from('a secret of twenty b');

describe('a sealed secret', () => {
  it('opens for its record', async () => {
    const sealed = await sealSecret(keys, OWNER, SECRET);
    expect(sealed.includes(SECRET)).toBe(false);
    expect(await openSecret(keys, OWNER, sealed)).toEqual(SECRET);
  });

  it('differs each time', async () => {
    expect(await sealSecret(keys, OWNER, SECRET)).not.toEqual(await sealSecret(keys, OWNER, SECRET));
  });

  it.each([
    { kind: 'administrator_totp', id: '2' },
    { kind: 'two_factor_setup', id: '1' },
  ] as const)('does not open for $kind $id', async (other) => {
    const sealed = await sealSecret(keys, OWNER, SECRET);
    await expect(openSecret(keys, other, sealed)).rejects.toThrow();
  });

  it('does not open under another master key', async () => {
    const sealed = await sealSecret(keys, OWNER, SECRET);
    const others = createEnvironmentKeyWrapper(randomBytes(32));
    await expect(openSecret(others, OWNER, sealed)).rejects.toThrow('another master key');
  });

  it('does not open when any byte was changed', async () => {
    const sealed = await sealSecret(keys, OWNER, SECRET);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(openSecret(keys, OWNER, changed)).rejects.toThrow();
    }
  });
});
