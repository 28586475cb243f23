import { sql } from 'kysely';
import { hashOfRow, readChainedRows } from '../../../apps/server/src/infra/audit/entry/stored-entry.ts';
import type { DatabaseTransaction } from '../../../apps/server/src/infra/db/database.ts';
import { KEPT, type Tamper } from './own-log.ts';

const VICTIM = 5;

/** What an owner of the tables could change, and what `audit verify` then says. */
export const TAMPERS: readonly (readonly [name: string, said: RegExp, tamper: Tamper])[] = [
  [
    'a changed column',
    /^BROKEN: entry 5 was changed\./,
    (transaction) =>
      sql`UPDATE audit_log SET description = 'x' WHERE sequence = ${VICTIM}`.execute(transaction),
  ],
  [
    'changed metadata',
    /^BROKEN: entry 5 was changed\./,
    (transaction) =>
      sql`UPDATE audit_log SET metadata = '{"reason": "unknown"}' WHERE sequence = ${VICTIM}`.execute(
        transaction,
      ),
  ],
  [
    'a removed entry',
    /^BROKEN: entry 5 is missing\./,
    (transaction) => sql`DELETE FROM audit_log WHERE sequence = ${VICTIM}`.execute(transaction),
  ],
  [
    'a removed end',
    /^BROKEN: entry \d+ is the last one, and has no valid seal\./,
    async (transaction, last) => {
      await sql`DELETE FROM audit_log WHERE sequence >= ${last - 1}`.execute(transaction);
      await sql`UPDATE audit_head SET (sequence, hash) =
        (SELECT sequence, hash FROM audit_log ORDER BY sequence DESC LIMIT 1)`.execute(transaction);
    },
  ],
  [
    'two swapped entries',
    /^BROKEN: entry 5 was changed\./,
    async (transaction) => {
      await sql`UPDATE audit_log SET sequence = -1 WHERE sequence = 5`.execute(transaction);
      await sql`UPDATE audit_log SET sequence = 5 WHERE sequence = 6`.execute(transaction);
      await sql`UPDATE audit_log SET sequence = 6 WHERE sequence = -1`.execute(transaction);
    },
  ],
  [
    'an added entry',
    /^BROKEN: entry \d+ /,
    async (transaction, last) => {
      await sql`CREATE TEMP TABLE forged ON COMMIT DROP AS SELECT * FROM audit_log WHERE sequence = ${last}`.execute(
        transaction,
      );
      await sql`UPDATE forged SET sequence = ${last + 1}, id = gen_random_uuid(), previous_hash = hash`.execute(
        transaction,
      );
      await sql`INSERT INTO audit_log SELECT * FROM forged`.execute(transaction);
      await rechain(transaction, last + 1);
    },
  ],
  [
    'a log chained again without the key',
    /^BROKEN: entry \d+ /,
    async (transaction) => {
      await sql`UPDATE audit_log SET description = 'x' WHERE sequence = ${VICTIM}`.execute(transaction);
      await rechain(transaction, VICTIM);
    },
  ],
  [
    'an older copy',
    /^BROKEN: entry \d+ is missing: the log was sealed up to entry \d+\./,
    async (transaction) => {
      for (const table of KEPT) {
        await sql`DELETE FROM ${sql.ref(table)}`.execute(transaction);
        await sql`INSERT INTO ${sql.ref(table)} SELECT * FROM older.${sql.ref(table)}`.execute(transaction);
      }
    },
  ],
];

/** Computes the hashes again from an entry on, and moves the head to the last one. */
async function rechain(transaction: DatabaseTransaction, first: number): Promise<void> {
  let previous: Buffer | undefined;
  for (const row of await readChainedRows(transaction, { first, last: 1_000, limit: 1_000 })) {
    const rewritten = { ...row, previous_hash: previous ?? row.previous_hash };
    previous = hashOfRow(rewritten) ?? Buffer.alloc(32);
    await sql`UPDATE audit_log SET previous_hash = ${rewritten.previous_hash}, hash = ${previous}
      WHERE sequence = ${row.sequence}`.execute(transaction);
  }
  await sql`UPDATE audit_head SET (sequence, hash) =
    (SELECT sequence, hash FROM audit_log ORDER BY sequence DESC LIMIT 1)`.execute(transaction);
}
