import { sql } from 'kysely';
import type { DatabaseTransaction } from '../../infra/db/database.ts';

const MISSING = 25;

/** Stores a balance of an outbound wallet that lacks 25 USDT of what its transactions add up to, as if a node had answered. */
export async function writeSampleDrift(transaction: DatabaseTransaction): Promise<void> {
  await sql`
    WITH drifting AS (
      SELECT wallet_id, symbol, ledger.balance FROM wallet_ledger AS ledger JOIN wallets ON wallets.id = wallet_id
      WHERE type = 'outbound' AND symbol = 'USDT' AND ledger.balance > ${MISSING} AND ledger.in_flight = 0
      ORDER BY wallet_id LIMIT 1
    ), snapshot AS (
      INSERT INTO wallet_snapshots (wallet_id, taken_at, verdict)
      SELECT wallet_id, now() - interval '12 minutes', 'unexplained' FROM drifting
      ON CONFLICT DO NOTHING RETURNING wallet_id
    )
    INSERT INTO wallet_balances (wallet_id, symbol, balance, ledger_balance, in_flight, verdict, unexplained_since)
    SELECT wallet_id, symbol, balance - ${MISSING}, balance, 0, 'unexplained', now() - interval '1 hour'
    FROM drifting JOIN snapshot USING (wallet_id)`.execute(transaction);
}
