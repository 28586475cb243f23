-- Searches are counted when they are run (docs/decisions/0011), and `list_days` alone finds a deep page.
DROP VIEW searched_texts;
DROP TABLE list_months, list_versions, search_kinds, search_pieces, search_changes;
DROP FUNCTION search_letters, renew_list_version;

-- Skips days whose count stays the same, so that blocking or renaming users does not wait for a lock on a day.
-- Days are locked in order, so that two transactions cannot deadlock.
CREATE OR REPLACE FUNCTION change_list(changed_list text, changes list_change[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO list_days AS days (list, state, day, records)
  SELECT changed_list, state, day, records FROM unnest(changes) ORDER BY day, state
  ON CONFLICT (list, state, day) DO UPDATE SET records = days.records + excluded.records;
$$;

CREATE OR REPLACE FUNCTION keep_list_of_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM change_list(TG_TABLE_NAME, ARRAY(
    SELECT ROW(CASE WHEN deleted_at IS NULL THEN 'live' ELSE 'deleted' END, (created_at AT TIME ZONE 'UTC')::date,
      TG_ARGV[0]::integer * count(*))::list_change
    FROM changed GROUP BY deleted_at IS NULL, (created_at AT TIME ZONE 'UTC')::date));
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION keep_updated_list_of_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM change_list(TG_TABLE_NAME, ARRAY(
    SELECT ROW(CASE WHEN live THEN 'live' ELSE 'deleted' END, day, sum(change))::list_change
    FROM (SELECT deleted_at IS NULL AS live, (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS change FROM come
          UNION ALL SELECT deleted_at IS NULL, (created_at AT TIME ZONE 'UTC')::date, -1 FROM gone) AS changed
    GROUP BY live, day HAVING sum(change) <> 0));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_wallet_counts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
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
CREATE OR REPLACE FUNCTION keep_counts_of_updated_wallets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO wallet_counts AS counts (type, network, wallets, locked)
  SELECT type, network, sum(change), sum(change * locks)
    FROM (SELECT type, network, num_nonnulls(locked_at) AS locks, 1 AS change FROM come
          UNION ALL SELECT type, network, num_nonnulls(locked_at), -1 FROM gone) AS changed
    GROUP BY 1, 2 HAVING sum(change) <> 0 OR sum(change * locks) <> 0 ORDER BY 1, 2
  ON CONFLICT (type, network) DO UPDATE SET
    wallets = counts.wallets + excluded.wallets,
    locked = counts.locked + excluded.locked;
  PERFORM change_list('wallets', ARRAY(
    SELECT ROW(type || ' ' || network, day, sum(change))::list_change
    FROM (SELECT type, network, (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS change FROM come
          UNION ALL SELECT type, network, (created_at AT TIME ZONE 'UTC')::date, -1 FROM gone) AS changed
    GROUP BY type, network, day HAVING sum(change) <> 0));
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_counts_of_updated_merchants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM gone FULL JOIN come USING (id)
      WHERE (gone.user_id, gone.deleted_at) IS DISTINCT FROM (come.user_id, come.deleted_at)) THEN
    RETURN NULL;
  END IF;
  INSERT INTO merchant_totals AS totals (shard, active, deleted)
  SELECT total_shard(),
         coalesce(sum(change) FILTER (WHERE deleted_at IS NULL), 0),
         coalesce(sum(change) FILTER (WHERE deleted_at IS NOT NULL), 0)
    FROM (SELECT deleted_at, 1 AS change FROM come UNION ALL SELECT deleted_at, -1 FROM gone) AS changed
    HAVING coalesce(sum(change) FILTER (WHERE deleted_at IS NULL), 0) <> 0
  ON CONFLICT (shard) DO UPDATE SET
    active = totals.active + excluded.active,
    deleted = totals.deleted + excluded.deleted;
  UPDATE users SET merchant_count = merchant_count + counted.change
    FROM (SELECT user_id, sum(change) AS change
          FROM (SELECT user_id, 1 AS change FROM come WHERE deleted_at IS NULL
                UNION ALL SELECT user_id, -1 FROM gone WHERE deleted_at IS NULL) AS changed
          WHERE user_id IS NOT NULL GROUP BY user_id HAVING sum(change) <> 0) AS counted
    WHERE users.id = counted.user_id;
  RETURN NULL;
END $$;
