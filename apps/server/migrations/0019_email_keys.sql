-- Addresses are compared by `emailKey` of the contract. `lower` is the key of an address in ASCII; after this file, the
-- migration computes the other keys in TypeScript (infra/db/fill-email-keys.ts). Generating the column writes each row
-- once without firing triggers.
ALTER TABLE administrators ADD COLUMN email_key text NOT NULL GENERATED ALWAYS AS (lower(email)) STORED;
ALTER TABLE administrators ALTER COLUMN email_key DROP EXPRESSION;
DROP INDEX administrators_email_key;
CREATE UNIQUE INDEX administrators_email_key ON administrators (email_key);

ALTER TABLE invitations ADD COLUMN email_key text NOT NULL GENERATED ALWAYS AS (lower(email)) STORED;
ALTER TABLE invitations ALTER COLUMN email_key DROP EXPRESSION;
DROP INDEX invitations_one_pending;
CREATE UNIQUE INDEX invitations_one_pending ON invitations (email_key) WHERE status = 'pending';

ALTER TABLE users ADD COLUMN email_key text NOT NULL GENERATED ALWAYS AS (lower(email)) STORED;
ALTER TABLE users ALTER COLUMN email_key DROP EXPRESSION;
DROP INDEX users_email;
CREATE INDEX users_email_key ON users (email_key);
