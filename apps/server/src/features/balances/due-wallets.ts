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

/** Finds wallets to refresh: requested ones, outdated or failed outbound ones, and up to `spare` inbound ones by id. */
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
  const turns = room > 0 ? await nextInbound(database, source, room) : [];
  const known = new Set(wanted.map(({ id }) => id));
  const due = turns.filter(({ id, is_due }) => is_due && !known.has(id));
  return {
    wallets: [...wanted, ...due],
    lastInboundId: turns.length < room ? 0 : (turns.at(-1)?.id ?? source.last_inbound_id),
    isFull: wanted.length === limit,
  };
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
