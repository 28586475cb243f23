-- Users by status in the order of creation. Active users are found in the index of all.
CREATE INDEX users_blocked_newest ON users (created_at DESC, id DESC)
  WHERE deleted_at IS NULL AND blocked_at IS NOT NULL;
CREATE INDEX users_deleted_newest ON users (created_at DESC, id DESC) WHERE deleted_at IS NOT NULL;

-- With the fee, so that the index alone tells what the orders of a merchant earned.
DROP INDEX orders_of_merchant;
CREATE INDEX orders_of_merchant ON orders (merchant_id, created_at DESC, id DESC)
  INCLUDE (status, network, currency, testnet, service_fee_usd);

-- Entries of a request, and of an IP address.
CREATE INDEX audit_log_of_request ON audit_log USING hash (request_id) WHERE request_id IS NOT NULL;
CREATE INDEX audit_log_of_address ON audit_log (ip_address, sequence) WHERE ip_address IS NOT NULL;
