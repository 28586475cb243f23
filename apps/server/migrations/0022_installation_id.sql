-- A name for this installation's cookie: installations on other ports of the same host share their cookies.
INSERT INTO installation_marks (name, reached_at)
VALUES ('installation.' || left(replace(gen_random_uuid()::text, '-', ''), 8), now());
-- Finds the newest mail of an invitation, to show whether it was delivered.
CREATE INDEX outbox_invitations ON outbox (queue, position) WHERE kind = 'mail.invitation';
