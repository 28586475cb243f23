import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDatabaseBefore, type OlderDatabase } from '../../../test/older-database.ts';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { findAdministratorByEmail } from '../../features/auth/administrators/administrator-store.ts';
import { openSealedRows } from '../sealed-rows/open-sealed-rows.ts';

let test: OlderDatabase;

beforeEach(async () => {
  test = await createDatabaseBefore('0019');
});
afterEach(async () => await test.drop());

async function rowsOf(text: string): Promise<unknown[]> {
  return (await test.database.query({ text })).rows;
}

async function foundFor(email: string): Promise<string | undefined> {
  const sealedRows = openSealedRows({ masterKeys: test.masterKeys, log: createRecordingLog().log });
  return (await findAdministratorByEmail(test.database.reader, sealedRows, email))?.email;
}

describe('migration 0019', () => {
  it('keeps every administrator able to sign in if two spellings of one address have accounts', async () => {
    const [first, second, third] = [
      'MÜLLER@Bücher.example',
      'mu\u0308ller@bücher.example',
      'Ｂｏｂ@example.com',
    ];
    await test.database.query({
      text: `INSERT INTO administrators (email, password_hash, created_at) VALUES
        ($1, '', '2026-01-01'), ($2, '', '2026-01-02'), ($3, '', '2026-01-03'), ('bob@example.com', '', '2026-01-04')`,
      values: [first, second, third],
    });
    await test.upgrade();
    expect(await rowsOf('SELECT email_key FROM administrators ORDER BY created_at')).toEqual([
      { email_key: 'müller@xn--bcher-kva.example' },
      { email_key: 'mu\u0308ller@bücher.example' },
      { email_key: 'ｂｏｂ@example.com' },
      { email_key: 'bob@example.com' },
    ]);
    for (const email of [first, second, third, 'bob@example.com'])
      expect(await foundFor(email ?? '')).toBe(email);
    expect(await foundFor('Mu\u0308ller@BÜCHER.example')).toBe(second);
    expect(await foundFor('müller@xn--bcher-kva.example')).toBe(first);
  });

  it('keeps every invitation if two spellings of one address are pending', async () => {
    await test.database.query({
      text: `INSERT INTO invitations (email, status, token_hash, created_at, expires_at) VALUES
        ('ada@Bücher.example', 'revoked', NULL, '2026-01-01', now()),
        ('Ada@Bücher.example', 'pending', '1', '2026-01-02', now()),
        ('ada@xn--bcher-kva.example', 'pending', '2', '2026-01-03', now()),
        ('Nova@example.com', 'pending', '3', '2026-01-04', now())`,
    });
    await test.upgrade();
    expect(await rowsOf('SELECT email_key FROM invitations ORDER BY created_at')).toEqual([
      { email_key: 'ada@xn--bcher-kva.example' },
      { email_key: 'ada@bücher.example' },
      { email_key: 'ada@xn--bcher-kva.example' },
      { email_key: 'nova@example.com' },
    ]);
  });

  it('gives users of one address the same key', async () => {
    await test.database.query({
      text: `INSERT INTO users (id, name, created_at, email)
        SELECT gen_random_uuid(), '', now(), email FROM unnest($1::text[]) AS email`,
      values: [['Käse@Bücher.example', 'käse@xn--bcher-kva.example', 'Ada@Example.com']],
    });
    await test.upgrade();
    expect(await rowsOf('SELECT email_key, count(*) FROM users GROUP BY 1 ORDER BY 1')).toEqual([
      { email_key: 'ada@example.com', count: 1 },
      { email_key: 'käse@xn--bcher-kva.example', count: 2 },
    ]);
  });
});
