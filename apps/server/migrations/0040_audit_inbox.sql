-- compatible from: 0038
-- Entries of committed acts that wait to be linked to the audit log, while another transaction has its head locked.
CREATE TABLE audit_inbox (LIKE audit_log INCLUDING CONSTRAINTS);
ALTER TABLE audit_inbox
  DROP COLUMN sequence,
  DROP COLUMN previous_hash,
  DROP COLUMN hash,
  ADD COLUMN position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Over all other columns except the position, under the master key.
  ADD COLUMN seal bytea NOT NULL,
  -- Each act looks whether the table is empty, so it must stay small.
  SET (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
CREATE TRIGGER audit_inbox_seal_key BEFORE INSERT OR UPDATE OF seal ON audit_inbox
  FOR EACH ROW EXECUTE FUNCTION refuse_retired_master_key('seal');
