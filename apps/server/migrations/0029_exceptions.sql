-- What the platform may add. `reported_at` is its time of the last update.
ALTER TABLE orders
  ADD COLUMN refunded numeric(56, 18),
  ADD COLUMN reported_at timestamptz;
ALTER TABLE wallet_transactions
  ADD COLUMN counterparty text,
  -- The payment that a refund returns. It may arrive later.
  ADD COLUMN refund_of uuid,
  ADD COLUMN reported_at timestamptz;
ALTER TABLE users ADD COLUMN reported_at timestamptz;
ALTER TABLE merchants ADD COLUMN reported_at timestamptz;
CREATE INDEX wallet_transactions_refunding ON wallet_transactions (refund_of) WHERE refund_of IS NOT NULL;
CREATE INDEX wallet_transactions_unmatched ON wallet_transactions (id)
  WHERE order_id IS NULL AND type = 'payment' AND direction = 'incoming' AND status = 'confirmed' AND NOT testnet;

-- Since when the balance of an asset differs from the ledger without a pause.
ALTER TABLE wallet_balances ADD COLUMN unexplained_since timestamptz;
UPDATE wallet_balances SET unexplained_since = now() WHERE verdict = 'unexplained';
CREATE INDEX wallet_balances_unexplained ON wallet_balances (unexplained_since) WHERE unexplained_since IS NOT NULL;

-- The product writes its configuration here when it starts.
CREATE TABLE exception_settings (
  -- Amounts that differ by at most this fraction of the order count as equal.
  tolerance numeric NOT NULL DEFAULT 0.005,
  stuck_minutes integer NOT NULL DEFAULT 60,
  -- While all orders are looked at, in the order of their ids: the last one so far.
  looked_at_up_to uuid DEFAULT '00000000-0000-0000-0000-000000000000'
);
INSERT INTO exception_settings DEFAULT VALUES;

-- Polygon's native MATIC became POL, and transactions have the new name.
CREATE FUNCTION asset_name(network text, currency text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE WHEN network = 'POLYGON' AND currency = 'MATIC' THEN 'POL' ELSE currency END $$;

-- What confirmed refunds returned of a payment. The cost makes plans call it for few rows.
CREATE FUNCTION returned_amount(payment uuid) RETURNS numeric LANGUAGE sql STABLE COST 1000 AS $$
  SELECT coalesce(sum(refund.amount), 0) FROM wallet_transactions AS refund
  WHERE refund.refund_of = payment AND refund.type = 'refund' AND refund.direction = 'outgoing'
    AND refund.status = 'confirmed' AND NOT refund.testnet $$;

-- All exceptions that the records show now. `since` is when the condition became true.
CREATE VIEW exception_conditions AS
  -- Orders. A testnet order has none.
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
  WHERE NOT orders.testnet AND found.is_true

  UNION ALL
  -- Payments in another currency or network, and real money for a testnet order. Their refunds name them.
  SELECT 'wrong_asset', fed.order_id, fed.id, fed.wallet_id, fed.id::text, fed.currency, 0, net.received,
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
  SELECT 'unmatched_money', NULL, fed.id, fed.wallet_id, fed.id::text, fed.currency, 0, net.received,
         CASE WHEN fed.amount > 0 THEN round(fed.amount_usd * net.received / fed.amount, 2) END,
         least(fed.created_at, now())
  FROM wallet_transactions AS fed
    CROSS JOIN LATERAL (SELECT fed.amount - returned_amount(fed.id) AS received) AS net
  WHERE fed.order_id IS NULL AND fed.type = 'payment' AND fed.direction = 'incoming' AND fed.status = 'confirmed'
    AND NOT fed.testnet AND net.received > 0

  UNION ALL
  SELECT 'unexplained_balance', NULL, NULL, wallet_id, wallet_id || ' ' || symbol, symbol, ledger_balance, balance,
         round(abs(balance - ledger_balance) * coalesce(prices.usd, ledger_prices.usd), 2),
         unexplained_since + interval '10 minutes'
  FROM wallet_balances LEFT JOIN prices USING (symbol) LEFT JOIN ledger_prices USING (symbol)
  WHERE unexplained_since + interval '10 minutes' <= now();

-- Exceptions that were found. One that ends is closed, and opens again if its condition is true again.
CREATE TABLE exceptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  -- The order, the transaction, or the wallet and asset: one exception of each kind.
  subject text NOT NULL,
  order_id uuid REFERENCES orders,
  transaction_id uuid REFERENCES wallet_transactions,
  wallet_id bigint REFERENCES wallets,
  currency text NOT NULL,
  expected numeric NOT NULL,
  received numeric NOT NULL,
  amount_usd numeric,
  opened_at timestamptz NOT NULL,
  closed_at timestamptz,
  resolved_at timestamptz,
  reason text,
  state text NOT NULL GENERATED ALWAYS AS (
    CASE WHEN closed_at IS NOT NULL THEN 'closed' WHEN resolved_at IS NOT NULL THEN 'resolved' ELSE 'open' END) STORED,
  UNIQUE (kind, subject),
  CHECK ((resolved_at IS NULL) = (reason IS NULL))
);
CREATE INDEX exceptions_newest ON exceptions (state, opened_at DESC, id DESC) INCLUDE (kind, amount_usd);
CREATE INDEX exceptions_of_order ON exceptions (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX exceptions_of_transaction ON exceptions (transaction_id) WHERE transaction_id IS NOT NULL;
CREATE INDEX exceptions_of_wallet ON exceptions (wallet_id) WHERE wallet_id IS NOT NULL;

-- Orders whose exceptions change when time passes, and when to look at them.
CREATE TABLE exception_checks (
  order_id uuid PRIMARY KEY REFERENCES orders,
  due_at timestamptz NOT NULL
);
CREATE INDEX exception_checks_due ON exception_checks (due_at);
INSERT INTO exceptions (kind, subject, transaction_id, wallet_id, currency, expected, received, amount_usd, opened_at)
  SELECT kind, subject, transaction_id, wallet_id, currency, expected, received, amount_usd, since
  FROM exception_conditions WHERE kind = 'unmatched_money';
