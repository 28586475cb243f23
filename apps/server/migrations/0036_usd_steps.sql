-- The first two digits of an amount, with zeros: 1,234.5 gives 1,200. Amounts below 1 give 0, 0.1, ... 0.9.
CREATE FUNCTION usd_step(amount numeric) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT trim_scale(trunc(amount, 2 - length(trunc(amount)::text))) $$;
-- The lowest step that is not below an amount.
CREATE FUNCTION next_usd_step(amount numeric) RETURNS numeric LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
  $$ SELECT CASE WHEN usd_step(amount) = amount THEN usd_step(amount)
    ELSE usd_step(amount) + power(10::numeric, length(trunc(amount)::text) - 2) END $$;

-- The transactions of each month with a known amount in USD, by that and by what the list can be filtered by. They give
-- the totals of an amount and more, except for the amounts that share their first two digits with it.
CREATE TABLE transaction_usd_steps (
  month date NOT NULL,
  usd_from numeric NOT NULL,
  direction text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  network text NOT NULL,
  currency text NOT NULL,
  wallet_type text NOT NULL,
  testnet boolean NOT NULL,
  transactions integer NOT NULL,
  usd numeric NOT NULL,
  PRIMARY KEY (month, usd_from, direction, type, status, network, currency, wallet_type, testnet)
);
INSERT INTO transaction_usd_steps
  SELECT date_trunc('month', created_at AT TIME ZONE 'UTC')::date, usd_step(amount_usd), direction, type, status, network,
    currency, wallet_type, testnet, count(*), sum(amount_usd)
  FROM wallet_transactions WHERE amount_usd IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;

CREATE FUNCTION keep_transaction_usd_steps() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_usd_steps AS steps
  SELECT date_trunc('month', created_at AT TIME ZONE 'UTC')::date, usd_step(amount_usd), direction, type, status, network,
      currency, wallet_type, testnet, TG_ARGV[0]::integer * count(*), TG_ARGV[0]::integer * sum(amount_usd)
    FROM changed WHERE amount_usd IS NOT NULL
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8, 9
  ON CONFLICT (month, usd_from, direction, type, status, network, currency, wallet_type, testnet) DO UPDATE SET
    transactions = steps.transactions + excluded.transactions, usd = steps.usd + excluded.usd;
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_transactions_came_usd AFTER INSERT ON wallet_transactions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_usd_steps('1');
CREATE TRIGGER wallet_transactions_went_usd AFTER DELETE ON wallet_transactions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_usd_steps('-1');
CREATE TRIGGER wallet_transactions_before_usd AFTER UPDATE ON wallet_transactions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_usd_steps('-1');
CREATE TRIGGER wallet_transactions_after_usd AFTER UPDATE ON wallet_transactions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_usd_steps('1');
