-- The id of the master key that the head is sealed under; null beside a seal from before this column.
ALTER TABLE audit_head ADD COLUMN seal_key_id bytea;

-- Master keys that a rotation is about to destroy: nothing may be stored under them any more, or it would be lost.
CREATE TABLE retired_master_keys (
  key_id bytea PRIMARY KEY,
  retired_at timestamptz NOT NULL DEFAULT now()
);

-- On every column that holds sealed envelopes, named by the argument. The master key's id is bytes 4 to 11.
CREATE FUNCTION refuse_retired_master_key() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  envelope bytea;
BEGIN
  EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) INTO envelope USING NEW;
  IF envelope IS NULL THEN
    RETURN NEW;
  END IF;
  -- Held until commit: whoever retires a key waits for this row to be seen, or is seen below.
  LOCK TABLE retired_master_keys IN ACCESS SHARE MODE;
  IF EXISTS (SELECT FROM retired_master_keys WHERE key_id = substring(envelope FROM 4 FOR 8)) THEN
    RAISE EXCEPTION 'a secret was sealed under a retired master key' USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;

CREATE TRIGGER administrators_master_key BEFORE INSERT OR UPDATE OF totp_secret ON administrators
  FOR EACH ROW EXECUTE FUNCTION refuse_retired_master_key('totp_secret');
CREATE TRIGGER two_factor_setups_master_key BEFORE INSERT OR UPDATE OF secret ON two_factor_setups
  FOR EACH ROW EXECUTE FUNCTION refuse_retired_master_key('secret');
CREATE TRIGGER outbox_master_key BEFORE INSERT OR UPDATE OF payload ON outbox
  FOR EACH ROW EXECUTE FUNCTION refuse_retired_master_key('payload');
