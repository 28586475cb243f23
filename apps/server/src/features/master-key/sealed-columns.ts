import { type RawBuilder, sql } from 'kysely';
import type { SecretOwner } from '../../infra/crypto/envelope.ts';
import type { DB } from '../../infra/db/schema.ts';

/** A column of sealed envelopes, null where there is no secret. */
export interface SealedColumn {
  readonly table: keyof DB;
  /** The uuid by which the envelope is bound to its row. */
  readonly id: string;
  readonly column: string;
  readonly kind: SecretOwner['kind'];
}

/** Everything that is wrapped under the master key. Each has the trigger `refuse_retired_master_key`, too. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'administrators', id: 'id', column: 'totp_secret', kind: 'administrator_totp' },
  { table: 'two_factor_setups', id: 'session_id', column: 'secret', kind: 'two_factor_setup' },
  { table: 'outbox', id: 'id', column: 'payload', kind: 'outbox_entry' },
];

export function nameOf({ table, column }: SealedColumn): string {
  return `${table}.${column}`;
}

/** The id of the master key that an envelope's data key is wrapped under: behind version and length. */
export function masterKeyIdIn({ column }: SealedColumn): RawBuilder<Buffer> {
  return sql<Buffer>`substring(${sql.ref(column)} FROM 4 FOR 8)`;
}
