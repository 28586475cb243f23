-- How often an invitation was resent in the hour that began with the first of these.
ALTER TABLE invitations
  ADD COLUMN resends integer NOT NULL DEFAULT 0,
  ADD COLUMN resends_since timestamptz,
  ADD CHECK ((resends = 0) = (resends_since IS NULL));

-- The records of every list in the order of creation, named after their table, by their state and by the month and
-- the day of their creation in UTC: a page far down a list begins within a month and a day that these tell, and so
-- has little to skip.
CREATE TABLE list_months (
  list text NOT NULL,
  state text NOT NULL,
  month date NOT NULL,
  records integer NOT NULL,
  PRIMARY KEY (list, state, month)
);
CREATE TABLE list_days (
  list text NOT NULL,
  state text NOT NULL,
  day date NOT NULL,
  records integer NOT NULL,
  PRIMARY KEY (list, state, day)
);
INSERT INTO list_days (list, state, day, records)
  SELECT 'users', figure.state, day, figure.records FROM user_days
    CROSS JOIN LATERAL (VALUES ('live', live), ('deleted', deleted)) AS figure (state, records)
    WHERE figure.records <> 0
  UNION ALL SELECT 'merchants', figure.state, day, figure.records FROM merchant_days
    CROSS JOIN LATERAL (VALUES ('live', live), ('deleted', deleted)) AS figure (state, records)
    WHERE figure.records <> 0
  UNION ALL SELECT 'invitations', status, (created_at AT TIME ZONE 'UTC')::date, count(*)
    FROM invitations GROUP BY 2, 3;
INSERT INTO list_months (list, state, month, records)
  SELECT list, state, date_trunc('month', day)::date, sum(records) FROM list_days GROUP BY 1, 2, 3;

-- Each statement that changes which records a list or search finds, or their order, adds one to its shard. The sum
-- in a snapshot is another one after every such commit: what was counted under a sum holds as long as it stands.
CREATE TABLE list_versions (
  list text NOT NULL,
  shard smallint NOT NULL,
  version bigint NOT NULL,
  PRIMARY KEY (list, shard)
);

DROP TRIGGER users_came_days ON users;
DROP TRIGGER users_went_days ON users;
DROP TRIGGER users_updated_days ON users;
DROP TRIGGER merchants_came_days ON merchants;
DROP TRIGGER merchants_went_days ON merchants;
DROP TRIGGER invitations_came ON invitations;
DROP TRIGGER invitations_went ON invitations;
DROP TRIGGER invitations_updated ON invitations;
DROP FUNCTION keep_user_days, keep_days_of_updated_users, renew_user_version, keep_merchant_days,
  keep_invitation_totals, keep_totals_of_updated_invitations;
DROP TABLE user_months, user_days, merchant_days, invitation_totals;
ALTER TABLE user_totals DROP COLUMN version;
ALTER TABLE merchant_totals DROP COLUMN version;

CREATE FUNCTION renew_list_version(changed_list text) RETURNS void LANGUAGE sql AS $$
  INSERT INTO list_versions AS versions (list, shard, version) VALUES (changed_list, total_shard(), 1)
  ON CONFLICT (list, shard) DO UPDATE SET version = versions.version + 1;
$$;

CREATE TYPE list_change AS (state text, day date, records integer);

