-- Seals name their master key in bytes 4 to 11, as envelopes do; see infra/sealed-rows. The product seals the rows that
-- exist in the transaction of this migration.

-- The row of an administrator now holds all that proves a person, so that one seal covers it.
ALTER TABLE administrators
  ADD COLUMN backup_codes bytea[] NOT NULL DEFAULT '{}',
  ADD COLUMN refused_totp_steps integer[] NOT NULL DEFAULT '{}',
  ADD COLUMN code_failures integer NOT NULL DEFAULT 0,
  ADD COLUMN code_window_started_at timestamptz,
  ADD COLUMN code_locks integer NOT NULL DEFAULT 0,
  ADD COLUMN codes_locked_until timestamptz,
  ADD COLUMN step_up_failures integer NOT NULL DEFAULT 0,
  -- Since the last good code, however long ago; and when the owner got a mail about them.
  ADD COLUMN wrong_codes_in_row integer NOT NULL DEFAULT 0,
  ADD COLUMN wrong_codes_mailed_at timestamptz,
  -- Set after too many wrong codes in a row: somebody else may know the password.
  ADD COLUMN password_expired_at timestamptz,
  -- When the owner got a mail that strangers block sign-in.
  ADD COLUMN sign_in_blocked_mailed_at timestamptz,
  ADD COLUMN reset_link_hash bytea UNIQUE,
  ADD COLUMN reset_link_expires_at timestamptz,
  ADD COLUMN reset_links_sent timestamptz[] NOT NULL DEFAULT '{}',
  -- When factors were removed last: an authenticator after that replaced another one.
  ADD COLUMN factors_removed_at timestamptz,
  ADD COLUMN authenticator_replaced_at timestamptz,
  ADD COLUMN backup_codes_replaced_at timestamptz,
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  ADD COLUMN seal bytea,
  ADD CHECK ((reset_link_hash IS NULL) = (reset_link_expires_at IS NULL));

UPDATE administrators AS a SET
  backup_codes = ARRAY(SELECT code_hash FROM backup_codes WHERE administrator_id = a.id AND used_at IS NULL ORDER BY 1),
  refused_totp_steps = ARRAY(SELECT step::integer FROM refused_totp_steps WHERE administrator_id = a.id ORDER BY 1),
  reset_links_sent = ARRAY(SELECT created_at FROM password_resets
    WHERE administrator_id = a.id AND created_at > now() - interval '1 hour' ORDER BY 1);
UPDATE administrators SET
  code_failures = f.failures, code_window_started_at = f.window_started_at, code_locks = f.locks,
  codes_locked_until = f.locked_until, step_up_failures = f.step_up_failures
  FROM code_failures AS f WHERE f.administrator_id = administrators.id;
UPDATE administrators SET reset_link_hash = r.token_hash, reset_link_expires_at = r.expires_at
  FROM password_resets AS r WHERE r.administrator_id = administrators.id AND r.ended_at IS NULL AND r.expires_at > now();

DROP TABLE backup_codes, code_failures, password_resets, refused_totp_steps;

ALTER TABLE sessions
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  ADD COLUMN seal bytea;
ALTER TABLE service_keys
  ADD COLUMN expires_at timestamptz,
  -- Addresses and CIDR ranges that may use the key; null for any.
  ADD COLUMN networks text[],
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  ADD COLUMN seal bytea;
-- Only pending ones grant something; the others need no seal.
ALTER TABLE invitations
  ADD COLUMN version integer NOT NULL DEFAULT 0,
  ADD COLUMN seal bytea;

CREATE TRIGGER administrators_seal_key BEFORE INSERT OR UPDATE OF seal ON administrators
  FOR EACH ROW EXECUTE FUNCTION refuse_retired_master_key('seal');
CREATE TRIGGER sessions_seal_key BEFORE INSERT OR UPDATE OF seal ON sessions
  FOR EACH ROW EXECUTE FUNCTION refuse_retired_master_key('seal');
CREATE TRIGGER invitations_seal_key BEFORE INSERT OR UPDATE OF seal ON invitations
  FOR EACH ROW EXECUTE FUNCTION refuse_retired_master_key('seal');
CREATE TRIGGER service_keys_seal_key BEFORE INSERT OR UPDATE OF seal ON service_keys
  FOR EACH ROW EXECUTE FUNCTION refuse_retired_master_key('seal');

-- Over uuid, network, type and address.
ALTER TABLE wallets ADD COLUMN address_seal bytea;
CREATE TRIGGER wallets_address_key BEFORE INSERT OR UPDATE OF address_seal ON wallets
  FOR EACH ROW EXECUTE FUNCTION refuse_retired_master_key('address_seal');
