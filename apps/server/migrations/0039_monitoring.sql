-- compatible from: 0038
-- The last batches of each service key, by kind. The lock of the kind serializes writers of a row.
CREATE TABLE feed_batches (
  service_key_id uuid NOT NULL,
  kind text NOT NULL,
  -- Of the last accepted batch, changed or not.
  accepted_at timestamptz(3),
  items integer,
  changed integer,
  -- Of the last rejected batch, and how many of its items were wrong.
  rejected_at timestamptz(3),
  rejected_items integer,
  PRIMARY KEY (service_key_id, kind)
);

-- When somebody last verified the whole log, how many entries it had, and what was wrong.
ALTER TABLE audit_watch
  ADD COLUMN verified_at timestamptz(3),
  ADD COLUMN verified_entries bigint,
  ADD COLUMN verified_fault text;