-- Days and months that nothing is added to or taken from are not touched: blocking, settings and counts of merchants
-- change many users, and must not queue at one day. A month is locked before its days: whoever holds a day holds its
-- month, so that a batch, which comes here for its updates and again for its inserts, closes no circle of waits.
CREATE FUNCTION change_list(changed_list text, changes list_change[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM renew_list_version(changed_list);
  INSERT INTO list_months AS months (list, state, month, records)
  SELECT changed_list, state, date_trunc('month', day)::date, sum(records)
    FROM unnest(changes) GROUP BY 2, 3 ORDER BY 3, 2
  ON CONFLICT (list, state, month) DO UPDATE SET records = months.records + excluded.records;
  INSERT INTO list_days AS days (list, state, day, records)
  SELECT changed_list, state, day, records FROM unnest(changes) ORDER BY day, state
  ON CONFLICT (list, state, day) DO UPDATE SET records = days.records + excluded.records;
END $$;

-- Of a list whose records are live or deleted.
CREATE FUNCTION keep_list_of_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM change_list(TG_TABLE_NAME, ARRAY(
      SELECT ROW(CASE WHEN deleted_at IS NULL THEN 'live' ELSE 'deleted' END, (created_at AT TIME ZONE 'UTC')::date,
        TG_ARGV[0]::integer * count(*))::list_change
      FROM changed GROUP BY deleted_at IS NULL, (created_at AT TIME ZONE 'UTC')::date));
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION keep_updated_list_of_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone FULL JOIN come USING (id)
      WHERE (gone.search_text, gone.created_at, gone.deleted_at)
        IS DISTINCT FROM (come.search_text, come.created_at, come.deleted_at)) THEN
    PERFORM change_list(TG_TABLE_NAME, ARRAY(
      SELECT ROW(CASE WHEN live THEN 'live' ELSE 'deleted' END, day, sum(change))::list_change
      FROM (SELECT deleted_at IS NULL AS live, (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS change FROM come
            UNION ALL SELECT deleted_at IS NULL, (created_at AT TIME ZONE 'UTC')::date, -1 FROM gone) AS changed
      GROUP BY live, day HAVING sum(change) <> 0));
  END IF;
  RETURN NULL;
END $$;

-- Of a list whose records have a status.
CREATE FUNCTION keep_list_of_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM change_list(TG_TABLE_NAME, ARRAY(
      SELECT ROW(status, (created_at AT TIME ZONE 'UTC')::date, TG_ARGV[0]::integer * count(*))::list_change
      FROM changed GROUP BY status, (created_at AT TIME ZONE 'UTC')::date));
  END IF;
  RETURN NULL;
END $$;
CREATE FUNCTION keep_updated_list_of_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone FULL JOIN come USING (id)
      WHERE (gone.status, gone.created_at) IS DISTINCT FROM (come.status, come.created_at)) THEN
    PERFORM change_list(TG_TABLE_NAME, ARRAY(
      SELECT ROW(status, day, sum(change))::list_change
      FROM (SELECT status, (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS change FROM come
            UNION ALL SELECT status, (created_at AT TIME ZONE 'UTC')::date, -1 FROM gone) AS changed
      GROUP BY status, day HAVING sum(change) <> 0));
  END IF;
  RETURN NULL;
END $$;

-- Triggers fire in the order of their names. The list of users is locked after their totals, by every writer.
CREATE TRIGGER users_came_list AFTER INSERT ON users
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_list_of_live('1');
CREATE TRIGGER users_went_list AFTER DELETE ON users
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_list_of_live('-1');
CREATE TRIGGER users_updated_list AFTER UPDATE ON users
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_updated_list_of_live();

-- The list of merchants is locked before the totals of merchants and users: so does a batch of users, whose merchants
-- follow their new e-mails before users are counted.
CREATE TRIGGER list_of_merchants_came AFTER INSERT ON merchants
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_list_of_live('1');
CREATE TRIGGER list_of_merchants_went AFTER DELETE ON merchants
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_list_of_live('-1');
CREATE TRIGGER list_of_merchants_updated AFTER UPDATE ON merchants
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_updated_list_of_live();

CREATE TRIGGER invitations_came_list AFTER INSERT ON invitations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_list_of_status('1');
CREATE TRIGGER invitations_went_list AFTER DELETE ON invitations
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_list_of_status('-1');
CREATE TRIGGER invitations_updated_list AFTER UPDATE ON invitations
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_updated_list_of_status();

-- An update counts what it moves: a new name moves nothing, and then no total and no user is written.
CREATE OR REPLACE FUNCTION keep_counts_of_updated_merchants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM gone FULL JOIN come USING (id)
      WHERE (gone.user_id, gone.deleted_at) IS DISTINCT FROM (come.user_id, come.deleted_at)) THEN
    RETURN NULL;
  END IF;
  -- Locked before users also where two creators have one e-mail, so that nothing that is searched has changed.
  PERFORM renew_list_version('merchants');
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
