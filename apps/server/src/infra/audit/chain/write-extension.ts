import { CompiledQuery } from 'kysely';
import { arrayLiteral } from '../../db/array-literal.ts';
import type { DatabaseTransaction } from '../../db/database.ts';
import { preparedAs } from '../../db/prepared-as.ts';
import type { AuditContent } from '../entry/audit-content.ts';
import { AUDIT_HEAD_COLUMNS, type AuditHead } from './audit-seal.ts';
import type { ChainExtension, LinkedEntry } from './link-entries.ts';

const CONTENT_TYPES = {
  id: 'uuid',
  action: 'text',
  action_category: 'text',
  description: 'text',
  status: 'text',
  actor_type: 'text',
  actor_id: 'text',
  actor_email: 'text',
  resource_type: 'text',
  resource_id: 'text',
  resource_identifier: 'text',
  request_id: 'text',
  ip_address: 'text',
  user_agent: 'text',
  error_message: 'text',
  metadata: 'jsonb',
  changes: 'jsonb',
  occurred_at: 'timestamptz',
  service_key_id: 'text',
} as const satisfies Record<keyof AuditContent, string>;

const CONTENT_COLUMNS = Object.keys(CONTENT_TYPES) as (keyof AuditContent)[];

const COLUMN_TYPES = ['bigint', 'bytea', 'bytea', ...Object.values(CONTENT_TYPES)];

/** Index of the first entry parameter, after both heads and the time. The statements are built once to save time. */
const FIRST_COLUMN = AUDIT_HEAD_COLUMNS.length * 2 + 2;

const ONE_ENTRY = `SELECT ${COLUMN_TYPES.map((type, at) => `$${FIRST_COLUMN + at}::${type}`).join()}`;
const MANY_ENTRIES = `SELECT * FROM unnest(${COLUMN_TYPES.map((type, at) => `$${FIRST_COLUMN + at}::${type}[]`).join()})`;

const STATEMENTS = {
  one: preparedAs('extend_audit_log_by_one', statementWith(ONE_ENTRY)),
  many: preparedAs('extend_audit_log', statementWith(MANY_ENTRIES)),
};

function statementWith(entries: string): string {
  const head = AUDIT_HEAD_COLUMNS.join();
  const valuesFrom = (first: number) => AUDIT_HEAD_COLUMNS.map((_column, at) => `$${first + at}`).join();
  return `WITH found AS MATERIALIZED (SELECT ${head} FROM audit_head FOR UPDATE),
    expected AS (SELECT FROM found WHERE (${head}) IS NOT DISTINCT FROM (${valuesFrom(1)})),
    moved AS (
      UPDATE audit_head SET (${head}) = (${valuesFrom(1 + AUDIT_HEAD_COLUMNS.length)}) FROM expected
    ),
    written AS (
      INSERT INTO audit_log (created_at, sequence, previous_hash, hash, ${CONTENT_COLUMNS.join()})
      SELECT $${FIRST_COLUMN - 1}::timestamptz, entry.* FROM expected, (${entries}) AS entry
    )
    SELECT ${head} FROM found WHERE NOT EXISTS (SELECT FROM expected)`;
}

/** Locks the head and writes entries and new head. If the stored head differs, only returns that. */
export async function writeExtension(
  transaction: DatabaseTransaction,
  { previous, entries, at, head }: ChainExtension,
): Promise<AuditHead | undefined> {
  const heads = [previous, head].flatMap((each) => AUDIT_HEAD_COLUMNS.map((column) => each[column]));
  const rows = entries.map(valuesOf);
  const [one] = rows;
  const statement =
    one !== undefined && rows.length === 1
      ? CompiledQuery.raw(STATEMENTS.one, [...heads, at, ...one])
      : CompiledQuery.raw(STATEMENTS.many, [
          ...heads,
          at,
          ...COLUMN_TYPES.map((_type, column) => arrayLiteral(rows.map((row) => row[column] ?? null))),
        ]);
  const found = await transaction.executeQuery<AuditHead>(statement);
  return found.rows[0];
}

function valuesOf({ sequence, previousHash, hash, content }: LinkedEntry): (string | null)[] {
  const columns = CONTENT_COLUMNS.map((column) => {
    const value = content[column];
    return typeof value === 'object' && value !== null ? JSON.stringify(value) : (value ?? null);
  });
  return [String(sequence), textOf(previousHash), textOf(hash), ...columns];
}

function textOf(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
