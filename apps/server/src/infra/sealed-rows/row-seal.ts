import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Selectable } from 'kysely';
import { innerSecret } from '../crypto/envelope.ts';
import { findMasterKey, type MasterKey, type MasterKeyRing } from '../crypto/master-keys.ts';
import type { DB } from '../db/schema.ts';

/** Tables whose rows grant access. */
export const SEALED_TABLES = ['administrators', 'sessions', 'service_keys', 'invitations'] as const;
/** Those whose every row is checked again and again. Of the many invitations, only pending ones need a seal. */
export const CHECKED_TABLES = ['administrators', 'sessions', 'service_keys'] as const;
export type SealedTable = (typeof SEALED_TABLES)[number];
/** Tables whose seal covers only some columns. */
export const PARTLY_SEALED_TABLES = ['audit_inbox', 'wallets', 'exports'] as const;
export type PartlySealedTable = (typeof PARTLY_SEALED_TABLES)[number];

export interface AnySealedRow {
  readonly id: string;
  readonly version: number;
  /** Null in a row that somebody else inserted. */
  readonly seal: Buffer | null;
}

export type SealedRow<Table extends SealedTable> = Selectable<DB[Table]> & AnySealedRow;

/** A version, and the length of what names the master key: as in an envelope, its id is in bytes 4 to 11. */
const HEADER = Buffer.from([1, 0, 8]);
const KEY_ID_END = HEADER.length + 8;

/**
 * Authenticates a row under the master key: its table, and every column except the seal. Null counts as absent, so that a
 * later migration can add a column that is null at first.
 */
export function sealOf(table: SealedTable | PartlySealedTable, row: object, key: MasterKey): Buffer {
  const code = createHmac('sha256', key.rowKey).update(contentOf(table, row)).digest();
  return Buffer.concat([HEADER, key.id, code]);
}

export type RowVerdict = 'right' | 'wrong' | 'unknown key';

/** A seal under a key that is not in `ring` can be of a process with a newer or older key. */
export function examineRowSeal(
  table: SealedTable | PartlySealedTable,
  row: Pick<AnySealedRow, 'seal'>,
  ring: MasterKeyRing,
): RowVerdict {
  const { seal } = row;
  if (seal === null || !seal.subarray(0, HEADER.length).equals(HEADER)) return 'wrong';
  const key = findMasterKey(ring, seal.subarray(HEADER.length, KEY_ID_END));
  if (key === undefined) return 'unknown key';
  const expected = sealOf(table, row, key);
  return seal.length === expected.length && timingSafeEqual(seal, expected) ? 'right' : 'wrong';
}

export function hasRightSeal(
  table: SealedTable | PartlySealedTable,
  row: Pick<AnySealedRow, 'seal'>,
  ring: MasterKeyRing,
): boolean {
  return examineRowSeal(table, row, ring) === 'right';
}

function contentOf(table: string, row: object): string {
  const columns = Object.entries(row)
    .filter(([column, value]) => column !== 'seal' && value !== null)
    .map(([column, value]): [string, unknown] => [
      column,
      textOf(column === 'totp_secret' ? innerSecret(value) : value),
    ])
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([table, columns]);
}

/** Buffers as hex. `JSON.stringify` writes times in UTC, to the millisecond. */
export function textOf(value: unknown): unknown {
  if (Buffer.isBuffer(value)) return value.toString('hex');
  return Array.isArray(value) ? value.map(textOf) : value;
}
