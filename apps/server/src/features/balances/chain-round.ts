import type { ChainReader, ChainReading } from '../../infra/chain/chain-reader.ts';
import type { Database } from '../../infra/db/database.ts';
import { SourceFailure } from '../../infra/source/source-failure.ts';
import { type DueWallet, findDueWallets } from './due-wallets.ts';
import { failurePauseSeconds } from './failure-pause.ts';
import { type Ledger, readLedger } from './ledger-amounts.ts';
import { keepSnapshots, keepSourceFailure, keepWalletFailures, type ReadBalance } from './snapshot-store.ts';
import { endRound, type LeasedSource, type RoundEnd } from './source-store.ts';

const PAUSE_SECONDS = 10;

/** Reads the ledger first, so the chain includes all of it. Undefined if another process took over. */
export async function runChainRound(
  { database, reader }: { readonly database: Database; readonly reader: ChainReader },
  source: LeasedSource,
  signal: AbortSignal,
): Promise<RoundEnd | undefined> {
  const { addressesMax: limit, spareAddressesMax: spare } = reader;
  const { wallets, lastInboundId, isFull } = await findDueWallets(database, source, { limit, spare });
  if (wallets.length === 0) {
    const end: RoundEnd = { outcome: 'idle', error: null, pauseSeconds: PAUSE_SECONDS, lastInboundId };
    return (await database.transaction((transaction) => endRound(transaction, source, end)))
      ? end
      : undefined;
  }

  const walletIds = wallets.map(({ id }) => id);
  const ledger = await readLedger(database.reader, walletIds);
  const reading = await readChain(reader, wallets, signal);
  const { balances, refusals } = sortOut(reading, wallets, ledger);
  const isAnswer = balances.length > 0;
  const error = reading.failure?.message ?? (isAnswer ? undefined : refusals[0]?.error);
  const end: RoundEnd =
    error === undefined
      ? { outcome: 'answered', error: null, pauseSeconds: isFull ? 0 : PAUSE_SECONDS, lastInboundId }
      : {
          outcome: 'failed',
          error,
          pauseSeconds: failurePauseSeconds(source.failures + 1),
          // Repeat these wallets if the node is down. Continue with the next ones if the node rejects them.
          ...(reading.failure === undefined && { lastInboundId }),
        };

  return await database.transaction(async (transaction) => {
    if (!(await endRound(transaction, source, end))) return undefined;
    if (isAnswer) await keepSnapshots(transaction, source, reading.blockNumber, balances);
    if (refusals.length > 0) await keepWalletFailures(transaction, source, refusals);
    if (reading.failure !== undefined) {
      const settled = [...balances, ...refusals].map(({ walletId }) => walletId);
      await keepSourceFailure(transaction, source, { error: reading.failure.message, walletIds, settled });
    }
    return end;
  });
}

async function readChain(
  reader: ChainReader,
  wallets: readonly DueWallet[],
  signal: AbortSignal,
): Promise<ChainReading> {
  try {
    const addresses = wallets.map(({ address }) => address);
    return await reader.read(addresses, signal);
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    return { blockNumber: 0, balances: new Map(), failure: error };
  }
}

function sortOut({ balances: read }: ChainReading, wallets: readonly DueWallet[], ledger: Ledger) {
  const balances: ReadBalance[] = [];
  const refusals: { readonly walletId: number; readonly error: string }[] = [];
  for (const { id: walletId, address } of wallets) {
    const found = read.get(address);
    if (found instanceof SourceFailure) refusals.push({ walletId, error: found.message });
    else {
      for (const balance of found ?? []) {
        balances.push({ ...balance, walletId, ledger: ledger(walletId, balance.symbol) });
      }
    }
  }
  return { balances, refusals };
}
