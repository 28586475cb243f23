import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { escapeIdentifier } from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { createRecordingLog } from '../../../../test/recording-log.ts';
import { administrate, withDatabase } from '../../../../test/template-database.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/test-database.ts';
import { createAppendAudit } from '../../../infra/audit/append-audit.ts';
import { fixedMasterKeys } from '../../../infra/crypto/master-keys.ts';
import { createDatabase, type Database } from '../../../infra/db/database.ts';
import { openSealedRows } from '../../../infra/sealed-rows/open-sealed-rows.ts';
import { sealExistingRows } from '../../../infra/sealed-rows/seal-existing-rows.ts';
import { endSessionsAfterRestore } from './restored-database.ts';

const { log } = createRecordingLog();
const masterKeys = fixedMasterKeys(randomBytes(32));
const appendAudit = createAppendAudit(masterKeys, () => new Date());
const sealedRows = openSealedRows({ masterKeys, log });
const COPY = `halyard_test_copy_${randomBytes(4).toString('hex')}`;

let scratch: TestDatabase;
beforeAll(async () => {
  // PostgreSQL copies a database only if all others, also a pooler, have left it.
  scratch = await createTestDatabase({ bypassesPooler: true });
});
afterAll(async () => {
  await scratch.drop();
  await administrate(inject('postgres').server, async (client) => {
    await client.query(`DROP DATABASE IF EXISTS ${escapeIdentifier(COPY)} WITH (FORCE)`);
  });
});

const start = async (database: Database) =>
  await endSessionsAfterRestore({ database, sealedRows, appendAudit, now: Date.now, log });

async function signIn(database: Database): Promise<void> {
  await database.transaction((transaction) =>
    sql`WITH made AS (
        INSERT INTO administrators (email, email_key, password_hash, reset_link_hash, reset_link_expires_at)
        VALUES ('ada@example.com', 'ada@example.com', 'x', sha256('link'), now() + interval '30 minutes')
        RETURNING id
      )
      INSERT INTO sessions
        (token_hash, administrator_id, stage, second_factor_at, expires_at, ip_address, user_agent)
      SELECT sha256('token'), id, 'full', now(), now() + interval '12 hours', '192.0.2.1', '' FROM made`.execute(
      transaction,
    ),
  );
  await sealExistingRows(database, masterKeys());
}

/** Returns the number of open sessions and links, and the audit metadata of ended ones. */
async function stateOf(database: Database) {
  const { rows } = await database.query({
    text: `SELECT
      (SELECT count(*)::int FROM sessions WHERE ended_at IS NULL) AS sessions,
      (SELECT count(reset_link_hash)::int FROM administrators) AS links,
      (SELECT json_agg(metadata) FROM audit_log WHERE action = 'session.end_all') AS ended`,
  });
  return rows[0];
}

it('endSessionsAfterRestore keeps sessions and reset links if the database is unchanged', async () => {
  const { database } = scratch;
  await start(database);
  await signIn(database);
  await Promise.all([start(database), start(database)]);
  expect(await stateOf(database)).toEqual({ sessions: 1, links: 1, ended: null });
});

it('endSessionsAfterRestore ends sessions and reset links only once in a copied database', async () => {
  const { rows } = await scratch.database.query<{ name: string }>({
    text: 'SELECT current_database() AS name',
  });
  const source = rows[0]?.name ?? '';
  await scratch.database.close();
  const { server } = inject('postgres');
  await administrate(server, async (client) => {
    await client.query(`CREATE DATABASE ${escapeIdentifier(COPY)} TEMPLATE ${escapeIdentifier(source)}`);
  });
  const database = createDatabase({ connection: withDatabase(server, COPY), max: 4, log });
  await Promise.all([start(database), start(database)]);
  await start(database);
  expect(await stateOf(database)).toEqual({
    sessions: 0,
    links: 0,
    ended: [{ reason: 'database restored or copied', sessions: 1, links: 1 }],
  });
  await database.close();
});
