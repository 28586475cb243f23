import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { openSecret, rewrapSecret, sealSecret } from './envelope.ts';
import { createEnvironmentKeyWrapper, MasterKeyUnavailable } from './key-wrapper.ts';
import { fixedMasterKeys } from './master-keys.ts';

const keys = createEnvironmentKeyWrapper(fixedMasterKeys(randomBytes(32)));
const OWNER = { kind: 'administrator_totp', id: '1' } as const;
const SECRET = Buffer.from('a secret of twenty b');

describe('sealSecret', () => {
  it('seals a secret that opens for its record', async () => {
    const sealed = await sealSecret(keys, OWNER, SECRET);
    expect(sealed.includes(SECRET)).toBe(false);
    expect(await openSecret(keys, OWNER, sealed)).toEqual(SECRET);
  });

  it('seals the same secret differently each time', async () => {
    expect(await sealSecret(keys, OWNER, SECRET)).not.toEqual(await sealSecret(keys, OWNER, SECRET));
  });

  it.each([
    { kind: 'administrator_totp', id: '2' },
    { kind: 'two_factor_setup', id: '1' },
  ] as const)('does not open for $kind $id', async (other) => {
    const sealed = await sealSecret(keys, OWNER, SECRET);
    await expect(openSecret(keys, other, sealed)).rejects.toThrow();
  });

  it('seals a secret that does not open with another master key', async () => {
    const sealed = await sealSecret(keys, OWNER, SECRET);
    const others = createEnvironmentKeyWrapper(fixedMasterKeys(randomBytes(32)));
    await expect(openSecret(others, OWNER, sealed)).rejects.toThrow(MasterKeyUnavailable);
  });

  it('detects a changed or missing byte, without reporting a missing master key', async () => {
    const sealed = await sealSecret(keys, OWNER, SECRET);
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      for (const bytes of [changed, sealed.subarray(0, at)]) {
        const opening = openSecret(keys, OWNER, bytes);
        await expect(opening).rejects.toThrow();
        await expect(opening).rejects.not.toBeInstanceOf(MasterKeyUnavailable);
      }
    }
  });

  it('rejects a truncated authentication tag', async () => {
    const sealed = await sealSecret(keys, OWNER, Buffer.alloc(0));
    await expect(openSecret(keys, OWNER, sealed.subarray(0, -4))).rejects.toThrow();
    expect(await openSecret(keys, OWNER, sealed)).toEqual(Buffer.alloc(0));
  });
});

it('sealSecret wipes the data key, even if wrapping it fails', async () => {
  const seen: Buffer[] = [];
  const watched = {
    ...keys,
    wrap: async (dataKey: Buffer, associatedData: Buffer) => {
      seen.push(dataKey);
      return await keys.wrap(dataKey, associatedData);
    },
  };
  await rewrapSecret(watched, OWNER, await sealSecret(watched, OWNER, SECRET));
  const failing = {
    ...keys,
    wrap: async (dataKey: Buffer) => {
      seen.push(dataKey);
      throw new MasterKeyUnavailable();
    },
  };
  await expect(sealSecret(failing, OWNER, SECRET)).rejects.toThrow(MasterKeyUnavailable);
  expect(seen).toEqual([Buffer.alloc(32), Buffer.alloc(32), Buffer.alloc(32)]);
});

describe('rewrapSecret', () => {
  const [old, renewed] = [randomBytes(32), randomBytes(32)];
  const before = createEnvironmentKeyWrapper(fixedMasterKeys(old));
  const during = createEnvironmentKeyWrapper(fixedMasterKeys(renewed, old));
  const after = createEnvironmentKeyWrapper(fixedMasterKeys(renewed));

  it('returns an envelope that only the new master key opens, with the secret unchanged', async () => {
    const sealed = await sealSecret(before, OWNER, SECRET);
    const rewrapped = await rewrapSecret(during, OWNER, sealed);
    expect(await openSecret(after, OWNER, rewrapped)).toEqual(SECRET);
    await expect(openSecret(before, OWNER, rewrapped)).rejects.toThrow('another master key');
    const sealedPart = 3 + sealed.readUInt16BE(1);
    expect(rewrapped.subarray(sealedPart)).toEqual(sealed.subarray(sealedPart));
    expect(rewrapped.subarray(3, sealedPart)).not.toEqual(sealed.subarray(3, sealedPart));
  });

  it('keeps the old envelope readable while both keys are present', async () => {
    const sealed = await sealSecret(before, OWNER, SECRET);
    expect(await openSecret(during, OWNER, sealed)).toEqual(SECRET);
    expect(await openSecret(after, OWNER, await sealSecret(during, OWNER, SECRET))).toEqual(SECRET);
  });

  it('rejects another record and a changed wrapped key', async () => {
    const sealed = await sealSecret(before, OWNER, SECRET);
    await expect(rewrapSecret(during, { ...OWNER, id: '2' }, sealed)).rejects.toThrow();
    const sealedPart = 3 + sealed.readUInt16BE(1);
    for (let at = 0; at < sealedPart; at++) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] ?? 0) ^ 1;
      await expect(rewrapSecret(during, OWNER, changed)).rejects.toThrow();
    }
  });
});
