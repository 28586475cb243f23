CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE TABLE users (
  id uuid PRIMARY KEY,
  email text NOT NULL,
  name text NOT NULL,
  profile_image_url text,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz,
  blocked_at timestamptz,
  blocked_reason text,
  service_fee_rate numeric(5, 4) NOT NULL DEFAULT 0.01 CHECK (service_fee_rate BETWEEN 0 AND 1),
  -- -1 is unlimited, 0 disabled.
  max_merchants integer NOT NULL DEFAULT -1 CHECK (max_merchants >= -1),
  -- Merchants that are not deleted; kept by a trigger.
  merchant_count integer NOT NULL DEFAULT 0,
  -- The line feed keeps a search from matching across the two.
  search_text text NOT NULL GENERATED ALWAYS AS (lower(name) || E'\n' || lower(email)) STORED,
  CHECK ((blocked_at IS NULL) = (blocked_reason IS NULL))
);
CREATE INDEX users_newest ON users (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX users_newest_with_deleted ON users (created_at DESC, id DESC);
CREATE INDEX users_search ON users USING gin (search_text gin_trgm_ops);

CREATE TABLE merchants (
  id uuid PRIMARY KEY,
  user_id uuid REFERENCES users,
  name text NOT NULL,
  website text,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE INDEX merchants_of_user ON merchants (user_id);
CREATE INDEX merchants_newest ON merchants (created_at DESC, id DESC);

CREATE TABLE orders (
  id uuid PRIMARY KEY,
  merchant_id uuid NOT NULL REFERENCES merchants,
  merchant_order_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('paid', 'pending', 'expired', 'cancelled')),
  network text NOT NULL CHECK (network IN ('ETH', 'POLYGON', 'BSC', 'TRON')),
  testnet boolean NOT NULL,
  currency text NOT NULL,
  amount numeric(56, 18) NOT NULL CHECK (amount >= 0),
  amount_usd numeric(56, 18) NOT NULL CHECK (amount_usd >= 0),
  -- The rate of the merchant's creator when the order was created.
  service_fee_rate numeric(5, 4) NOT NULL,
  service_fee_usd numeric(56, 8) GENERATED ALWAYS AS
    (CASE WHEN status = 'paid' THEN round(amount_usd * service_fee_rate, 8) ELSE 0 END) STORED,
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  CHECK ((status = 'paid') = (paid_at IS NOT NULL))
);
CREATE INDEX orders_of_merchant ON orders (merchant_id, created_at DESC);

-- Totals are kept as rows are written and summed over shards when read, so that no two writers
-- queue at one counter.
CREATE TABLE user_totals (
  shard smallint PRIMARY KEY,
  active bigint NOT NULL,
  blocked bigint NOT NULL,
  deleted bigint NOT NULL
);
CREATE TABLE merchant_totals (
  shard smallint PRIMARY KEY,
  active bigint NOT NULL,
  deleted bigint NOT NULL
);
CREATE TABLE order_totals (
  -- UTC; of the payment where there is one, else of the creation.
  day date NOT NULL,
  status text NOT NULL,
  testnet boolean NOT NULL,
  shard smallint NOT NULL,
  orders bigint NOT NULL,
  service_fee_usd numeric NOT NULL,
  PRIMARY KEY (day, status, testnet, shard)
);

CREATE FUNCTION total_shard() RETURNS smallint LANGUAGE sql STABLE AS
  $$ SELECT (pg_backend_pid() % 16)::smallint $$;

-- Each of these runs once a statement over `changed`: rows that came count +1, rows that went -1, and an
-- update counts its old rows as gone and its new ones as come.
CREATE FUNCTION keep_user_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO user_totals AS totals
  SELECT total_shard(),
         TG_ARGV[0]::integer * count(*) FILTER (WHERE deleted_at IS NULL AND blocked_at IS NULL),
         TG_ARGV[0]::integer * count(*) FILTER (WHERE deleted_at IS NULL AND blocked_at IS NOT NULL),
         TG_ARGV[0]::integer * count(*) FILTER (WHERE deleted_at IS NOT NULL)
    FROM changed HAVING count(*) > 0
  ON CONFLICT (shard) DO UPDATE SET
    active = totals.active + excluded.active,
    blocked = totals.blocked + excluded.blocked,
    deleted = totals.deleted + excluded.deleted;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_merchant_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO merchant_totals AS totals
  SELECT total_shard(),
         TG_ARGV[0]::integer * count(*) FILTER (WHERE deleted_at IS NULL),
         TG_ARGV[0]::integer * count(*) FILTER (WHERE deleted_at IS NOT NULL)
    FROM changed HAVING count(*) > 0
  ON CONFLICT (shard) DO UPDATE SET
    active = totals.active + excluded.active,
    deleted = totals.deleted + excluded.deleted;
  UPDATE users SET merchant_count = merchant_count + TG_ARGV[0]::integer * counted.merchants
    FROM (SELECT user_id, count(*) AS merchants FROM changed
          WHERE deleted_at IS NULL AND user_id IS NOT NULL GROUP BY user_id) AS counted
    WHERE users.id = counted.user_id;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_order_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_totals AS totals
  SELECT (coalesce(paid_at, created_at) AT TIME ZONE 'UTC')::date, status, testnet, total_shard(),
         TG_ARGV[0]::integer * count(*), TG_ARGV[0]::integer * sum(service_fee_usd)
    FROM changed GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (day, status, testnet, shard) DO UPDATE SET
    orders = totals.orders + excluded.orders,
    service_fee_usd = totals.service_fee_usd + excluded.service_fee_usd;
  RETURN NULL;
END $$;

CREATE TRIGGER users_came AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_user_totals('1');
CREATE TRIGGER users_went AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_user_totals('-1');
CREATE TRIGGER users_before AFTER UPDATE ON users
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_user_totals('-1');
CREATE TRIGGER users_after AFTER UPDATE ON users
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_user_totals('1');

CREATE TRIGGER merchants_came AFTER INSERT ON merchants
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_merchant_totals('1');
CREATE TRIGGER merchants_went AFTER DELETE ON merchants
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_merchant_totals('-1');
CREATE TRIGGER merchants_before AFTER UPDATE ON merchants
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_merchant_totals('-1');
CREATE TRIGGER merchants_after AFTER UPDATE ON merchants
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_merchant_totals('1');

CREATE TRIGGER orders_came AFTER INSERT ON orders
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_order_totals('1');
CREATE TRIGGER orders_went AFTER DELETE ON orders
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_order_totals('-1');
CREATE TRIGGER orders_before AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_order_totals('-1');
CREATE TRIGGER orders_after AFTER UPDATE ON orders
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_order_totals('1');
