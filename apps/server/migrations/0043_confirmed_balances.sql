-- compatible from: 0042
-- A difference is an exception only if a reading at least 10 minutes after the first one still shows it: the platform may
-- have sent the missing transactions in between.
CREATE OR REPLACE VIEW balance_exception_conditions
  (kind, order_id, transaction_id, wallet_id, subject, currency, expected, received, amount_usd, since) AS
  SELECT 'unexplained_balance', NULL::uuid, NULL::uuid, known.wallet_id, known.wallet_id || ' ' || symbol, symbol,
         ledger_balance, balance, round(abs(balance - ledger_balance) * price.usd, 2), unexplained_since + interval '10 minutes'
  FROM wallet_balances AS known
    JOIN wallet_snapshots AS snapshot ON snapshot.wallet_id = known.wallet_id
    JOIN wallets ON wallets.id = known.wallet_id
    JOIN exception_settings ON wallets.network = ANY (balance_networks)
    -- The source's price while it is current, otherwise the newer one of the source and the ledger.
    LEFT JOIN LATERAL (
      SELECT usd FROM (
        SELECT usd, as_of, as_of > now() - interval '1 hour' AS is_current FROM prices
          WHERE prices.symbol = known.symbol
        UNION ALL
        SELECT usd, as_of, false FROM ledger_prices WHERE ledger_prices.symbol = known.symbol
      ) AS priced ORDER BY is_current DESC, as_of DESC LIMIT 1
    ) AS price ON true
  WHERE taken_at >= unexplained_since + interval '10 minutes';
