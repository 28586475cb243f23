-- What searches look into, by kind: EVM addresses in any case, TRON's in theirs.
CREATE VIEW searched_texts (kind, state, text) AS
  SELECT 'users', CASE WHEN deleted_at IS NULL THEN 'live' ELSE 'deleted' END, search_text FROM users
  UNION ALL
  SELECT 'merchants', CASE WHEN deleted_at IS NULL THEN 'live' ELSE 'deleted' END, search_text FROM merchants
  UNION ALL
  SELECT 'wallets', type || ' ' || network, search_text FROM wallets WHERE network <> 'TRON'
  UNION ALL
  SELECT 'tron_wallets', type || ' ' || network, address FROM wallets WHERE network = 'TRON';

-- A job counts the records that pieces of text occur in: all pieces of up to three characters, and longer ones that
-- occur in many. What has come and gone since stands beside them until the next time.
CREATE TABLE search_kinds (
  kind text PRIMARY KEY,
  counted_at timestamptz,
  -- What the database made of letters then: restored into another locale, search texts are others.
  letters text,
  -- When a count was begun last, whether or not it ended.
  tried_at timestamptz
);
INSERT INTO search_kinds (kind) VALUES ('users'), ('merchants'), ('wallets'), ('tron_wallets');
-- Of AZ and of letters beyond ASCII; in an encoding but UTF-8 nothing, and nothing is counted.
CREATE FUNCTION search_letters() RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN getdatabaseencoding() = 'UTF8' THEN lower(convert_from('\x415ac380c389c391c398c581c49ec4b0cea3cea9d096d0af', 'UTF8')) END
$$;
CREATE TABLE search_pieces (
  kind text NOT NULL,
  piece text COLLATE "C" NOT NULL,
  state text NOT NULL,
  records integer NOT NULL,
  PRIMARY KEY (kind, piece, state)
);
CREATE TABLE search_changes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL,
  state text NOT NULL,
  text text NOT NULL,
  -- How many more records have it; below 0, how many fewer.
  records integer NOT NULL,
  noted_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX search_changes_of_kind ON search_changes (kind);

CREATE OR REPLACE FUNCTION keep_list_of_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM changed) THEN
    PERFORM change_list(TG_TABLE_NAME, ARRAY(
      SELECT ROW(CASE WHEN deleted_at IS NULL THEN 'live' ELSE 'deleted' END, (created_at AT TIME ZONE 'UTC')::date,
        TG_ARGV[0]::integer * count(*))::list_change
      FROM changed GROUP BY deleted_at IS NULL, (created_at AT TIME ZONE 'UTC')::date));
    INSERT INTO search_changes (kind, state, text, records)
    SELECT TG_TABLE_NAME, CASE WHEN deleted_at IS NULL THEN 'live' ELSE 'deleted' END, search_text, TG_ARGV[0]::integer
      FROM changed;
  END IF;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION keep_updated_list_of_live() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM gone FULL JOIN come USING (id)
      WHERE (gone.search_text, gone.created_at, gone.deleted_at)
        IS DISTINCT FROM (come.search_text, come.created_at, come.deleted_at)) THEN
    PERFORM change_list(TG_TABLE_NAME, ARRAY(
      SELECT ROW(CASE WHEN live THEN 'live' ELSE 'deleted' END, day, sum(change))::list_change
      FROM (SELECT deleted_at IS NULL AS live, (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS change FROM come
            UNION ALL SELECT deleted_at IS NULL, (created_at AT TIME ZONE 'UTC')::date, -1 FROM gone) AS changed
      GROUP BY live, day HAVING sum(change) <> 0));
    INSERT INTO search_changes (kind, state, text, records)
    SELECT TG_TABLE_NAME, CASE WHEN live THEN 'live' ELSE 'deleted' END, search_text, sum(change)
      FROM (SELECT deleted_at IS NULL AS live, search_text, 1 AS change FROM come
            UNION ALL SELECT deleted_at IS NULL, search_text, -1 FROM gone) AS changed
      GROUP BY live, search_text HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_wallet_counts() RETURNS trigger LANGUAGE plpgsql AS $$
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
  INSERT INTO search_changes (kind, state, text, records)
  SELECT CASE network WHEN 'TRON' THEN 'tron_wallets' ELSE 'wallets' END, type || ' ' || network,
         CASE network WHEN 'TRON' THEN address ELSE search_text END, TG_ARGV[0]::integer
    FROM changed;
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
  IF EXISTS (SELECT FROM gone FULL JOIN come USING (id)
      WHERE (gone.type, gone.network, gone.address, gone.created_at)
        IS DISTINCT FROM (come.type, come.network, come.address, come.created_at)) THEN
    PERFORM change_list('wallets', ARRAY(
      SELECT ROW(type || ' ' || network, day, sum(change))::list_change
      FROM (SELECT type, network, (created_at AT TIME ZONE 'UTC')::date AS day, 1 AS change FROM come
            UNION ALL SELECT type, network, (created_at AT TIME ZONE 'UTC')::date, -1 FROM gone) AS changed
      GROUP BY type, network, day HAVING sum(change) <> 0));
    INSERT INTO search_changes (kind, state, text, records)
    SELECT CASE network WHEN 'TRON' THEN 'tron_wallets' ELSE 'wallets' END, type || ' ' || network,
           CASE network WHEN 'TRON' THEN address ELSE search_text END, sum(change)
      FROM (SELECT type, network, address, search_text, 1 AS change FROM come
            UNION ALL SELECT type, network, address, search_text, -1 FROM gone) AS changed
      GROUP BY type, network, address, search_text HAVING sum(change) <> 0;
  END IF;
  RETURN NULL;
END $$;

-- A wallet's counts are added up from the index alone. Updates of a month write the index for it: they come a batch at
-- a time, of the few outbound wallets.
ALTER TABLE wallet_months DROP CONSTRAINT wallet_months_pkey,
  ADD PRIMARY KEY (wallet_id, month, currency, type, status) INCLUDE (transactions);
