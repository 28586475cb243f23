-- The head's seal signs, beside number and hash, the root of the hash tree (RFC 6962) over every entry's hash, so that
-- a reader can have it proved that an entry is in the log. The frontier is what the tree is extended from: the roots of
-- its complete subtrees, 32 bytes each, largest first. Null in a log whose seal is from before.
ALTER TABLE audit_head
  ADD COLUMN root bytea,
  ADD COLUMN frontier bytea NOT NULL DEFAULT '',
  ADD COLUMN sealed_at timestamptz(3);

-- The public keys that seals are checked with. Each but the first is signed by the one before, and signs that one.
CREATE TABLE audit_keys (
  key_id bytea PRIMARY KEY,
  public_key bytea NOT NULL,
  previous_key_id bytea REFERENCES audit_keys,
  endorsement bytea,
  acceptance bytea,
  created_at timestamptz(3) NOT NULL,
  CHECK ((previous_key_id IS NULL) = (endorsement IS NULL)),
  CHECK ((previous_key_id IS NULL) = (acceptance IS NULL))
);

-- What the head was at times: a log that was rewritten or cut off does not fit these any more.
CREATE TABLE audit_seals (
  size bigint PRIMARY KEY,
  root bytea NOT NULL,
  hash bytea NOT NULL,
  sealed_at timestamptz(3) NOT NULL,
  key_id bytea NOT NULL REFERENCES audit_keys,
  signature bytea NOT NULL
);

CREATE TRIGGER audit_keys_append_only BEFORE UPDATE OR DELETE ON audit_keys
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_keys_no_truncate BEFORE TRUNCATE ON audit_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE ON audit_seals
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_seals_no_truncate BEFORE TRUNCATE ON audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- Roots of complete subtrees: a tile of level 0 is over 256 entries, one of level n + 1 over 256 tiles of level n. They
-- only save work, and stay when the entries are dropped: whoever relies on one checks it against a sealed root.
CREATE TABLE audit_tiles (
  level smallint NOT NULL,
  index bigint NOT NULL,
  root bytea NOT NULL,
  PRIMARY KEY (level, index)
);

-- How far the entries were checked again, and the first that did not fit.
CREATE TABLE audit_watch (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  tiles bigint NOT NULL DEFAULT 0,
  alarm_sequence bigint,
  alarm_reason text,
  alarm_at timestamptz(3),
  CHECK ((alarm_sequence IS NULL) = (alarm_reason IS NULL)),
  CHECK ((alarm_sequence IS NULL) = (alarm_at IS NULL))
);
INSERT INTO audit_watch DEFAULT VALUES;
