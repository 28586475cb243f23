-- What the list of all transactions can be filtered by. A trigger sets both for every writer. They never change, as a
-- wallet never changes its network or type.
ALTER TABLE wallet_transactions
  ADD COLUMN network text NOT NULL DEFAULT '',
  ADD COLUMN wallet_type text NOT NULL DEFAULT '';
ALTER TABLE wallet_transactions DISABLE TRIGGER USER;
UPDATE wallet_transactions SET network = wallets.network, wallet_type = wallets.type
  FROM wallets WHERE wallets.id = wallet_id;
ALTER TABLE wallet_transactions ENABLE TRIGGER USER;

CREATE FUNCTION set_wallet_of_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  SELECT wallets.network, wallets.type INTO NEW.network, NEW.wallet_type FROM wallets WHERE id = NEW.wallet_id;
  RETURN NEW;
END $$;
CREATE TRIGGER wallet_transactions_of_wallet BEFORE INSERT OR UPDATE OF wallet_id ON wallet_transactions
  FOR EACH ROW EXECUTE FUNCTION set_wallet_of_transaction();

-- The transactions of each day and month (UTC, by creation) by what the list can be filtered by. They give its totals,
-- and the months and days that hold a page. One batch of transactions is written at a time (see the feed's lock), so no
-- two writers queue here.
CREATE TABLE transaction_days (
  day date NOT NULL,
  direction text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  network text NOT NULL,
  currency text NOT NULL,
  wallet_type text NOT NULL,
  testnet boolean NOT NULL,
  transactions integer NOT NULL,
  -- Sum of the known amounts.
  usd numeric NOT NULL,
  PRIMARY KEY (day, direction, type, status, network, currency, wallet_type, testnet)
);
CREATE TABLE transaction_months (
  month date NOT NULL,
  direction text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  network text NOT NULL,
  currency text NOT NULL,
  wallet_type text NOT NULL,
  testnet boolean NOT NULL,
  transactions integer NOT NULL,
  usd numeric NOT NULL,
  PRIMARY KEY (month, direction, type, status, network, currency, wallet_type, testnet)
);
INSERT INTO transaction_days
  SELECT (created_at AT TIME ZONE 'UTC')::date, direction, type, status, network, currency, wallet_type, testnet,
    count(*), coalesce(sum(amount_usd), 0)
  FROM wallet_transactions GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
INSERT INTO transaction_months
  SELECT date_trunc('month', day)::date, direction, type, status, network, currency, wallet_type, testnet,
    sum(transactions), sum(usd)
  FROM transaction_days GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;

CREATE FUNCTION keep_transaction_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO transaction_days AS days
  SELECT (created_at AT TIME ZONE 'UTC')::date, direction, type, status, network, currency, wallet_type, testnet,
      TG_ARGV[0]::integer * count(*), TG_ARGV[0]::integer * coalesce(sum(amount_usd), 0)
    FROM changed GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
  ON CONFLICT (day, direction, type, status, network, currency, wallet_type, testnet) DO UPDATE SET
    transactions = days.transactions + excluded.transactions, usd = days.usd + excluded.usd;
  INSERT INTO transaction_months AS months
  SELECT date_trunc('month', created_at AT TIME ZONE 'UTC')::date, direction, type, status, network, currency,
      wallet_type, testnet, TG_ARGV[0]::integer * count(*), TG_ARGV[0]::integer * coalesce(sum(amount_usd), 0)
    FROM changed GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8
  ON CONFLICT (month, direction, type, status, network, currency, wallet_type, testnet) DO UPDATE SET
    transactions = months.transactions + excluded.transactions, usd = months.usd + excluded.usd;
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_transactions_came_days AFTER INSERT ON wallet_transactions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_days('1');
CREATE TRIGGER wallet_transactions_went_days AFTER DELETE ON wallet_transactions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_days('-1');
CREATE TRIGGER wallet_transactions_before_days AFTER UPDATE ON wallet_transactions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_days('-1');
CREATE TRIGGER wallet_transactions_after_days AFTER UPDATE ON wallet_transactions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_transaction_days('1');

-- With the filters and the sum, so that the indexes alone tell which rows are asked for, and what they add up to.
CREATE INDEX wallet_transactions_of_all_newest ON wallet_transactions (created_at DESC, id DESC)
  INCLUDE (direction, type, status, network, currency, wallet_type, testnet, amount_usd);
CREATE INDEX wallet_transactions_of_usd ON wallet_transactions (amount_usd, created_at DESC, id DESC)
  INCLUDE (direction, type, status, network, currency, wallet_type, testnet) WHERE amount_usd IS NOT NULL;
