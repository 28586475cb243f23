CREATE TABLE administrators (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL,
  password_hash text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  disabled_at timestamptz,
  -- Sealed envelope of the authenticator secret; null until two-factor authentication is enabled.
  totp_secret bytea,
  totp_enabled_at timestamptz,
  -- The highest 30 s step whose code was accepted: it only ever rises, whatever the code was used for.
  totp_last_step bigint NOT NULL DEFAULT 0,
  backup_code_salt bytea,
  CHECK ((totp_secret IS NULL) = (totp_enabled_at IS NULL))
);
CREATE UNIQUE INDEX administrators_email_key ON administrators (lower(email));

CREATE TABLE backup_codes (
  administrator_id uuid NOT NULL REFERENCES administrators ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  used_at timestamptz,
  PRIMARY KEY (administrator_id, code_hash)
);

CREATE TABLE sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash bytea NOT NULL UNIQUE,
  administrator_id uuid NOT NULL REFERENCES administrators ON DELETE CASCADE,
  stage text NOT NULL CHECK (stage IN ('verify', 'enrol', 'full')),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- When a good code was last shown in this session.
  second_factor_at timestamptz,
  wrong_codes integer NOT NULL DEFAULT 0,
  ip_address text NOT NULL,
  user_agent text NOT NULL,
  ended_at timestamptz,
  end_reason text,
  CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX sessions_open ON sessions (administrator_id, created_at) WHERE ended_at IS NULL;

-- A set-up that was issued and not yet enabled; one a session.
CREATE TABLE two_factor_setups (
  session_id uuid PRIMARY KEY REFERENCES sessions ON DELETE CASCADE,
  secret bytea NOT NULL,
  -- SHA-256 over the issued secret and codes: what enable echoes must equal it.
  echo_digest bytea NOT NULL,
  wrong_codes integer NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL
);

-- Wrong passwords. The account is the hash of the e-mail that was typed, known or not; the address is
-- '' where failures from everywhere are counted.
CREATE TABLE sign_in_failures (
  account_hash bytea NOT NULL,
  address text NOT NULL,
  failures integer NOT NULL,
  window_started_at timestamptz NOT NULL,
  locks integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  PRIMARY KEY (account_hash, address)
);
CREATE INDEX sign_in_failures_age ON sign_in_failures (window_started_at);

-- Wrong second-factor codes, one counter an account over every place that takes a code.
CREATE TABLE code_failures (
  administrator_id uuid PRIMARY KEY REFERENCES administrators ON DELETE CASCADE,
  failures integer NOT NULL,
  window_started_at timestamptz NOT NULL,
  locks integer NOT NULL DEFAULT 0,
  locked_until timestamptz
);

-- Shared by all server processes; losing it in a crash only opens the windows anew.
CREATE UNLOGGED TABLE rate_limit_windows (
  key text PRIMARY KEY,
  started_at timestamptz NOT NULL,
  used integer NOT NULL
);

CREATE TABLE service_keys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  secret_hash bytea NOT NULL,
  scopes text[] NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz,
  revoked_at timestamptz
);
