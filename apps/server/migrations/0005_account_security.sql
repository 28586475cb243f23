-- Wrong codes at places that ask for a step-up, since the last good one: fewer are borne than at sign-in.
ALTER TABLE code_failures ADD COLUMN step_up_failures integer NOT NULL DEFAULT 0;

-- Wrong current passwords typed in a session.
ALTER TABLE sessions ADD COLUMN wrong_passwords integer NOT NULL DEFAULT 0;

CREATE TABLE password_resets (
  token_hash bytea PRIMARY KEY,
  administrator_id uuid NOT NULL REFERENCES administrators ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  -- Used, or void because a newer one was asked for, the password changed or the account was disabled.
  ended_at timestamptz
);
CREATE INDEX password_resets_by_administrator ON password_resets (administrator_id, created_at);
