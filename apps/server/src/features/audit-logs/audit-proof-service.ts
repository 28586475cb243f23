import { toHex } from '@halyard/audit-proof/bytes';
import { consistencyRanges, inclusionRanges } from '@halyard/audit-proof/merkle-proof';
import type { PageProof } from '@halyard/audit-proof/page-proof';
import type { auditPageProof, readAuditSeal } from '@halyard/contract/audit-proof';
import { sql } from 'kysely';
import type { z } from 'zod';
import { TILE_SIZE } from '../../infra/audit/chain/audit-seal.ts';
import type { AuditInbox } from '../../infra/audit/inbox/audit-inbox.ts';
import {
  type AuditBeginning,
  presentDrop,
  rangesBesideDrop,
  readAuditBeginning,
} from '../../infra/audit/proof/audit-beginning.ts';
import { readTreeNodes } from '../../infra/audit/proof/audit-tree.ts';
import { areHashesKept } from '../../infra/audit/proof/dropped-hashes.ts';
import { readAuditAlarm } from '../../infra/audit/proof/extend-audit-tiles.ts';
import type { HeadMemory } from '../../infra/audit/proof/head-memory.ts';
import { readProvableLog } from '../../infra/audit/proof/read-provable-log.ts';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database, DatabaseReader } from '../../infra/db/database.ts';

type AuditPageProof = z.output<typeof auditPageProof>;
type SealedLog = z.output<NonNullable<(typeof readAuditSeal)['answer']>>;

export interface AuditProofService {
  readonly seal: () => Promise<SealedLog>;
  /** Proves that the log holds the entries and has only grown since size `since`, 0 for none. Omits unknown ids. */
  readonly prove: (ids: readonly string[], since: number) => Promise<AuditPageProof>;
}

interface Link {
  readonly id: string;
  readonly sequence: number;
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
  readonly kept_hash: Buffer | null;
}

export function createAuditProofService({
  database,
  masterKeys,
  auditInbox,
  headMemory,
}: {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly auditInbox: Pick<AuditInbox, 'catchUp'>;
  readonly headMemory: Pick<HeadMemory, 'alarm'>;
}): AuditProofService {
  const { reader } = database;
  return {
    seal: async () => {
      await auditInbox.catchUp();
      const { tiles: _, keys, ...log } = await readProvableLog(reader, masterKeys);
      return { ...log, keys: [...keys] };
    },

    prove: async (ids, since) => {
      await auditInbox.catchUp();
      // Read the entries before the seal, so that the seal covers all of them.
      const links = await readLinks(reader, ids);
      const [{ tiles, keys, ...log }, alarm] = await Promise.all([
        readProvableLog(reader, masterKeys),
        readAuditAlarm(reader),
      ]);
      const size = log.seal?.size ?? 0;
      const paths = links.map(({ sequence }) => (sequence > size ? [] : inclusionRanges(sequence - 1, size)));
      const isComparable = await canCompare(reader, log, since);
      const steps = isComparable ? consistencyRanges(since, size) : [];
      const beginning: AuditBeginning =
        log.oldest === 1 ? { oldest: 1, drop: undefined } : await readAuditBeginning(reader);
      const { oldest, drop } = beginning;
      const besideDrop = rangesBesideDrop(beginning, size);
      const nodes = await readTreeNodes(reader, [...steps, ...besideDrop, ...paths.flat()], tiles);
      const consistency = nodes.splice(0, steps.length);
      const dropPath = nodes.splice(0, besideDrop.length);
      return {
        ...log,
        oldest,
        drop: drop === undefined ? null : presentDrop(drop, drop.sequence > size ? undefined : dropPath),
        keys: [...keys],
        entries: links.map(({ id, sequence, previous_hash, hash, kept_hash }, at) => ({
          id,
          sequence,
          previousHash: toHex(previous_hash),
          hash: toHex(hash),
          keptHash: kept_hash && toHex(kept_hash),
          path: sequence > size ? null : nodes.splice(0, paths[at]?.length).map(toHex),
        })),
        consistency: isComparable ? consistency.map(toHex) : null,
        alarm: alarm ?? headMemory.alarm() ?? null,
      };
    },
  };
}

/** Returns false inside a tile whose entries were dropped before hashes were kept. */
async function canCompare(
  reader: DatabaseReader,
  { seal, oldest }: Pick<PageProof, 'seal' | 'oldest'>,
  since: number,
): Promise<boolean> {
  if (seal === null || since === 0 || since > seal.size) return false;
  if (since >= oldest - 1 || since % TILE_SIZE === 0) return true;
  const first = since - (since % TILE_SIZE) + 1;
  return await areHashesKept(reader, { first, end: first + TILE_SIZE });
}

async function readLinks(reader: DatabaseReader, ids: readonly string[]): Promise<readonly Link[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Link>`
    SELECT id, sequence, previous_hash, hash,
      (SELECT previous_hash FROM audit_log AS successor WHERE successor.sequence = entry.sequence + 1) AS kept_hash
    FROM audit_log AS entry WHERE id = ANY (${ids}::uuid[])`.execute(reader);
  return rows;
}
