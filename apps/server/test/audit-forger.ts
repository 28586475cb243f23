import { toHex } from '@halyard/audit-proof/bytes';
import { sql } from 'kysely';
import { extendTree, rootOverHashes, sealHead, TILE_SIZE } from '../src/infra/audit/chain/audit-seal.ts';
import { type ChainedRow, hashOfRow, readChainedRows } from '../src/infra/audit/entry/stored-entry.ts';
import type { MasterKey } from '../src/infra/crypto/master-keys.ts';
import type { Database } from '../src/infra/db/database.ts';
import { tamper } from './long-audit-log.ts';

/** What somebody who may write each table can do to the log without the master key, with triggers off. */
export interface AuditForger {
  readonly change: (statements: string) => Promise<void>;
  /** Changes an entry and recomputes the hashes of the chain from there on. */
  readonly rewrite: (first: number, last: number) => Promise<void>;
  /** Recomputes the first tiles. */
  readonly rewriteTiles: () => Promise<void>;
  /** Seals the first `size` entries as they are now. */
  readonly forgeHead: (key: MasterKey, size: number) => Promise<void>;
}

export function createAuditForger(database: Database): AuditForger {
  const change = async (statements: string) => await tamper(database, statements);
  const rowsOf = async (first: number, last: number): Promise<readonly ChainedRow[]> =>
    await readChainedRows(database.reader, { first, last, limit: last });

  return {
    change,

    async rewrite(first, last) {
      await change(`UPDATE audit_log SET description = 'Never happened' WHERE sequence = ${first}`);
      let previous: Buffer | undefined;
      const statements: string[] = [];
      for (const row of await rowsOf(first, last)) {
        const rewritten = { ...row, previous_hash: previous ?? row.previous_hash };
        const hash = hashOfRow(rewritten) ?? Buffer.alloc(0);
        statements.push(`UPDATE audit_log SET previous_hash = '\\x${toHex(rewritten.previous_hash)}',
          hash = '\\x${toHex(hash)}' WHERE sequence = ${row.sequence}`);
        previous = hash;
      }
      await change(statements.join(';'));
    },

    async rewriteTiles() {
      for (const index of [0, 1]) {
        const rows = await rowsOf(index * TILE_SIZE + 1, (index + 1) * TILE_SIZE);
        const root = rootOverHashes(rows.map(({ hash }) => hash));
        await change(
          `UPDATE audit_tiles SET root = '\\x${toHex(root)}' WHERE level = 0 AND index = ${index}`,
        );
      }
    },

    async forgeHead(key, size) {
      const hashes = (await rowsOf(1, size)).map(({ hash }) => hash);
      const tree = extendTree({ sequence: 0, frontier: Buffer.alloc(0) }, hashes);
      const head = sealHead(key, { ...tree, hash: hashes.at(-1) ?? Buffer.alloc(0) }, new Date());
      await database.transaction(async (transaction) => {
        await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
        await transaction.updateTable('audit_head').set(head).execute();
        await sql`INSERT INTO audit_keys (key_id, public_key, created_at)
          VALUES (${key.id}, ${key.publicSealingKey}, now()) ON CONFLICT DO NOTHING`.execute(transaction);
      });
    },
  };
}
