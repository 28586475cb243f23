import { sql } from 'kysely';
import type { DatabaseReader, DatabaseTransaction } from '../../infra/db/database.ts';
import type { LeasedSource } from './source-store.ts';

/** Maximum factor between the last price and the next one, in either direction. */
const JUMP_MAX = 10;
/** Hours after which a price no longer limits the next one. */
const KNOWN_FOR_HOURS = 24;

/** Finds prices that are too far from the last ones. */
export async function findJumps(
  reader: DatabaseReader,
  prices: ReadonlyMap<string, string>,
): Promise<readonly string[]> {
  const { rows } = await sql<{ symbol: string }>`SELECT symbol
    FROM unnest(${[...prices.keys()]}::text[], ${[...prices.values()]}::numeric[]) AS offered (symbol, usd)
    JOIN prices AS known USING (symbol)
    WHERE known.as_of > now() - make_interval(hours => ${KNOWN_FOR_HOURS})
      AND (offered.usd > known.usd * ${JUMP_MAX}::integer OR offered.usd * ${JUMP_MAX}::integer < known.usd)`.execute(
    reader,
  );
  return rows.map(({ symbol }) => symbol);
}

export async function keepPrices(
  transaction: DatabaseTransaction,
  { started_at }: LeasedSource,
  prices: readonly (readonly [symbol: string, usd: string])[],
): Promise<void> {
  await sql`INSERT INTO prices (symbol, usd, as_of)
    SELECT symbol, usd, ${started_at}::timestamptz
    FROM unnest(${prices.map(([symbol]) => symbol)}::text[], ${prices.map(([, usd]) => usd)}::numeric[])
      AS offered (symbol, usd)
    ON CONFLICT (symbol) DO UPDATE SET usd = excluded.usd, as_of = excluded.as_of`.execute(transaction);
}
