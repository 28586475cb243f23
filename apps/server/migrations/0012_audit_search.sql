-- Entries by number, so that retention can drop whole partitions of old ones. One partition holds all until the first
-- is cut off; its number is the only key that a partitioned table can have, so that an id is looked for under the
-- head's lock before the platform may bring one.
ALTER TABLE audit_log RENAME TO audit_log_1;
ALTER TABLE audit_log_1 DROP CONSTRAINT audit_log_id_key;
ALTER INDEX audit_log_pkey RENAME TO audit_log_1_pkey;
DROP INDEX audit_log_created_at;
DROP INDEX audit_log_of_resource;
DROP TRIGGER audit_log_append_only ON audit_log_1;
DROP TRIGGER audit_log_no_truncate ON audit_log_1;
-- Of entries that the platform sent, and part of the text that is hashed only where they are there.
ALTER TABLE audit_log_1
  ADD COLUMN occurred_at timestamptz(3),
  ADD COLUMN service_key_id text,
  ADD CHECK ((occurred_at IS NULL) = (service_key_id IS NULL)),
  ADD CHECK (service_key_id IS NULL OR actor_type IN ('user', 'api_key', 'system'));

CREATE TABLE audit_log (LIKE audit_log_1 INCLUDING CONSTRAINTS, PRIMARY KEY (sequence)) PARTITION BY RANGE (sequence);
ALTER TABLE audit_log ATTACH PARTITION audit_log_1 FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
CREATE INDEX audit_log_of_id ON audit_log (id);
CREATE INDEX audit_log_of_resource ON audit_log (resource_id, sequence) WHERE resource_id IS NOT NULL;
CREATE INDEX audit_log_of_actor ON audit_log (lower(actor_email), sequence) WHERE actor_email IS NOT NULL;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_log_1_no_truncate BEFORE TRUNCATE ON audit_log_1
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Entries never change and have no gaps, so history falls into closed blocks of equal size, about which what a search
-- needs is written once: block 0 holds the entries 1 to block_size. A node of level 0 is a block, one of level n + 1
-- is fan_out nodes of level n. The sizes may change only while nothing is closed.
CREATE TABLE audit_blocks (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  closed integer NOT NULL DEFAULT 0,
  -- At most 32,768: positions in a block are two bytes.
  block_size integer NOT NULL DEFAULT 1024 CHECK (block_size BETWEEN 1 AND 32768),
  fan_out integer NOT NULL DEFAULT 16 CHECK (fan_out >= 2),
  top_level integer NOT NULL DEFAULT 2 CHECK (top_level >= 0),
  -- From how many entries in a node on an e-mail or resource id is counted there.
  counted_from integer NOT NULL DEFAULT 32 CHECK (counted_from >= 1),
  -- Entries with lower numbers are no longer kept.
  first_sequence bigint NOT NULL DEFAULT 1
);
INSERT INTO audit_blocks DEFAULT VALUES;

-- What few values exist of, together: filters on these are a set of classes.
CREATE TABLE audit_classes (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  action text NOT NULL,
  action_category text NOT NULL,
  status text NOT NULL,
  actor_type text NOT NULL,
  resource_type text NOT NULL,
  UNIQUE (action, action_category, status, actor_type, resource_type)
);

CREATE TABLE audit_nodes (
  level smallint NOT NULL,
  node integer NOT NULL,
  first_at timestamptz(3) NOT NULL,
  last_at timestamptz(3) NOT NULL,
  PRIMARY KEY (level, node)
);

-- How many of a node's entries have a key, by class. Keys: everything; an e-mail or a resource id that the node holds
-- often enough; and both together where it holds each often enough.
CREATE TABLE audit_counts (
  key bytea NOT NULL,
  level smallint NOT NULL,
  node integer NOT NULL,
  entries integer NOT NULL,
  -- Each class and how many entries it has, four bytes both, one behind the other.
  counts bytea NOT NULL,
  PRIMARY KEY (key, level, node)
);

-- Where in a block the entries of a key and class are: two bytes each, the block's first entry at 0.
CREATE TABLE audit_positions (
  key bytea NOT NULL,
  block integer NOT NULL,
  class integer NOT NULL,
  positions bytea NOT NULL,
  PRIMARY KEY (key, class, block)
);

-- Sixteen bytes of a SHA-256: no two values that anybody finds share a key.
CREATE FUNCTION audit_key(kind text, value text) RETURNS bytea LANGUAGE sql STABLE STRICT AS
  $$ SELECT substring(sha256(convert_to(kind || ':' || value, 'UTF8')) FOR 16) $$;
CREATE FUNCTION audit_key_of_both(email bytea, resource bytea) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT AS
  $$ SELECT substring(sha256(email || resource) FOR 16) $$;
