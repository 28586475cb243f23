-- compatible from: 0038
-- Entries of committed acts that wait to be linked to the audit log, while another transaction has its head locked.
CREATE TABLE audit_inbox (LIKE audit_log INCLUDING CONSTRAINTS);
ALTER TABLE audit_inbox
  DROP COLUMN sequence,
  DROP COLUMN previous_hash,
  DROP COLUMN hash,
  ADD COLUMN position bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- Over all columns, under the master key, so that nobody else can bring an entry.
  ADD COLUMN seal bytea NOT NULL;
