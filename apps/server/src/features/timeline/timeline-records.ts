import type { ExceptionKind } from '@halyard/contract/exception-kinds';
import type { Network } from '@halyard/contract/networks';
import type { OrderStatus } from '@halyard/contract/orders';
import type { TransactionDirection, TransactionStatus, TransactionType } from '@halyard/contract/wallets';
import { sql } from 'kysely';
import { type AuditRow, readAuditRows } from '../../infra/audit/entry/read-audit.ts';
import type { DatabaseReader } from '../../infra/db/database.ts';
import type { EventKey, SourceName } from './timeline-sources.ts';

/** Rows by key. Decimals as text. */
type Rows<Row> = ReadonlyMap<string, Row>;

interface OfOrder {
  readonly order_id: string;
  readonly merchant_order_id: string;
}

interface StatusRow extends OfOrder {
  readonly key: string;
  readonly status: OrderStatus;
}

export interface TransactionRow extends OfOrder {
  readonly key: string;
  readonly direction: TransactionDirection;
  readonly type: TransactionType;
  readonly status: TransactionStatus;
  readonly testnet: boolean;
  readonly hash: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly amount_usd: string | null;
  readonly wallet_id: string;
  readonly network: Network;
}

export interface ExceptionRow extends OfOrder {
  readonly key: string;
  readonly kind: ExceptionKind;
  readonly currency: string;
  readonly expected: string;
  readonly received: string;
  readonly amount_usd: string | null;
}

interface LockRow {
  readonly key: string;
  readonly wallet_id: string;
  readonly network: Network;
  readonly currency: string;
}

interface BlockRow {
  readonly key: string;
  readonly reason: string | null;
}

interface CreationRow {
  readonly key: string;
  readonly name: string;
}

export interface EntryRow extends AuditRow {
  readonly key: string;
}

export interface TimelineRecords {
  readonly transactions: Rows<TransactionRow>;
  readonly statuses: Rows<StatusRow>;
  readonly exceptions: Rows<ExceptionRow>;
  readonly locks: Rows<LockRow>;
  readonly blocks: Rows<BlockRow>;
  readonly users: Rows<CreationRow>;
  readonly merchants: Rows<CreationRow>;
  readonly entries: Rows<EntryRow>;
}

/** Reads what the events show. Records that are gone by now are missing. */
export async function readTimelineRecords(
  reader: DatabaseReader,
  events: readonly EventKey[],
): Promise<TimelineRecords> {
  const rowsOf = async <Row>(
    read: (reader: DatabaseReader, keys: readonly string[]) => Promise<Rows<Row>>,
    ...sources: readonly SourceName[]
  ): Promise<Rows<Row>> => {
    const keys = events.flatMap(({ source, key }) => (sources.includes(source) ? [key] : []));
    return keys.length === 0 ? new Map() : await read(reader, keys);
  };
  const [transactions, statuses, exceptions, locks, blocks, users, merchants, entries] = await Promise.all([
    rowsOf(readTransactions, 'transaction'),
    rowsOf(readStatuses, 'status'),
    rowsOf(readExceptions, 'openedException', 'closedException'),
    rowsOf(readLocks, 'walletLock', 'endedWalletLock'),
    rowsOf(readBlocks, 'earlierBlock'),
    rowsOf(readUsers, 'userCreation'),
    rowsOf(readMerchants, 'merchantCreation'),
    rowsOf(readEntries, 'entry', 'block', 'decision'),
  ]);
  return { transactions, statuses, exceptions, locks, blocks, users, merchants, entries };
}

async function readStatuses(reader: DatabaseReader, keys: readonly string[]): Promise<Rows<StatusRow>> {
  const { rows } = await sql<StatusRow>`
    SELECT history.id::text AS key, history.status, order_id, merchant_order_id
    FROM order_history AS history JOIN orders ON orders.id = order_id
    WHERE history.id = ANY (${keys}::bigint[])`.execute(reader);
  return byKey(rows);
}

async function readTransactions(
  reader: DatabaseReader,
  keys: readonly string[],
): Promise<Rows<TransactionRow>> {
  const { rows } = await sql<TransactionRow>`
    SELECT money.id AS key, direction, type, money.status, money.testnet, hash, trim_scale(money.amount)::text AS amount,
      money.currency, trim_scale(money.amount_usd)::text AS amount_usd, wallet_id::text AS wallet_id, money.network,
      order_id, merchant_order_id
    FROM wallet_transactions AS money JOIN orders ON orders.id = order_id
    WHERE money.id = ANY (${keys}::uuid[])`.execute(reader);
  return byKey(rows);
}

async function readExceptions(reader: DatabaseReader, keys: readonly string[]): Promise<Rows<ExceptionRow>> {
  const { rows } = await sql<ExceptionRow>`
    SELECT found.id AS key, kind, found.currency, trim_scale(expected)::text AS expected,
      trim_scale(received)::text AS received, trim_scale(found.amount_usd)::text AS amount_usd, order_id,
      merchant_order_id
    FROM exceptions AS found JOIN orders ON orders.id = order_id
    WHERE found.id = ANY (${keys}::uuid[])`.execute(reader);
  return byKey(rows);
}

async function readLocks(reader: DatabaseReader, keys: readonly string[]): Promise<Rows<LockRow>> {
  const { rows } = await sql<LockRow>`
    SELECT lock.id::text AS key, wallet_id::text AS wallet_id, network, currency
    FROM wallet_locks AS lock JOIN wallets ON wallets.id = wallet_id
    WHERE lock.id = ANY (${keys}::bigint[])`.execute(reader);
  return byKey(rows);
}

async function readBlocks(reader: DatabaseReader, keys: readonly string[]): Promise<Rows<BlockRow>> {
  const { rows } = await sql<BlockRow>`
    SELECT id AS key, blocked_reason AS reason FROM users WHERE id = ANY (${keys}::uuid[])`.execute(reader);
  return byKey(rows);
}

async function readUsers(reader: DatabaseReader, keys: readonly string[]): Promise<Rows<CreationRow>> {
  const { rows } = await sql<CreationRow>`
    SELECT id AS key, name FROM users WHERE id = ANY (${keys}::uuid[])`.execute(reader);
  return byKey(rows);
}

async function readMerchants(reader: DatabaseReader, keys: readonly string[]): Promise<Rows<CreationRow>> {
  const { rows } = await sql<CreationRow>`
    SELECT id AS key, name FROM merchants WHERE id = ANY (${keys}::uuid[])`.execute(reader);
  return byKey(rows);
}

async function readEntries(reader: DatabaseReader, keys: readonly string[]): Promise<Rows<EntryRow>> {
  const rows = await readAuditRows(reader, keys.map(Number));
  return byKey(rows.map((row) => ({ ...row, key: String(row.sequence) })));
}

function byKey<Row extends { readonly key: string }>(rows: readonly Row[]): Rows<Row> {
  return new Map(rows.map((row) => [row.key, row]));
}
