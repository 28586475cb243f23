-- Whether somebody has an e-mail, whatever its case.
CREATE INDEX users_email ON users (lower(email)) WHERE deleted_at IS NULL;

-- Merchants are searched by their name and their creator's e-mail, wherever that is kept. The line feed keeps a
-- search from matching across the two.
CREATE FUNCTION merchant_search_text(name text, creator_email text) RETURNS text LANGUAGE sql IMMUTABLE AS
  $$ SELECT lower(name) || E'\n' || lower(coalesce(creator_email, '')) $$;

ALTER TABLE merchants ADD COLUMN search_text text NOT NULL DEFAULT '';
-- Every total would be kept anew for nothing.
ALTER TABLE merchants DISABLE TRIGGER USER;
UPDATE merchants SET search_text = merchant_search_text(merchants.name,
  (SELECT email FROM users WHERE users.id = merchants.user_id));
ALTER TABLE merchants ENABLE TRIGGER USER;

CREATE INDEX merchants_newest_live ON merchants (created_at DESC, id DESC) WHERE deleted_at IS NULL;
CREATE INDEX merchants_search ON merchants USING gin (search_text gin_trgm_ops);

-- Writers of merchants lock the creators before, so that the e-mail read here holds until commit.
CREATE FUNCTION keep_merchant_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.search_text = merchant_search_text(NEW.name, (SELECT email FROM users WHERE users.id = NEW.user_id));
  RETURN NEW;
END $$;
CREATE TRIGGER merchants_search_text BEFORE INSERT OR UPDATE OF name, user_id ON merchants
  FOR EACH ROW EXECUTE FUNCTION keep_merchant_search_text();

-- Their ids as an array: the merchants of a few users are found by the index, whatever the planner thinks of
-- transition tables.
CREATE FUNCTION keep_search_text_of_creators() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  moved uuid[];
BEGIN
  SELECT array_agg(id) INTO moved FROM (SELECT id, email FROM come EXCEPT SELECT id, email FROM gone) AS changed;
  IF moved IS NOT NULL THEN
    UPDATE merchants SET search_text = merchant_search_text(merchants.name, users.email)
      FROM users WHERE users.id = merchants.user_id AND merchants.user_id = ANY (moved);
  END IF;
  RETURN NULL;
END $$;
-- Fires before those that count users, by its name: the totals of merchants are locked before those of users, as a
-- batch of merchants does.
CREATE TRIGGER merchants_follow_users AFTER UPDATE ON users
  REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION keep_search_text_of_creators();

-- Merchants by the day of their creation in UTC, as users are.
CREATE TABLE merchant_days (
  day date PRIMARY KEY,
  live bigint NOT NULL,
  deleted bigint NOT NULL
);
INSERT INTO merchant_days
  SELECT (created_at AT TIME ZONE 'UTC')::date, count(*) FILTER (WHERE deleted_at IS NULL), count(deleted_at)
  FROM merchants GROUP BY 1;

-- As that of users: what a search counted under a sum of these holds as long as it stands.
ALTER TABLE merchant_totals ADD COLUMN version bigint NOT NULL DEFAULT 0;

-- Batches of merchants come one after another, so that nobody queues at a day.
CREATE FUNCTION keep_merchant_days() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM changed) THEN
    RETURN NULL;
  END IF;
  INSERT INTO merchant_totals AS totals (shard, active, deleted, version) VALUES (total_shard(), 0, 0, 1)
  ON CONFLICT (shard) DO UPDATE SET version = totals.version + 1;
  INSERT INTO merchant_days AS days
  SELECT (created_at AT TIME ZONE 'UTC')::date,
         TG_ARGV[0]::integer * count(*) FILTER (WHERE deleted_at IS NULL),
         TG_ARGV[0]::integer * count(deleted_at)
    FROM changed GROUP BY 1 ORDER BY 1
  ON CONFLICT (day) DO UPDATE SET
    live = days.live + excluded.live,
    deleted = days.deleted + excluded.deleted;
  RETURN NULL;
END $$;
CREATE TRIGGER merchants_came_days AFTER INSERT ON merchants
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_merchant_days('1');
CREATE TRIGGER merchants_went_days AFTER DELETE ON merchants
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_merchant_days('-1');

