import { sql } from 'kysely';
import type { MasterKeys } from '../../infra/crypto/master-keys.ts';
import type { Database } from '../../infra/db/database.ts';
import { allowLongStatements } from '../../infra/db/long-statements.ts';
import { hasRightAddress, type SealedAddress, sealAddress } from '../../infra/sealed-rows/address-seal.ts';

const BATCH_ROWS = 1_000;

type StoredAddress = SealedAddress & { readonly address_seal: Buffer };

/** Seals the addresses of wallets under the current master key and returns how many. Leaves addresses that are not ours. */
export async function resealAddresses({
  database,
  masterKeys,
}: {
  readonly database: Database;
  readonly masterKeys: MasterKeys;
}): Promise<number> {
  let resealed = 0;
  let isBehind = sql``;
  for (;;) {
    const ring = masterKeys();
    const batch = await database.transaction(async (transaction) => {
      await allowLongStatements(transaction);
      const { rows } = await sql<StoredAddress>`
        SELECT uuid, network, type, address, address_seal FROM wallets
        WHERE substring(address_seal FROM 4 FOR 8) <> ${ring[0].id} ${isBehind}
        ORDER BY uuid LIMIT ${BATCH_ROWS} FOR NO KEY UPDATE`.execute(transaction);
      const ours = rows.filter((row) => hasRightAddress(row, ring));
      await sql`
        UPDATE wallets SET address_seal = item.seal
        FROM unnest(${ours.map(({ uuid }) => uuid)}::uuid[],
          ${ours.map((row) => sealAddress(row, ring[0]))}::bytea[]) AS item (uuid, seal)
        WHERE wallets.uuid = item.uuid`.execute(transaction);
      resealed += ours.length;
      return rows;
    });
    const last = batch.at(-1);
    if (last === undefined) return resealed;
    isBehind = sql`AND uuid > ${last.uuid}`;
  }
}
