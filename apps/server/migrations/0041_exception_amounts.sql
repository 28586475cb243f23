-- What confirmed refunds returned of a payment, in its own asset. The cost makes plans call it for few rows.
CREATE FUNCTION returned_amount(payment uuid, network text, currency text) RETURNS numeric LANGUAGE sql STABLE COST 1000
AS $$
  SELECT coalesce(sum(refund.amount), 0) FROM wallet_transactions AS refund
  WHERE refund.refund_of = payment AND refund.type = 'refund' AND refund.direction = 'outgoing'
    AND refund.status = 'confirmed' AND NOT refund.testnet
    AND refund.network = returned_amount.network AND refund.currency = returned_amount.currency $$;

-- Orders. A testnet order has none.
CREATE OR REPLACE VIEW order_exception_conditions AS
  SELECT found.kind, orders.id AS order_id, NULL::uuid AS transaction_id, money.wallet_id, orders.id::text AS subject,
         orders.currency, found.expected, net.received,
         CASE WHEN orders.amount > 0 THEN round(orders.amount_usd * found.at_stake / orders.amount, 2) END AS amount_usd,
         least(found.since, now()) AS since
  FROM orders
    CROSS JOIN exception_settings AS settings
    CROSS JOIN LATERAL (
      -- Only money in the currency and network of the order counts.
      SELECT coalesce(sum(amount) FILTER (WHERE is_payment AND is_asset), 0) AS arrived,
             coalesce(sum(amount) FILTER (WHERE is_refund AND is_asset), 0) AS refunded,
             min(amount) FILTER (WHERE is_payment AND is_asset) AS smallest,
             coalesce(bool_or(is_payment), false) AS is_known,
             max(created_at) FILTER (WHERE is_payment AND is_asset) AS last_at,
             (array_agg(wallet_id ORDER BY created_at DESC, id) FILTER (WHERE is_payment))[1] AS wallet_id
      FROM (
        SELECT fed.id, fed.wallet_id, fed.amount, fed.created_at,
               fed.type = 'payment' AND fed.direction = 'incoming' AS is_payment,
               fed.type = 'refund' AND fed.direction = 'outgoing' AS is_refund,
               wallets.network = orders.network AND fed.currency = asset_name(orders.network, orders.currency) AS is_asset
        FROM wallet_transactions AS fed JOIN wallets ON wallets.id = fed.wallet_id
        WHERE fed.order_id = orders.id AND fed.status = 'confirmed' AND NOT fed.testnet
      ) AS confirmed
    ) AS money
    CROSS JOIN LATERAL (
      -- A refund may leave a small part of a payment.
      SELECT CASE WHEN rest <= returned * tolerance AND rest < smallest THEN 0 ELSE greatest(rest, 0) END AS received
      FROM (SELECT greatest(money.refunded, coalesce(orders.refunded, 0)) AS returned) AS refunds
        CROSS JOIN LATERAL (SELECT arrived - returned AS rest) AS kept
    ) AS net
    CROSS JOIN LATERAL (VALUES
      ('paid_after_end', orders.status IN ('expired', 'cancelled') AND received > 0,
        0, received, last_at),
      ('underpaid', orders.status IN ('pending', 'expired')
          AND received > 0 AND received < amount * (1 - tolerance),
        amount, amount - received, last_at),
      ('overpaid', received > amount * (1 + tolerance),
        amount, received - amount, last_at),
      ('paid_without_money', orders.status = 'paid' AND NOT is_known AND paid_at + interval '15 minutes' <= now(),
        amount, amount, paid_at + interval '15 minutes'),
      ('stuck_pending', orders.status = 'pending' AND created_at + stuck_minutes * interval '1 minute' <= now(),
        amount, amount, created_at + stuck_minutes * interval '1 minute')
    ) AS found (kind, is_true, expected, at_stake, since)
  WHERE NOT orders.testnet AND found.is_true;

