import { CompiledQuery } from 'kysely';
import { arrayLiteral } from '../../db/array-literal.ts';
import type { DatabaseTransaction } from '../../db/database.ts';
import { preparedAs } from '../../db/prepared-as.ts';
import type { AuditContent } from '../entry/audit-content.ts';
import { AUDIT_HEAD_COLUMNS, type AuditHead } from './audit-seal.ts';
import type { ChainExtension, LinkedEntry } from './link-entries.ts';

const CONTENT_TYPES = {
  id: 'uuid',
  created_at: 'timestamptz',
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

/** Index of the first entry parameter, after both heads. The statements are built once to save time. */
const FIRST_COLUMN = AUDIT_HEAD_COLUMNS.length * 2 + 1;

const ONE_ENTRY = `SELECT ${COLUMN_TYPES.map((type, at) => `$${FIRST_COLUMN + at}::${type}`).join()}`;
const MANY_ENTRIES = `SELECT * FROM unnest(${COLUMN_TYPES.map((type, at) => `$${FIRST_COLUMN + at}::${type}[]`).join()})`;

/** What to do about a head that another transaction has locked. */
export type HeadLock = 'wait' | 'skip';

const LOCKS = {
  wait: 'FOR UPDATE',
  // Entries that wait come first, so that no act overtakes one that was committed before it.
  skip: 'WHERE NOT EXISTS (SELECT FROM audit_inbox) FOR UPDATE SKIP LOCKED',
} as const satisfies Record<HeadLock, string>;

/** Selects and locks the head. With `skip`, finds none while it is locked or entries wait in the inbox. */
export function selectLockedHead(lock: HeadLock): string {
  return `SELECT ${AUDIT_HEAD_COLUMNS.join()} FROM audit_head ${LOCKS[lock]}`;
}

const STATEMENTS = {
  wait: {
    one: preparedAs('extend_audit_log_by_one', statementWith(ONE_ENTRY, 'wait')),
    many: preparedAs('extend_audit_log', statementWith(MANY_ENTRIES, 'wait')),
  },
  skip: {
    one: preparedAs('extend_free_audit_log_by_one', statementWith(ONE_ENTRY, 'skip')),
    many: preparedAs('extend_free_audit_log', statementWith(MANY_ENTRIES, 'skip')),
  },
};

function statementWith(entries: string, lock: HeadLock): string {
  const head = AUDIT_HEAD_COLUMNS.join();
  const valuesFrom = (first: number) => AUDIT_HEAD_COLUMNS.map((_column, at) => `$${first + at}`).join();
  return `WITH found AS MATERIALIZED (${selectLockedHead(lock)}),
    expected AS (SELECT FROM found WHERE (${head}) IS NOT DISTINCT FROM (${valuesFrom(1)})),
    moved AS (
      UPDATE audit_head SET (${head}) = (${valuesFrom(1 + AUDIT_HEAD_COLUMNS.length)}) FROM expected
    ),
    written AS (
      INSERT INTO audit_log (sequence, previous_hash, hash, ${CONTENT_COLUMNS.join()})
      SELECT entry.* FROM expected, (${entries}) AS entry
    )
    SELECT ${head}, EXISTS (SELECT FROM expected) AS "isExpected" FROM found`;
}

/**
 * Locks the head, and writes entries and new head if the stored head is `previous`. Otherwise returns the stored head,
 * which is then locked; undefined if it was skipped.
 */
export async function writeExtension(
  transaction: DatabaseTransaction,
  { previous, entries, head }: ChainExtension,
  lock: HeadLock,
): Promise<'written' | AuditHead | undefined> {
  const heads = [previous, head].flatMap((each) => AUDIT_HEAD_COLUMNS.map((column) => each[column]));
  const rows = entries.map(valuesOf);
  const [one] = rows;
  const statement =
    one !== undefined && rows.length === 1
      ? CompiledQuery.raw(STATEMENTS[lock].one, [...heads, ...one])
      : CompiledQuery.raw(STATEMENTS[lock].many, [
          ...heads,
          ...COLUMN_TYPES.map((_type, column) => arrayLiteral(rows.map((row) => row[column] ?? null))),
        ]);
  const { rows: found } = await transaction.executeQuery<AuditHead & { readonly isExpected: boolean }>(
    statement,
  );
  const [stored] = found;
  if (stored === undefined) return undefined;
  const { isExpected, ...other } = stored;
  return isExpected ? 'written' : other;
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
