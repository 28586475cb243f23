import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createDatabaseBefore, type OlderDatabase } from '../../../test/older-database.ts';
import { createRecordingLog } from '../../../test/recording-log.ts';
import { masterKeyRing } from '../crypto/master-keys.ts';
import { findForeignRows } from './find-foreign-rows.ts';
import { openSealedRows } from './open-sealed-rows.ts';
import { sealExistingRows } from './seal-existing-rows.ts';

let test: OlderDatabase;
beforeEach(async () => {
  test = await createDatabaseBefore('0026');
});
afterEach(async () => await test.drop());

async function rowsOf(text: string): Promise<unknown[]> {
  return (await test.database.query({ text })).rows;
}

/** An administrator with two unused codes and a used one, wrong codes, links and a session; and a service key. */
async function fill(): Promise<void> {
  await test.database.query({
    text: `INSERT INTO administrators (email, email_key, password_hash, backup_code_salt, totp_last_step)
      VALUES ('ada@example.com', 'ada@example.com', 'x', '\\x01', 9000000000)`,
  });
  for (const text of [
    `INSERT INTO backup_codes SELECT id, code, used FROM administrators,
      (VALUES ('\\x0a'::bytea, NULL), ('\\x0b', now()), ('\\x0c', NULL)) AS codes (code, used)`,
    `INSERT INTO code_failures SELECT id, 3, now(), 1, NULL, 2 FROM administrators`,
    `INSERT INTO refused_totp_steps SELECT id, step FROM administrators, generate_series(7, 8) AS step`,
    `INSERT INTO password_resets SELECT sha256(state::bytea), id, sent, now() + interval '10 minutes', ended
      FROM administrators, (VALUES ('void', now() - interval '5 minutes', now()), ('open', now(), NULL),
        ('old', now() - interval '2 hours', now())) AS links (state, sent, ended)`,
    `INSERT INTO sessions (token_hash, administrator_id, stage, expires_at, ip_address, user_agent)
      SELECT '\\x02', id, 'full', now() + interval '1 hour', '192.0.2.1', '' FROM administrators`,
    `INSERT INTO service_keys (name, secret_hash, scopes) VALUES ('Platform', '\\x03', ARRAY['feed'])`,
  ])
    await test.database.query({ text });
}

it('migration 0026 moves what proves a person into one row, and seals each row', async () => {
  await fill();
  await test.upgrade();
  expect(
    await rowsOf(`SELECT backup_codes, refused_totp_steps, code_failures, code_locks, step_up_failures,
      reset_link_hash = sha256('open') AS is_open, reset_link_expires_at > now() AS is_in_time,
      cardinality(reset_links_sent) AS sent FROM administrators`),
  ).toEqual([
    {
      backup_codes: [Buffer.from([10]), Buffer.from([12])],
      refused_totp_steps: [7, 8],
      code_failures: 3,
      code_locks: 1,
      step_up_failures: 2,
      is_open: true,
      is_in_time: true,
      sent: 2,
    },
  ]);
  const { log, lines } = createRecordingLog();
  const sealedRows = openSealedRows({ masterKeys: test.masterKeys, log });
  expect(await findForeignRows(test.database.reader, sealedRows)).toEqual([]);
  expect(lines).toEqual([]);
  expect(
    await rowsOf(
      'SELECT FROM administrators UNION ALL SELECT FROM sessions UNION ALL SELECT FROM service_keys',
    ),
  ).toHaveLength(3);
});

it('migration 0026 does not run again after the rows were sealed', async () => {
  await fill();
  await expect(test.upgrade({ areRowsSealed: true })).rejects.toThrow(
    /^The database lacks migration 26 \(sealed_rows\), but its rows were sealed before/,
  );
});

it('does not seal rows under another master key than the audit log', async () => {
  await test.upgrade();
  await fillAfterUpgrade();
  const another = masterKeyRing(randomBytes(32));
  await expect(sealExistingRows(test.database, another)).rejects.toThrow(
    /^MASTER_KEY: the audit log was sealed under another master key \(key [0-9a-f]{16}\): set MASTER_KEY to that key/,
  );
});

async function fillAfterUpgrade(): Promise<void> {
  const [key] = test.masterKeys();
  await test.database.query({
    text: `UPDATE audit_head SET seal_key_id = $1`,
    values: [key.id],
  });
}
