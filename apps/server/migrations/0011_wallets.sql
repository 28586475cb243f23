CREATE TABLE wallets (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid uuid NOT NULL UNIQUE,
  network text NOT NULL CHECK (network IN ('ETH', 'POLYGON', 'BSC', 'TRON')),
  type text NOT NULL CHECK (type IN ('outbound', 'inbound')),
  -- EVM addresses with their checksum, TRON's in base58.
  address text NOT NULL,
  created_at timestamptz NOT NULL,
  public_key text,
  -- An envelope bound to `key_owner`: a change of network or address, too, keeps it from opening.
  private_key bytea,
  key_owner text NOT NULL GENERATED ALWAYS AS (uuid::text || ':' || network || ':' || address) STORED,
  backup_count integer NOT NULL DEFAULT 0,
  last_backup_at timestamptz,
  locked_merchant_id text,
  lock_currency text,
  lock_network_id text,
  locked_at timestamptz,
  -- What a search looks into, in any case; of TRON, whose addresses are told apart by it, the address itself, too.
  search_text text NOT NULL GENERATED ALWAYS AS (lower(address)) STORED,
  UNIQUE (network, address),
  CHECK ((private_key IS NULL) = (public_key IS NULL)),
  CHECK (num_nulls(locked_merchant_id, lock_currency, lock_network_id, locked_at) IN (0, 4))
);
CREATE INDEX wallets_newest ON wallets (type, created_at DESC, id DESC);
CREATE INDEX wallets_of_network_newest ON wallets (type, network, created_at DESC, id DESC);
-- Balances are read round and round in this order.
CREATE INDEX wallets_rotation ON wallets (type, network, id);
CREATE INDEX wallets_search ON wallets USING gin (search_text gin_trgm_ops);
CREATE TRIGGER wallets_master_key BEFORE INSERT OR UPDATE OF private_key ON wallets
  FOR EACH ROW EXECUTE FUNCTION refuse_retired_master_key('private_key');

CREATE TABLE wallet_transactions (
  id uuid PRIMARY KEY,
  wallet_id bigint NOT NULL REFERENCES wallets,
  direction text NOT NULL CHECK (direction IN ('incoming', 'outgoing', 'internal')),
  status text NOT NULL CHECK (status IN ('pending', 'confirming', 'confirmed', 'failed', 'dropped')),
  type text NOT NULL
    CHECK (type IN ('payment', 'sweep', 'payout', 'gas_topup', 'refund', 'fee', 'adjustment')),
  testnet boolean NOT NULL,
  hash text,
  currency text NOT NULL,
  amount numeric(56, 18) NOT NULL CHECK (amount >= 0),
  amount_usd numeric(56, 18) CHECK (amount_usd >= 0),
  -- In the chain's own currency.
  network_fee numeric(56, 18) CHECK (network_fee >= 0),
  order_id uuid REFERENCES orders,
  created_at timestamptz NOT NULL
);
-- With what a list can be filtered by, so that it is told from the index which rows of a day are asked for.
CREATE INDEX wallet_transactions_newest ON wallet_transactions (wallet_id, created_at DESC, id DESC)
  INCLUDE (type, currency, status);
CREATE INDEX wallet_transactions_of_hash ON wallet_transactions (wallet_id, lower(hash) text_pattern_ops)
  WHERE hash IS NOT NULL;
CREATE INDEX wallet_transactions_of_order ON wallet_transactions (order_id) WHERE order_id IS NOT NULL;
CREATE INDEX orders_of_merchant_order ON orders (merchant_order_id);

