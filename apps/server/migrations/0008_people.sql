-- By what a user gets at the platform. What has ended stays ended.
CREATE TABLE user_credentials (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users,
  kind text NOT NULL CHECK (kind IN ('session', 'api_key')),
  created_at timestamptz NOT NULL,
  ended_at timestamptz
);
CREATE INDEX user_credentials_open ON user_credentials (user_id, kind) WHERE ended_at IS NULL;

ALTER TABLE users
  -- When a block last ended the user's credentials: those from before are void, whoever still holds them.
  ADD COLUMN credentials_ended_at timestamptz,
  -- Blocked since before this product knew the user: records from before that block are history to be kept.
  ADD COLUMN came_blocked boolean NOT NULL DEFAULT false,
  ADD CHECK (blocked_at IS NOT NULL OR NOT came_blocked);
UPDATE users SET came_blocked = true, credentials_ended_at = blocked_at WHERE blocked_at IS NOT NULL;

CREATE INDEX merchants_of_user_newest ON merchants (user_id, created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX orders_paid_of_merchant ON orders (merchant_id, paid_at) INCLUDE (amount_usd, service_fee_usd)
  WHERE status = 'paid' AND NOT testnet;
CREATE INDEX orders_pending_of_merchant ON orders (merchant_id) WHERE status = 'pending';
CREATE INDEX audit_log_of_resource ON audit_log (resource_type, resource_id, sequence) WHERE resource_id IS NOT NULL;

-- Users by the month and the day of their creation in UTC: a page far down the list begins within a month and a
-- day that these tell, and so has little to skip.
CREATE TABLE user_months (
  month date PRIMARY KEY,
  live integer NOT NULL,
  deleted integer NOT NULL
);
CREATE TABLE user_days (
  day date PRIMARY KEY,
  live integer NOT NULL,
  deleted integer NOT NULL
);
INSERT INTO user_days
  SELECT (created_at AT TIME ZONE 'UTC')::date, count(*) FILTER (WHERE deleted_at IS NULL), count(deleted_at)
  FROM users GROUP BY 1;
INSERT INTO user_months
  SELECT date_trunc('month', day)::date, sum(live), sum(deleted) FROM user_days GROUP BY 1;

-- Each statement that changes which users a list or search finds, or their order, adds one to its shard. The sum
-- in a snapshot is another one after every such commit: what was counted under a sum holds as long as it stands.
ALTER TABLE user_totals ADD COLUMN version bigint NOT NULL DEFAULT 0;

CREATE FUNCTION renew_user_version() RETURNS void LANGUAGE sql AS $$
  INSERT INTO user_totals AS totals (shard, active, blocked, deleted, version) VALUES (total_shard(), 0, 0, 0, 1)
  ON CONFLICT (shard) DO UPDATE SET version = totals.version + 1;
$$;

-- Days and months that nothing is added to or taken from are not touched: blocking, settings and counts of merchants
-- change many users, and must not queue at one day. A month is locked before its days: whoever holds a day holds its
-- month, so that a batch, which comes here for its updates and again for its inserts, closes no circle of waits.
CREATE FUNCTION keep_user_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM changed) THEN
    RETURN NULL;
  END IF;
  PERFORM renew_user_version();
  INSERT INTO user_months AS months
  SELECT date_trunc('month', created_at AT TIME ZONE 'UTC')::date,
         TG_ARGV[0]::integer * count(*) FILTER (WHERE deleted_at IS NULL),
         TG_ARGV[0]::integer * count(deleted_at)
    FROM changed GROUP BY 1 ORDER BY 1
  ON CONFLICT (month) DO UPDATE SET
    live = months.live + excluded.live,
    deleted = months.deleted + excluded.deleted;
  INSERT INTO user_days AS days
  SELECT (created_at AT TIME ZONE 'UTC')::date,
         TG_ARGV[0]::integer * count(*) FILTER (WHERE deleted_at IS NULL),
         TG_ARGV[0]::integer * count(deleted_at)
    FROM changed GROUP BY 1 ORDER BY 1
  ON CONFLICT (day) DO UPDATE SET
    live = days.live + excluded.live,
    deleted = days.deleted + excluded.deleted;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_days_of_updated_users() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM gone FULL JOIN come USING (id)
      WHERE (gone.search_text, gone.created_at, gone.deleted_at)
        IS DISTINCT FROM (come.search_text, come.created_at, come.deleted_at)) THEN
    RETURN NULL;
  END IF;
  PERFORM renew_user_version();
  INSERT INTO user_months AS months
  SELECT date_trunc('month', created_at AT TIME ZONE 'UTC')::date,
         coalesce(sum(change) FILTER (WHERE deleted_at IS NULL), 0),
         coalesce(sum(change) FILTER (WHERE deleted_at IS NOT NULL), 0)
    FROM (SELECT created_at, deleted_at, 1 AS change FROM come
          UNION ALL SELECT created_at, deleted_at, -1 FROM gone) AS changed
    GROUP BY 1
    HAVING coalesce(sum(change) FILTER (WHERE deleted_at IS NULL), 0) <> 0 OR sum(change) <> 0
    ORDER BY 1
  ON CONFLICT (month) DO UPDATE SET
    live = months.live + excluded.live,
    deleted = months.deleted + excluded.deleted;
  INSERT INTO user_days AS days
  SELECT (created_at AT TIME ZONE 'UTC')::date,
         coalesce(sum(change) FILTER (WHERE deleted_at IS NULL), 0),
         coalesce(sum(change) FILTER (WHERE deleted_at IS NOT NULL), 0)
    FROM (SELECT created_at, deleted_at, 1 AS change FROM come
          UNION ALL SELECT created_at, deleted_at, -1 FROM gone) AS changed
    GROUP BY 1
    HAVING coalesce(sum(change) FILTER (WHERE deleted_at IS NULL), 0) <> 0 OR sum(change) <> 0
    ORDER BY 1
  ON CONFLICT (day) DO UPDATE SET
    live = days.live + excluded.live,
    deleted = days.deleted + excluded.deleted;
  RETURN NULL;
END $$;

CREATE TRIGGER users_came_days AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_user_days('1');
CREATE TRIGGER users_went_days AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_user_days('-1');
CREATE TRIGGER users_updated_days AFTER UPDATE ON users
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_days_of_updated_users();
