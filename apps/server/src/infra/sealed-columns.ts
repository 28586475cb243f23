import { type RawBuilder, sql } from 'kysely';
import type { SecretOwner } from './crypto/envelope.ts';
import type { DB } from './db/schema.ts';

/** A column with sealed envelopes, which is null without a secret. */
export interface SealedColumn {
  readonly table: keyof DB;
  /** The uuid column that orders the rows. */
  readonly id: string;
  /** The column with the `id` of the envelope's `SecretOwner`. */
  readonly owner: string;
  readonly column: string;
  readonly kind: SecretOwner['kind'];
}

/** Columns wrapped under the master key. Each has the trigger `refuse_retired_master_key`. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'administrators', id: 'id', owner: 'id', column: 'totp_secret', kind: 'administrator_totp' },
  {
    table: 'two_factor_setups',
    id: 'session_id',
    owner: 'session_id',
    column: 'secret',
    kind: 'two_factor_setup',
  },
  { table: 'outbox', id: 'id', owner: 'id', column: 'payload', kind: 'outbox_entry' },
  { table: 'wallets', id: 'uuid', owner: 'key_owner', column: 'private_key', kind: 'wallet_key' },
];

export function nameOf({ table, column }: SealedColumn): string {
  return `${table}.${column}`;
}

/** Extracts the ID of the master key, which follows version and length. */
export function masterKeyIdIn({ column }: SealedColumn): RawBuilder<Buffer> {
  return sql<Buffer>`substring(${sql.ref(column)} FROM 4 FOR 8)`;
}
