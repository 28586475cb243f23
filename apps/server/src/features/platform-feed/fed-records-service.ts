import { CHECKSUM_FIELDS, type FedRecords } from '@halyard/contract/platform-feed-records';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../infra/db/database.ts';
import { Problem } from '../../infra/problem.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';

export interface FedDay {
  readonly day: string;
  readonly records: number;
  /** SHA-256 in hexadecimal. */
  readonly checksum: string;
}

type FedRecord = Readonly<Record<string, string | boolean | null>>;

export interface FedRecordsService {
  /** Days without records are missing. @param days first and last day of creation, in UTC */
  readonly days: (
    kind: FedRecords,
    days: { readonly from: string; readonly to: string },
  ) => Promise<readonly FedDay[]>;
  /** The address of a wallet that was changed from outside is null. @throws Problem `not_found` */
  readonly record: (kind: FedRecords, id: string) => Promise<FedRecord>;
}

const time = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
const decimal = (column: string) => `trim_scale(${column})::text`;

/** Tables, and their columns as text by the names of the feed's fields. */
const SOURCES: Readonly<
  Record<FedRecords, { readonly table: string; readonly columns: Readonly<Record<string, string>> }>
> = {
  users: {
    table: 'users AS stored',
    columns: {
      uuid: 'id::text',
      email: 'email',
      name: 'name',
      profileImageUrl: 'profile_image_url',
      createdAt: time('created_at'),
      deletedAt: time('deleted_at'),
      updatedAt: time('reported_at'),
    },
  },
  merchants: {
    table: 'merchants AS stored',
    columns: {
      uuid: 'id::text',
      userUuid: 'user_id::text',
      name: 'name',
      website: 'website',
      createdAt: time('created_at'),
      deletedAt: time('deleted_at'),
      updatedAt: time('reported_at'),
    },
  },
  orders: {
    table: 'orders AS stored',
    columns: {
      uuid: 'id::text',
      merchantUuid: 'merchant_id::text',
      merchantOrderId: 'merchant_order_id',
      status: 'status',
      network: 'network',
      testnet: 'testnet::text',
      currency: 'currency',
      amount: decimal('amount'),
      amountUsd: decimal('amount_usd'),
      serviceFeeRate: decimal('service_fee_rate'),
      serviceFee: decimal('stated_fee_usd'),
      refunded: decimal('refunded'),
      createdAt: time('created_at'),
      paidAt: time('paid_at'),
      updatedAt: time('reported_at'),
    },
  },
  wallets: {
    table: 'wallets AS stored',
    columns: {
      uuid: 'uuid::text',
      network: 'network',
      type: 'type',
      address: 'address',
      createdAt: time('created_at'),
    },
  },
  'wallet-transactions': {
    table:
      '(SELECT fed.*, wallets.uuid FROM wallet_transactions AS fed JOIN wallets ON wallets.id = wallet_id) AS stored',
    columns: {
      uuid: 'id::text',
      walletUuid: 'uuid::text',
      direction: 'direction',
      status: 'status',
      type: 'type',
      testnet: 'testnet::text',
      hash: 'hash',
      currency: 'currency',
      amount: decimal('amount'),
      amountUsd: decimal('amount_usd'),
      networkFee: decimal('network_fee'),
      orderUuid: 'order_id::text',
      counterparty: 'counterparty',
      refundOf: 'refund_of::text',
      createdAt: time('created_at'),
      updatedAt: time('reported_at'),
    },
  },
};

export function createFedRecordsService({
  database,
  sealedRows,
}: {
  readonly database: Database;
  readonly sealedRows: Pick<SealedRows, 'isOurAddress'>;
}): FedRecordsService {
  const { reader } = database;
  return {
    async days(kind, { from, to }) {
      const { table, columns } = SOURCES[kind];
      const values = CHECKSUM_FIELDS[kind].map((field) => `coalesce(${columns[field]}, '')`);
      const { rows } = await sql<FedDay>`
        SELECT (created_at AT TIME ZONE 'UTC')::date::text AS day, count(*) AS records,
          encode(sha256(convert_to(string_agg(concat_ws(E'\\t', ${sql.raw(values.join())}), E'\\n'
            ORDER BY ${idOf(kind)}), 'UTF8')), 'hex') AS checksum
        FROM ${sql.raw(table)}
        WHERE created_at >= ${from}::date::timestamp AT TIME ZONE 'UTC'
          AND created_at < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'
        GROUP BY 1 ORDER BY 1`.execute(reader);
      return rows;
    },

    async record(kind, id) {
      const { table, columns } = SOURCES[kind];
      const named = Object.entries(columns).map(([field, column]) => `${column} AS "${field}"`);
      const { rows } = await sql<Record<string, string | null>>`
        SELECT ${sql.raw(named.join())} FROM ${sql.raw(table)} WHERE ${idOf(kind)} = ${id}`.execute(reader);
      const [found] = rows;
      if (found === undefined) throw new Problem('not_found', 'No record with this uuid');
      const record = 'testnet' in found ? { ...found, testnet: found['testnet'] === 'true' } : found;
      return kind === 'wallets' && !(await isOurAddress(id)) ? { ...record, address: null } : record;
    },
  };

  async function isOurAddress(uuid: string): Promise<boolean> {
    const wallet = await reader
      .selectFrom('wallets')
      .select(['uuid', 'network', 'type', 'address', 'address_seal'])
      .where('uuid', '=', uuid)
      .executeTakeFirst();
    return wallet !== undefined && sealedRows.isOurAddress(wallet);
  }
}

function idOf(kind: FedRecords): RawBuilder<unknown> {
  return sql.ref(kind === 'wallets' ? 'stored.uuid' : 'stored.id');
}
