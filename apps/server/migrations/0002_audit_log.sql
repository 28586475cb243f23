-- Append-only and numbered without gaps. Each entry's hash covers its canonical JSON text, its number
-- and the hash before it; times come from the application at millisecond precision, so that the hash
-- can be computed again outside of the database.
CREATE TABLE audit_log (
  sequence bigint PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  created_at timestamptz(3) NOT NULL,
  action text NOT NULL,
  action_category text NOT NULL CHECK (action_category IN ('user_management', 'merchant_management',
    'invitation_management', 'wallet_operation', 'authentication', 'configuration', 'system_operation')),
  description text NOT NULL,
  status text NOT NULL CHECK (status IN ('success', 'failure', 'partial')),
  actor_type text NOT NULL CHECK (actor_type IN ('admin', 'user', 'api_key', 'system', 'anonymous')),
  actor_id text,
  actor_email text,
  resource_type text NOT NULL CHECK (resource_type IN ('admin', 'session', 'user', 'merchant', 'invitation',
    'wallet', 'audit_log', 'system')),
  resource_id text,
  resource_identifier text,
  request_id text,
  ip_address text,
  user_agent text,
  error_message text,
  metadata jsonb,
  changes jsonb,
  previous_hash bytea NOT NULL,
  hash bytea NOT NULL
);
CREATE INDEX audit_log_created_at ON audit_log (created_at);

-- The only row: whoever appends locks it until commit, so the order of numbers is the order of commits.
-- The seal is an HMAC over the head under a key that is not in this database.
CREATE TABLE audit_head (
  singleton boolean PRIMARY KEY DEFAULT true CHECK (singleton),
  sequence bigint NOT NULL,
  hash bytea NOT NULL,
  seal bytea
);
INSERT INTO audit_head (sequence, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
END $$;
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_log_no_truncate BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_head_stays BEFORE DELETE ON audit_head
  FOR EACH ROW EXECUTE FUNCTION refuse_audit_change();
CREATE TRIGGER audit_head_no_truncate BEFORE TRUNCATE ON audit_head
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change();
