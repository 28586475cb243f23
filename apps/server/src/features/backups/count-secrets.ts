import type { Network } from '@halyard/contract/networks';
import { type RawBuilder, sql } from 'kysely';
import { deriveWallet } from '../../infra/chain/wallet-address.ts';
import { openSecret, type SecretOwner } from '../../infra/crypto/envelope.ts';
import { createEnvironmentKeyWrapper } from '../../infra/crypto/key-wrapper.ts';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import { walletKeyOwner } from '../../infra/crypto/wallet-key-owner.ts';
import type { Database } from '../../infra/db/database.ts';
import { SEALED_COLUMNS, type SealedColumn } from '../../infra/sealed-columns.ts';

const BATCH_ROWS = 1_000;

export interface OpenedCount {
  readonly all: number;
  readonly right: number;
}

interface WalletKeyRow {
  readonly id: string;
  readonly uuid: string;
  readonly network: Network;
  readonly address: string;
  readonly public_key: string | null;
  readonly private_key: Buffer;
}

/** Counts the private keys, and those that open and derive the address and public key of their wallet. */
export async function countWalletKeys(database: Database, masterKeys: MasterKeys): Promise<OpenedCount> {
  const rows = secretsIn<WalletKeyRow>(
    database,
    { table: 'wallets', id: 'uuid', column: 'private_key' },
    sql`uuid, network, address, public_key, private_key`,
  );
  return await count(
    rows,
    async (wallet) =>
      await opens(masterKeys, walletKeyOwner(wallet), wallet.private_key, (secret) => {
        const { address, publicKey } = deriveWallet(wallet.network, secret);
        return address === wallet.address && publicKey === wallet.public_key;
      }),
  );
}

/** Counts the other secrets, such as those of authenticators, and those that open. */
export async function countSecrets(database: Database, masterKeys: MasterKeys): Promise<OpenedCount> {
  const counts: OpenedCount[] = [];
  for (const column of SEALED_COLUMNS.filter(({ kind }) => kind !== 'wallet_key')) {
    counts.push(await countColumn(database, masterKeys, column));
  }
  return counts.reduce((sum, { all, right }) => ({ all: sum.all + all, right: sum.right + right }));
}

async function countColumn(
  database: Database,
  masterKeys: MasterKeys,
  column: SealedColumn,
): Promise<OpenedCount> {
  const rows = secretsIn<{ id: string; owner: string; envelope: Buffer }>(
    database,
    column,
    sql`${sql.ref(column.owner)}::text AS owner, ${sql.ref(column.column)} AS envelope`,
  );
  const { kind } = column;
  return await count(rows, async (row) => await opens(masterKeys, { kind, id: row.owner }, row.envelope));
}

async function* secretsIn<Row extends { readonly id: string }>(
  { reader }: Database,
  { table, id, column }: Pick<SealedColumn, 'table' | 'id' | 'column'>,
  columns: RawBuilder<unknown>,
): AsyncGenerator<Row> {
  let isBehind = sql``;
  for (;;) {
    const { rows } = await sql<Row>`
      SELECT ${sql.ref(id)} AS id, ${columns} FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} IS NOT NULL ${isBehind} ORDER BY ${sql.ref(id)} LIMIT ${BATCH_ROWS}`.execute(
      reader,
    );
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    isBehind = sql`AND ${sql.ref(id)} > ${last.id}`;
  }
}

async function count<Row>(
  rows: AsyncIterable<Row>,
  isRight: (row: Row) => Promise<boolean>,
): Promise<OpenedCount> {
  let [all, right] = [0, 0];
  for await (const row of rows) {
    all += 1;
    if (await isRight(row)) right += 1;
  }
  return { all, right };
}

/** Wipes the secret. The error of a secret that does not open is dropped, because it may contain the secret. */
async function opens(
  masterKeys: MasterKeys,
  owner: SecretOwner,
  envelope: Buffer,
  isRight: (secret: Buffer) => boolean = () => true,
): Promise<boolean> {
  let secret: Buffer | undefined;
  try {
    secret = await openSecret(createEnvironmentKeyWrapper(masterKeys), owner, envelope);
    return isRight(secret);
  } catch {
    return false;
  } finally {
    secret?.fill(0);
  }
}
