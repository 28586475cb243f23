import type { Database } from '../../infra/db/database.ts';
import type { LeasedSource } from './source-store.ts';

const OUTBOUND_AGE_SECONDS = 60;
const INBOUND_AGE_SECONDS = 10 * 60;

export interface DueWallet {
  readonly id: number;
  readonly address: string;
}

export interface DueWallets {
  readonly wallets: readonly DueWallet[];
  /** Inbound wallet after which the next round starts. */
  readonly lastInboundId: number;
  /** Whether more requested wallets may be waiting. */
  readonly isFull: boolean;
}

interface InboundTurn extends DueWallet {
  readonly is_due: boolean;
}

/** Finds wallets to refresh: requested ones, outdated or failed outbound ones, and up to `spare` inbound ones. */
export async function findDueWallets(
  database: Database,
  source: LeasedSource,
  { limit, spare }: { readonly limit: number; readonly spare: number },
): Promise<DueWallets> {
  const wanted = await database.prepared<DueWallet>({
    name: 'wanted-snapshots',
    text: `(SELECT id, address FROM wallet_snapshots JOIN wallets ON id = wallet_id
        WHERE requested_at IS NOT NULL AND network = $1 ORDER BY requested_at, id LIMIT $2)
      UNION ALL
      (SELECT id, address FROM wallets LEFT JOIN wallet_snapshots ON wallet_id = id
        WHERE type = 'outbound' AND network = $1 AND requested_at IS NULL
          AND (taken_at IS NULL OR taken_at < now() - make_interval(secs => ${OUTBOUND_AGE_SECONDS})
            OR failed_at IS NOT NULL)
          -- What failed although the node answered waits, too.
          AND ($3 OR failed_at IS NULL OR failed_at < now() - make_interval(secs => ${OUTBOUND_AGE_SECONDS}))
        ORDER BY greatest(taken_at, failed_at) NULLS FIRST, id LIMIT $2)
      LIMIT $2`,
    values: [source.name, limit, source.failures > 0],
  });
  const room = Math.min(spare, limit - wanted.length);
  const unconfirmed = room > 0 ? await unconfirmedInbound(database, source, room) : [];
  const turnsMax = room - unconfirmed.length;
  const turns = turnsMax > 0 ? await nextInbound(database, source, turnsMax) : [];
  const known = new Set([...wanted, ...unconfirmed].map(({ id }) => id));
  const due = turns.filter(({ id, is_due }) => is_due && !known.has(id));
  return {
    wallets: [...wanted, ...unconfirmed, ...due],
    lastInboundId: turns.length < turnsMax ? 0 : (turns.at(-1)?.id ?? source.last_inbound_id),
    isFull: wanted.length === limit,
  };
}

/** Finds wallets whose difference is 10 minutes old and needs a second reading. Their turn may be hours away. */
async function unconfirmedInbound(
  database: Database,
  { name }: LeasedSource,
  count: number,
): Promise<DueWallet[]> {
  return await database.prepared<DueWallet>({
    name: 'unconfirmed-inbound-wallets',
    text: `SELECT DISTINCT id, address FROM wallet_balances AS known
        JOIN wallet_snapshots AS snapshot ON snapshot.wallet_id = known.wallet_id
        JOIN wallets ON id = known.wallet_id
      WHERE type = 'inbound' AND network = $1 AND requested_at IS NULL
        AND unexplained_since < now() - interval '10 minutes' AND taken_at < unexplained_since + interval '10 minutes'
        AND (failed_at IS NULL OR failed_at < now() - interval '1 minute')
      ORDER BY id LIMIT $2`,
    values: [name, count],
  });
}

async function nextInbound(
  database: Database,
  { name, last_inbound_id }: LeasedSource,
  count: number,
): Promise<InboundTurn[]> {
  return await database.prepared<InboundTurn>({
    name: 'next-inbound-wallets',
    text: `SELECT id, address,
        taken_at IS NULL OR failed_at IS NOT NULL
          OR taken_at < now() - make_interval(secs => ${INBOUND_AGE_SECONDS}) AS is_due
      FROM (SELECT id, address FROM wallets
        WHERE type = 'inbound' AND network = $1 AND id > $2 ORDER BY id LIMIT $3) AS turn
      LEFT JOIN wallet_snapshots ON wallet_id = id
      ORDER BY id`,
    values: [name, last_inbound_id, count],
  });
}