CREATE OR REPLACE VIEW payment_exception_conditions
  (kind, order_id, transaction_id, wallet_id, subject, currency, expected, received, amount_usd, since) AS
  -- Payments in another currency or network, and real money for a testnet order. Their refunds name them.
  SELECT 'wrong_asset', fed.order_id, fed.id, fed.wallet_id, fed.id::text, fed.currency, 0::numeric, net.received,
         CASE WHEN fed.amount > 0 THEN round(fed.amount_usd * net.received / fed.amount, 2) END,
         least(fed.created_at, now())
  FROM wallet_transactions AS fed
    -- LIMIT 1: plans then use the primary keys, also while a large import makes the statistics wrong.
    CROSS JOIN LATERAL (SELECT network FROM wallets WHERE id = fed.wallet_id LIMIT 1) AS wallet
    CROSS JOIN LATERAL (SELECT network, currency, testnet FROM orders WHERE id = fed.order_id LIMIT 1) AS named
    CROSS JOIN LATERAL (SELECT fed.amount - returned_amount(fed.id, fed.network, fed.currency) AS received) AS net
  WHERE fed.type = 'payment' AND fed.direction = 'incoming' AND fed.status = 'confirmed' AND NOT fed.testnet
    AND (wallet.network <> named.network OR fed.currency <> asset_name(named.network, named.currency) OR named.testnet)
    AND net.received > 0

  UNION ALL
  SELECT 'unmatched_money', NULL::uuid, fed.id, fed.wallet_id, fed.id::text, fed.currency, 0::numeric, net.received,
         CASE WHEN fed.amount > 0 THEN round(fed.amount_usd * net.received / fed.amount, 2) END,
         least(fed.created_at, now())
  FROM wallet_transactions AS fed
    CROSS JOIN LATERAL (SELECT fed.amount - returned_amount(fed.id, fed.network, fed.currency) AS received) AS net
  WHERE fed.order_id IS NULL AND fed.type = 'payment' AND fed.direction = 'incoming' AND fed.status = 'confirmed'
    AND NOT fed.testnet AND net.received > 0;

DROP FUNCTION returned_amount(uuid);

-- Networks whose balances are known. Without a node, the last balance stays stored and says nothing about now.
ALTER TABLE exception_settings ADD COLUMN balance_networks text[] NOT NULL DEFAULT '{ETH,POLYGON,BSC,TRON}';

CREATE OR REPLACE VIEW balance_exception_conditions
  (kind, order_id, transaction_id, wallet_id, subject, currency, expected, received, amount_usd, since) AS
  SELECT 'unexplained_balance', NULL::uuid, NULL::uuid, wallet_id, wallet_id || ' ' || symbol, symbol, ledger_balance, balance,
         round(abs(balance - ledger_balance) * price.usd, 2), unexplained_since + interval '10 minutes'
  FROM wallet_balances
    JOIN wallets ON wallets.id = wallet_id
    JOIN exception_settings ON wallets.network = ANY (balance_networks)
    -- The source's price while it is current, otherwise the newer one of the source and the ledger.
    LEFT JOIN LATERAL (
      SELECT usd FROM (
        SELECT usd, as_of, as_of > now() - interval '1 hour' AS is_current FROM prices
          WHERE prices.symbol = wallet_balances.symbol
        UNION ALL
        SELECT usd, as_of, false FROM ledger_prices WHERE ledger_prices.symbol = wallet_balances.symbol
      ) AS known ORDER BY is_current DESC, as_of DESC LIMIT 1
    ) AS price ON true
  WHERE unexplained_since + interval '10 minutes' <= now();

-- The resolution that the last update ended, for RETURNING: before version 18, PostgreSQL returns only new values.
ALTER TABLE exceptions ADD COLUMN ended_resolution jsonb;

-- The exceptions that were stored with the earlier definitions. The checker looks at the orders.
UPDATE exception_settings SET looked_at_up_to = '00000000-0000-0000-0000-000000000000';
INSERT INTO exceptions AS known (kind, subject, transaction_id, wallet_id, currency, expected, received, amount_usd, opened_at)
  SELECT kind, subject, transaction_id, wallet_id, currency, expected, received, amount_usd, since
  FROM exception_conditions WHERE kind = 'unmatched_money'
  ON CONFLICT (kind, subject) DO UPDATE SET received = excluded.received, amount_usd = excluded.amount_usd,
    opened_at = CASE WHEN known.closed_at IS NULL THEN known.opened_at ELSE excluded.opened_at END, closed_at = NULL
  -- Those that an administrator resolved stay as they are.
  WHERE known.resolved_at IS NULL AND (known.closed_at IS NOT NULL OR known.received <> excluded.received);

-- Searches for the orders of a wallet read orders_searched.
DROP INDEX orders_of_merchant_order;
