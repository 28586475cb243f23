import type { QueryConfig, QueryResult, QueryResultRow } from 'pg';
import { findMasterKey, type MasterKeyRing } from '../crypto/master-keys.ts';
import { columnParsers } from '../db/column-parsers.ts';
import { StartupError } from '../startup-error.ts';
import { type SealedAddress, sealAddress } from './address-seal.ts';
import { type AnySealedRow, hasRightSeal, SEALED_TABLES, sealOf } from './row-seal.ts';

interface Client {
  readonly query: <Row extends QueryResultRow>(statement: QueryConfig) => Promise<QueryResult<Row>>;
}

/** Second part of migration 0026: seals the rows that exist. @throws StartupError if the master key is the wrong one */
export async function sealExistingRows(client: Client, ring: MasterKeyRing): Promise<void> {
  await requireKeyOfLog(client, ring);
  for (const table of SEALED_TABLES) {
    const { rows } = await client.query<AnySealedRow>({
      text: `SELECT * FROM ${table}${table === 'invitations' ? " WHERE status = 'pending'" : ''}`,
      types: columnParsers,
    });
    for (const row of rows.filter((each) => !hasRightSeal(table, each, ring))) {
      const values = [row.id, sealOf(table, row, ring[0])];
      await client.query({ text: `UPDATE ${table} SET seal = $2 WHERE id = $1`, values });
    }
  }
  await sealExistingAddresses(client, ring);
}

const BATCH_ROWS = 10_000;

/** Seals the addresses that have no seal yet. */
export async function sealExistingAddresses(client: Client, ring: MasterKeyRing): Promise<void> {
  for (;;) {
    const { rows } = await client.query<SealedAddress>({
      text: `SELECT uuid, network, type, address FROM wallets WHERE address_seal IS NULL LIMIT ${BATCH_ROWS}`,
    });
    if (rows.length === 0) return;
    await client.query({
      text: `UPDATE wallets SET address_seal = item.seal FROM unnest($1::uuid[], $2::bytea[]) AS item (uuid, seal)
        WHERE wallets.uuid = item.uuid`,
      values: [rows.map(({ uuid }) => uuid), rows.map((wallet) => sealAddress(wallet, ring[0]))],
    });
  }
}

/** Seals under a wrong key would lock everybody out once the right one is set. */
async function requireKeyOfLog(client: Client, ring: MasterKeyRing): Promise<void> {
  const { rows } = await client.query<{ readonly seal_key_id: Buffer | null }>({
    text: 'SELECT seal_key_id FROM audit_head',
  });
  const id = rows[0]?.seal_key_id;
  if (!id || findMasterKey(ring, id) !== undefined) return;
  throw new StartupError(
    `MASTER_KEY: the audit log was sealed under another master key (key ${id.toString('hex')}): set MASTER_KEY to that key, or add that key to MASTER_KEY_PREVIOUS`,
  );
}
