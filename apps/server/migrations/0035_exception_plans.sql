-- The exceptions that the records show now, in a view for each kind of record: a check of the balances must not read the
-- orders. `since` is when the condition became true.

-- Orders. A testnet order has none.
CREATE VIEW order_exception_conditions AS
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
      SELECT greatest(arrived - greatest(money.refunded, coalesce(orders.refunded, 0)), 0) AS received
    ) AS net
    CROSS JOIN LATERAL (VALUES
      ('paid_after_end', orders.status IN ('expired', 'cancelled') AND received > 0,
        0, received, last_at),
      ('underpaid', orders.status IN ('pending', 'expired') AND received > 0 AND received < amount * (1 - tolerance),
        amount, amount - received, last_at),
      ('overpaid', received > amount * (1 + tolerance),
        amount, received - amount, last_at),
      ('paid_without_money', orders.status = 'paid' AND NOT is_known AND paid_at + interval '15 minutes' <= now(),
        amount, amount, paid_at + interval '15 minutes'),
      ('stuck_pending', orders.status = 'pending' AND created_at + stuck_minutes * interval '1 minute' <= now(),
        amount, amount, created_at + stuck_minutes * interval '1 minute')
    ) AS found (kind, is_true, expected, at_stake, since)
  WHERE NOT orders.testnet AND found.is_true;

CREATE VIEW payment_exception_conditions
  (kind, order_id, transaction_id, wallet_id, subject, currency, expected, received, amount_usd, since) AS
  -- Payments in another currency or network, and real money for a testnet order. Their refunds name them.
  SELECT 'wrong_asset', fed.order_id, fed.id, fed.wallet_id, fed.id::text, fed.currency, 0::numeric, net.received,
         CASE WHEN fed.amount > 0 THEN round(fed.amount_usd * net.received / fed.amount, 2) END,
         least(fed.created_at, now())
  FROM wallet_transactions AS fed
    -- LIMIT 1: plans then use the primary keys, also while a large import makes the statistics wrong.
    CROSS JOIN LATERAL (SELECT network FROM wallets WHERE id = fed.wallet_id LIMIT 1) AS wallet
    CROSS JOIN LATERAL (SELECT network, currency, testnet FROM orders WHERE id = fed.order_id LIMIT 1) AS named
    CROSS JOIN LATERAL (SELECT fed.amount - returned_amount(fed.id) AS received) AS net
  WHERE fed.type = 'payment' AND fed.direction = 'incoming' AND fed.status = 'confirmed' AND NOT fed.testnet
    AND (wallet.network <> named.network OR fed.currency <> asset_name(named.network, named.currency) OR named.testnet)
    AND net.received > 0

  UNION ALL
  SELECT 'unmatched_money', NULL::uuid, fed.id, fed.wallet_id, fed.id::text, fed.currency, 0::numeric, net.received,
         CASE WHEN fed.amount > 0 THEN round(fed.amount_usd * net.received / fed.amount, 2) END,
         least(fed.created_at, now())
  FROM wallet_transactions AS fed
    CROSS JOIN LATERAL (SELECT fed.amount - returned_amount(fed.id) AS received) AS net
  WHERE fed.order_id IS NULL AND fed.type = 'payment' AND fed.direction = 'incoming' AND fed.status = 'confirmed'
    AND NOT fed.testnet AND net.received > 0;

CREATE VIEW balance_exception_conditions
  (kind, order_id, transaction_id, wallet_id, subject, currency, expected, received, amount_usd, since) AS
  SELECT 'unexplained_balance', NULL::uuid, NULL::uuid, wallet_id, wallet_id || ' ' || symbol, symbol, ledger_balance, balance,
         round(abs(balance - ledger_balance) * coalesce(prices.usd, ledger_prices.usd), 2),
         unexplained_since + interval '10 minutes'
  FROM wallet_balances LEFT JOIN prices USING (symbol) LEFT JOIN ledger_prices USING (symbol)
  WHERE unexplained_since + interval '10 minutes' <= now();

CREATE OR REPLACE VIEW exception_conditions AS
  SELECT * FROM order_exception_conditions
  UNION ALL SELECT * FROM payment_exception_conditions
  UNION ALL SELECT * FROM balance_exception_conditions;

-- The conditions of some orders, and of some payments without an order. Planning the view takes longer than reading a few
-- of its rows, and a function keeps its plan for as long as the connection lasts. The plan may be made while an import has
-- only just begun to fill the tables, so the settings make it look up keys, as it must when the tables are large.
CREATE FUNCTION exception_conditions_of_orders(ids uuid[]) RETURNS SETOF exception_conditions LANGUAGE plpgsql STABLE
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN QUERY SELECT * FROM exception_conditions WHERE order_id = ANY (ids);
END $$;

CREATE FUNCTION exception_conditions_of_payments(ids uuid[]) RETURNS SETOF exception_conditions LANGUAGE plpgsql STABLE
  SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
  RETURN QUERY SELECT * FROM exception_conditions WHERE kind = 'unmatched_money' AND transaction_id = ANY (ids);
END $$;
