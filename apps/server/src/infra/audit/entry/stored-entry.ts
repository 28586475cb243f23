import type { Json } from '@halyard/audit-proof/canonical-json';
import { entryHash } from '@halyard/audit-proof/entry-hash';
import { type RawBuilder, sql } from 'kysely';
import { sha256 } from '../../crypto/sha256.ts';
import type { DatabaseReader } from '../../db/database.ts';
import { hashedContent } from './hashed-content.ts';
import { type AuditRow, selectAuditRows } from './read-audit.ts';

export interface ChainedRow extends AuditRow {
  readonly previous_hash: Buffer;
  readonly hash: Buffer;
}

/** Entries read at once. Each can need half a megabyte of memory. */
const PAGE_ROWS = 64;

/** Yields the entries of a number range in one or more pages, oldest first; `condition` is additional SQL. */
export async function* readChainedPages(
  reader: DatabaseReader,
  { first, last }: { readonly first: number; readonly last: number },
  condition?: RawBuilder<unknown>,
): AsyncGenerator<readonly ChainedRow[]> {
  for (let next = first; next <= last; ) {
    const rows = await readChainedRows(reader, { first: next, last, limit: PAGE_ROWS }, condition);
    yield rows;
    if (rows.length < PAGE_ROWS) return;
    next = (rows.at(-1)?.sequence ?? last) + 1;
  }
}

/** Reads up to `limit` entries of a number range, oldest first; `condition` is additional SQL. */
export async function readChainedRows(
  reader: DatabaseReader,
  { first, last, limit }: { readonly first: number; readonly last: number; readonly limit: number },
  condition?: RawBuilder<unknown>,
): Promise<readonly ChainedRow[]> {
  const { rows } = await sql<ChainedRow>`
    ${selectAuditRows('previous_hash, hash')} WHERE sequence BETWEEN ${first} AND ${last}
      ${condition === undefined ? sql`` : sql`AND ${condition}`}
    ORDER BY sequence LIMIT ${limit}`.execute(reader);
  return rows;
}

export function contentOfRow(row: ChainedRow): { readonly [column: string]: Json | undefined } {
  return hashedContent(row, {
    sequence: row.sequence,
    created_at: row.created_at.toISOString(),
    occurred_at: row.occurred_at?.toISOString(),
    service_key_id: row.service_key_id ?? undefined,
  });
}

/** Recomputes an entry's hash. Returns undefined for a value that the log cannot hold, such as a fraction. */
export function hashOfRow(row: ChainedRow): Buffer | undefined {
  try {
    return Buffer.from(entryHash(sha256, row.previous_hash, contentOfRow(row)));
  } catch {
    return undefined;
  }
}