-- What the transactions of a wallet add up to, kept as they are written. One batch of transactions is written at a
-- time (see the feed's lock), so no two writers queue here.
CREATE TABLE wallet_totals (
  wallet_id bigint NOT NULL REFERENCES wallets,
  testnet boolean NOT NULL,
  currency text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  direction text NOT NULL,
  transactions bigint NOT NULL,
  amount numeric NOT NULL,
  network_fee numeric NOT NULL,
  PRIMARY KEY (wallet_id, testnet, currency, type, status, direction)
);

-- The same by the month and the day in UTC, of outbound wallets only: these are few and have the long histories, in
-- which a page far down begins within a month and a day that these counts tell.
CREATE TABLE wallet_months (
  wallet_id bigint NOT NULL REFERENCES wallets,
  month date NOT NULL,
  currency text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  transactions bigint NOT NULL,
  PRIMARY KEY (wallet_id, month, currency, type, status)
);
CREATE TABLE wallet_days (
  wallet_id bigint NOT NULL REFERENCES wallets,
  day date NOT NULL,
  currency text NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  transactions bigint NOT NULL,
  PRIMARY KEY (wallet_id, day, currency, type, status)
);

-- What an asset was last paid at by the ledger, for a product that has no price source.
CREATE TABLE ledger_prices (
  symbol text PRIMARY KEY,
  usd numeric NOT NULL,
  as_of timestamptz NOT NULL
);

CREATE FUNCTION keep_ledger_prices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_prices AS prices
  SELECT DISTINCT ON (currency) currency, amount_usd / amount, created_at
    FROM changed WHERE status = 'confirmed' AND NOT testnet AND amount > 0 AND amount_usd > 0
    ORDER BY currency, created_at DESC, id DESC
  ON CONFLICT (symbol) DO UPDATE SET usd = excluded.usd, as_of = excluded.as_of
    WHERE prices.as_of <= excluded.as_of;
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_transactions_priced AFTER INSERT ON wallet_transactions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger_prices();
CREATE TRIGGER wallet_transactions_repriced AFTER UPDATE ON wallet_transactions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_ledger_prices();

CREATE FUNCTION keep_wallet_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_totals AS totals
  SELECT wallet_id, testnet, currency, type, status, direction, TG_ARGV[0]::integer * count(*),
         TG_ARGV[0]::integer * sum(amount), TG_ARGV[0]::integer * coalesce(sum(network_fee), 0)
    FROM changed GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY 1, 2, 3, 4, 5, 6
  ON CONFLICT (wallet_id, testnet, currency, type, status, direction) DO UPDATE SET
    transactions = totals.transactions + excluded.transactions,
    amount = totals.amount + excluded.amount,
    network_fee = totals.network_fee + excluded.network_fee;
  INSERT INTO wallet_months AS months
  SELECT wallet_id, date_trunc('month', changed.created_at AT TIME ZONE 'UTC')::date, currency, changed.type, status,
         TG_ARGV[0]::integer * count(*)
    FROM changed JOIN wallets ON wallets.id = wallet_id AND wallets.type = 'outbound'
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (wallet_id, month, currency, type, status) DO UPDATE SET
    transactions = months.transactions + excluded.transactions;
  INSERT INTO wallet_days AS days
  SELECT wallet_id, (changed.created_at AT TIME ZONE 'UTC')::date, currency, changed.type, status,
         TG_ARGV[0]::integer * count(*)
    FROM changed JOIN wallets ON wallets.id = wallet_id AND wallets.type = 'outbound'
    GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (wallet_id, day, currency, type, status) DO UPDATE SET
    transactions = days.transactions + excluded.transactions;
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_transactions_came AFTER INSERT ON wallet_transactions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_wallet_totals('1');
CREATE TRIGGER wallet_transactions_went AFTER DELETE ON wallet_transactions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_wallet_totals('-1');
CREATE TRIGGER wallet_transactions_before AFTER UPDATE ON wallet_transactions
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_wallet_totals('-1');
CREATE TRIGGER wallet_transactions_after AFTER UPDATE ON wallet_transactions
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_wallet_totals('1');

CREATE FUNCTION native_symbol(network text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT CASE network WHEN 'POLYGON' THEN 'POL' WHEN 'BSC' THEN 'BNB' WHEN 'TRON' THEN 'TRX' ELSE network END $$;

-- What a wallet's mainnet transactions add up to, by asset: confirmed ones, and what is still on its way. Whoever
-- sends pays the fee, in the chain's own currency, also for what failed.
CREATE VIEW wallet_ledger AS
  SELECT wallet_id, symbol,
         coalesce(sum(change) FILTER (WHERE status IN ('confirmed', 'failed')), 0) AS balance,
         coalesce(sum(change) FILTER (WHERE status IN ('pending', 'confirming')), 0) AS in_flight,
         -- The two parts of it: what will come, and, below 0, what will go.
         coalesce(sum(change) FILTER (WHERE status IN ('pending', 'confirming') AND change > 0), 0) AS arriving,
         coalesce(sum(change) FILTER (WHERE status IN ('pending', 'confirming') AND change < 0), 0) AS leaving
  FROM (
    SELECT wallet_id, currency AS symbol, status,
           CASE direction WHEN 'incoming' THEN amount WHEN 'outgoing' THEN -amount ELSE 0 END AS change
      FROM wallet_totals WHERE NOT testnet AND status IN ('confirmed', 'pending', 'confirming')
    UNION ALL
    SELECT wallet_id, native_symbol(network), status, -network_fee
      FROM wallet_totals JOIN wallets ON wallets.id = wallet_id
      WHERE NOT testnet AND direction <> 'incoming' AND status <> 'dropped' AND network_fee <> 0
  ) AS changes
  GROUP BY wallet_id, symbol;

-- How many wallets there are. The feed writes one batch at a time, and whatever else changes a wallet moves none of
-- these, so that no two writers meet here.
CREATE TABLE wallet_counts (
  type text NOT NULL,
  network text NOT NULL,
  wallets bigint NOT NULL,
  locked bigint NOT NULL,
  PRIMARY KEY (type, network)
);

CREATE FUNCTION keep_wallet_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM changed) THEN
    RETURN NULL;
  END IF;
  INSERT INTO wallet_counts AS counts (type, network, wallets, locked)
  SELECT type, network, TG_ARGV[0]::integer * count(*), TG_ARGV[0]::integer * count(locked_at)
    FROM changed GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (type, network) DO UPDATE SET
    wallets = counts.wallets + excluded.wallets,
    locked = counts.locked + excluded.locked;
  PERFORM change_list('wallets', ARRAY(
    SELECT ROW(type || ' ' || network, (created_at AT TIME ZONE 'UTC')::date, TG_ARGV[0]::integer * count(*))::list_change
    FROM changed GROUP BY type, network, (created_at AT TIME ZONE 'UTC')::date));
  RETURN NULL;
END $$;
CREATE FUNCTION keep_counts_of_updated_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_counts AS counts (type, network, wallets, locked)
  SELECT type, network, sum(change), sum(change * locks)
    FROM (SELECT type, network, num_nonnulls(locked_at) AS locks, 1 AS change FROM come
          UNION ALL SELECT type, network, num_nonnulls(locked_at), -1 FROM gone) AS changed
    GROUP BY 1, 2 HAVING sum(change) <> 0 OR sum(change * locks) <> 0 ORDER BY 1, 2
  ON CONFLICT (type, network) DO UPDATE SET
    wallets = counts.wallets + excluded.wallets,
    locked = counts.locked + excluded.locked;
  IF EXISTS (SELECT FROM gone FULL JOIN come USING (id)
      WHERE (gone.type, gone.network, gone.address, gone.created_at)
        IS DISTINCT FROM (come.type, come.network, come.address, come.created_at)) THEN
    PERFORM change_list('wallets', ARRAY(
      SELECT ROW(type || ' ' || network, day, sum(change))::list_change
      FROM (SELECT type, network, (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS change FROM come
            UNION ALL SELECT type, network, (created_at AT TIME ZONE 'UTC')::date, -1 FROM gone) AS changed
      GROUP BY type, network, day HAVING sum(change) <> 0));
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER wallets_came AFTER INSERT ON wallets
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_wallet_counts('1');
CREATE TRIGGER wallets_went AFTER DELETE ON wallets
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_wallet_counts('-1');
CREATE TRIGGER wallets_updated AFTER UPDATE ON wallets
  REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION keep_counts_of_updated_wallets();

-- The newest snapshot of a wallet: its last success, and the failure since, if any.
CREATE TABLE wallet_snapshots (
  wallet_id bigint PRIMARY KEY REFERENCES wallets,
  taken_at timestamptz,
  block_number bigint,
  error text,
  failed_at timestamptz,
  -- The worst verdict of its balances.
  verdict text CHECK (verdict IN ('equal', 'in_flight', 'unexplained')),
  requested_at timestamptz,
  CHECK ((error IS NULL) = (failed_at IS NULL))
);
CREATE INDEX wallet_snapshots_requested ON wallet_snapshots (requested_at) WHERE requested_at IS NOT NULL;

-- Wallets that have a verdict, in the order of the wallets' creation: a list of its own, which the feed's batches do
-- not write to.
CREATE TABLE wallet_verdicts (
  id bigint PRIMARY KEY REFERENCES wallets,
  type text NOT NULL,
  network text NOT NULL,
  verdict text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX wallet_verdicts_newest ON wallet_verdicts (type, verdict, created_at DESC, id DESC);
CREATE INDEX wallet_verdicts_of_network_newest ON wallet_verdicts (type, network, verdict, created_at DESC, id DESC);

-- Most snapshots find what the ones before them found, and then nothing is written here.
CREATE FUNCTION keep_wallet_verdicts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM changed LEFT JOIN wallet_verdicts ON id = wallet_id
      WHERE CASE WHEN TG_OP <> 'DELETE' THEN changed.verdict END IS DISTINCT FROM wallet_verdicts.verdict) THEN
    RETURN NULL;
  END IF;
  PERFORM change_list('wallet_verdicts', ARRAY(
    SELECT ROW(type || ' ' || network || ' ' || verdict, (created_at AT TIME ZONE 'UTC')::date, sum(change))::list_change
    FROM (SELECT wallets.type, wallets.network, changed.verdict, wallets.created_at, 1 AS change
            FROM changed JOIN wallets ON wallets.id = wallet_id
            WHERE changed.verdict IS NOT NULL AND TG_OP <> 'DELETE'
          UNION ALL
          SELECT type, network, verdict, created_at, -1
            FROM wallet_verdicts WHERE id IN (SELECT wallet_id FROM changed)) AS moved
    GROUP BY type, network, verdict, (created_at AT TIME ZONE 'UTC')::date HAVING sum(change) <> 0));
  DELETE FROM wallet_verdicts USING changed
    WHERE id = wallet_id AND (changed.verdict IS NULL OR TG_OP = 'DELETE');
  INSERT INTO wallet_verdicts AS verdicts (id, type, network, verdict, created_at)
  SELECT wallets.id, wallets.type, wallets.network, changed.verdict, wallets.created_at
    FROM changed JOIN wallets ON wallets.id = wallet_id
    WHERE changed.verdict IS NOT NULL AND TG_OP <> 'DELETE'
  ON CONFLICT (id) DO UPDATE SET verdict = excluded.verdict WHERE verdicts.verdict <> excluded.verdict;
  RETURN NULL;
END $$;
CREATE TRIGGER wallet_snapshots_came AFTER INSERT ON wallet_snapshots
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_wallet_verdicts();
CREATE TRIGGER wallet_snapshots_updated AFTER UPDATE ON wallet_snapshots
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_wallet_verdicts();
CREATE TRIGGER wallet_snapshots_went AFTER DELETE ON wallet_snapshots
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_wallet_verdicts();

-- What the chain held at `taken_at`, beside what the fed transactions added up to then.
CREATE TABLE wallet_balances (
  wallet_id bigint NOT NULL REFERENCES wallets,
  symbol text NOT NULL,
  -- Null is the chain's own currency.
  token_address text,
  balance numeric NOT NULL CHECK (balance >= 0),
  ledger_balance numeric NOT NULL,
  in_flight numeric NOT NULL,
  verdict text NOT NULL CHECK (verdict IN ('equal', 'in_flight', 'unexplained')),
  PRIMARY KEY (wallet_id, symbol)
);

CREATE TABLE prices (
  symbol text PRIMARY KEY,
  usd numeric NOT NULL CHECK (usd > 0),
  as_of timestamptz NOT NULL
);

-- How each chain and the price source answered last; whoever works at one holds its row.
CREATE TABLE balance_sources (
  name text PRIMARY KEY CHECK (name IN ('ETH', 'POLYGON', 'BSC', 'TRON', 'prices')),
  succeeded_at timestamptz,
  error text,
  failures integer NOT NULL DEFAULT 0,
  next_at timestamptz NOT NULL DEFAULT now(),
  leased_until timestamptz,
  -- The inbound wallet whose turn was last.
  last_inbound_id bigint NOT NULL DEFAULT 0
);
INSERT INTO balance_sources (name) VALUES ('ETH'), ('POLYGON'), ('BSC'), ('TRON'), ('prices');
