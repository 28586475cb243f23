import type { Database } from '../../infra/db/database.ts';
import type { PriceList, PriceSource } from '../../infra/prices/price-source.ts';
import { SourceFailure } from '../../infra/source/source-failure.ts';
import { failurePauseSeconds } from './failure-pause.ts';
import { findJumps, keepPrices } from './price-store.ts';
import { endRound, type LeasedSource, type RoundEnd } from './source-store.ts';

const PAUSE_SECONDS = 60;

/** Stores valid prices. Returns undefined if another process took over. */
export async function runPriceRound(
  { database, prices: priceSource }: { readonly database: Database; readonly prices: PriceSource },
  source: LeasedSource,
  signal: AbortSignal,
): Promise<RoundEnd | undefined> {
  const list = await readPrices(priceSource, signal);
  if (list instanceof SourceFailure) {
    const pauseSeconds = failurePauseSeconds(source.failures + 1);
    const end: RoundEnd = { outcome: 'failed', error: list.message, pauseSeconds };
    return (await database.transaction((transaction) => endRound(transaction, source, end)))
      ? end
      : undefined;
  }
  const jumps = await findJumps(database.reader, list.prices);
  const refused = [...list.refused, ...jumps].toSorted();
  const prices = [...list.prices].filter(([symbol]) => !jumps.includes(symbol));
  const error =
    refused.length === 0 ? null : `The price source returned invalid prices for ${refused.join(', ')}`;
  const end: RoundEnd = { outcome: 'answered', error, pauseSeconds: PAUSE_SECONDS, refused };
  return await database.transaction(async (transaction) => {
    if (!(await endRound(transaction, source, end))) return undefined;
    await keepPrices(transaction, source, prices);
    return end;
  });
}

async function readPrices(source: PriceSource, signal: AbortSignal): Promise<PriceList | SourceFailure> {
  try {
    return await source.read(signal);
  } catch (error) {
    if (error instanceof SourceFailure) return error;
    throw error;
  }
}
