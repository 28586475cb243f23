-- Which entry says that those before first_sequence were dropped by age; null while none are. A beginning that no entry
-- of this product's own tells of was taken away.
ALTER TABLE audit_blocks ADD COLUMN dropped_by bigint;
UPDATE audit_blocks SET dropped_by = (
  SELECT max(sequence) FROM audit_log WHERE action = 'audit_log.drop' AND service_key_id IS NULL
    AND metadata @> jsonb_build_object('last', first_sequence - 1)
) WHERE first_sequence > 1;

CREATE FUNCTION require_audit_drop() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM audit_log
    WHERE sequence = NEW.dropped_by AND action = 'audit_log.drop' AND service_key_id IS NULL
      AND metadata @> jsonb_build_object('last', NEW.first_sequence - 1)
      AND NEW.first_sequence > OLD.first_sequence;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the audit log begins where its entries say' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER audit_blocks_beginning BEFORE UPDATE OF first_sequence, dropped_by ON audit_blocks
  FOR EACH ROW EXECUTE FUNCTION require_audit_drop();
CREATE TRIGGER audit_blocks_stays BEFORE DELETE ON audit_blocks
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_blocks_no_truncate BEFORE TRUNCATE ON audit_blocks
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();

-- When a part of the table was begun, by the database's clock: the time of its entries is by the clock of whoever wrote
-- them. A part from before this has no row.
CREATE TABLE audit_parts (
  first bigint PRIMARY KEY,
  begun_at timestamptz(3) NOT NULL
);