-- An update counts what it moves: a new name moves nothing, and then no day and no user is written.
CREATE FUNCTION keep_counts_of_updated_merchants() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM gone FULL JOIN come USING (id)
      WHERE (gone.search_text, gone.user_id, gone.created_at, gone.deleted_at)
        IS DISTINCT FROM (come.search_text, come.user_id, come.created_at, come.deleted_at)) THEN
    RETURN NULL;
  END IF;
  INSERT INTO merchant_totals AS totals (shard, active, deleted, version)
  SELECT total_shard(),
         coalesce(sum(change) FILTER (WHERE deleted_at IS NULL), 0),
         coalesce(sum(change) FILTER (WHERE deleted_at IS NOT NULL), 0), 1
    FROM (SELECT deleted_at, 1 AS change FROM come UNION ALL SELECT deleted_at, -1 FROM gone) AS changed
  ON CONFLICT (shard) DO UPDATE SET
    active = totals.active + excluded.active,
    deleted = totals.deleted + excluded.deleted,
    version = totals.version + 1;
  INSERT INTO merchant_days AS days
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
  UPDATE users SET merchant_count = merchant_count + counted.change
    FROM (SELECT user_id, sum(change) AS change
          FROM (SELECT user_id, 1 AS change FROM come WHERE deleted_at IS NULL
                UNION ALL SELECT user_id, -1 FROM gone WHERE deleted_at IS NULL) AS changed
          WHERE user_id IS NOT NULL GROUP BY user_id HAVING sum(change) <> 0) AS counted
    WHERE users.id = counted.user_id;
  RETURN NULL;
END $$;
DROP TRIGGER merchants_before ON merchants;
DROP TRIGGER merchants_after ON merchants;
CREATE TRIGGER merchants_updated AFTER UPDATE ON merchants
  REFERENCING OLD TABLE AS gone NEW TABLE AS come
  FOR EACH STATEMENT EXECUTE FUNCTION keep_counts_of_updated_merchants();

CREATE TABLE invitations (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'accepted', 'revoked')),
  -- SHA-256 of the token in the link that was mailed last; an invitation that is over has none.
  token_hash bytea UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  resent_at timestamptz,
  CHECK ((status = 'pending') = (token_hash IS NOT NULL))
);
CREATE UNIQUE INDEX invitations_one_pending ON invitations (lower(email)) WHERE status = 'pending';
CREATE INDEX invitations_newest ON invitations (created_at DESC, id DESC);
CREATE INDEX invitations_newest_of_status ON invitations (status, created_at DESC, id DESC);

CREATE TABLE invitation_totals (
  status text PRIMARY KEY,
  invitations bigint NOT NULL
);
CREATE FUNCTION keep_invitation_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invitation_totals AS totals
  SELECT status, TG_ARGV[0]::integer * count(*) FROM changed GROUP BY status ORDER BY status
  ON CONFLICT (status) DO UPDATE SET invitations = totals.invitations + excluded.invitations;
  RETURN NULL;
END $$;
CREATE FUNCTION keep_totals_of_updated_invitations() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invitation_totals AS totals
  SELECT status, sum(change) FROM (SELECT status, 1 AS change FROM come UNION ALL SELECT status, -1 FROM gone) AS changed
    GROUP BY status HAVING sum(change) <> 0 ORDER BY status
  ON CONFLICT (status) DO UPDATE SET invitations = totals.invitations + excluded.invitations;
  RETURN NULL;
END $$;
CREATE TRIGGER invitations_came AFTER INSERT ON invitations
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_invitation_totals('1');
CREATE TRIGGER invitations_went AFTER DELETE ON invitations
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_invitation_totals('-1');
CREATE TRIGGER invitations_updated AFTER UPDATE ON invitations
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_totals_of_updated_invitations();

-- Files that may be fetched, or are being written. Gone once they are written.
CREATE TABLE exports (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  -- SHA-256 of the ticket in its address.
  ticket_hash bytea NOT NULL UNIQUE,
  session_id uuid NOT NULL REFERENCES sessions ON DELETE CASCADE,
  administrator_id uuid NOT NULL REFERENCES administrators ON DELETE CASCADE,
  request jsonb NOT NULL,
  expires_at timestamptz NOT NULL,
  started_at timestamptz,
  -- Renewed while it is written: beyond it, whoever wrote it is gone.
  leased_until timestamptz,
  rows_written bigint NOT NULL DEFAULT 0,
  CHECK ((started_at IS NULL) = (leased_until IS NULL))
);
CREATE INDEX exports_of_administrator ON exports (administrator_id);
