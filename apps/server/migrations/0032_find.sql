-- In any locale, these operators find beginnings, too.
DROP INDEX users_email_key;
CREATE INDEX users_email_key ON users (email_key text_pattern_ops);
CREATE INDEX invitations_email_key ON invitations (email_key text_pattern_ops);
CREATE INDEX wallets_address ON wallets (search_text text_pattern_ops);
CREATE INDEX IF NOT EXISTS audit_log_of_request ON audit_log USING hash (request_id) WHERE request_id IS NOT NULL;
