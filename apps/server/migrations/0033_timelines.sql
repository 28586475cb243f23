-- The merchant of the order, so that an index finds the newest events of a merchant. Triggers set it for every writer.
ALTER TABLE wallet_transactions ADD COLUMN merchant_id uuid;
ALTER TABLE order_history ADD COLUMN merchant_id uuid;
ALTER TABLE exceptions ADD COLUMN merchant_id uuid;
ALTER TABLE wallet_transactions DISABLE TRIGGER USER;
UPDATE wallet_transactions SET merchant_id = orders.merchant_id FROM orders WHERE orders.id = order_id;
ALTER TABLE wallet_transactions ENABLE TRIGGER USER;
UPDATE order_history SET merchant_id = orders.merchant_id FROM orders WHERE orders.id = order_id;
UPDATE exceptions SET merchant_id = orders.merchant_id FROM orders WHERE orders.id = order_id;
ALTER TABLE order_history ALTER COLUMN merchant_id SET NOT NULL;

CREATE FUNCTION set_merchant_of_record() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.merchant_id := (SELECT merchant_id FROM orders WHERE id = NEW.order_id);
  RETURN NEW;
END $$;
CREATE TRIGGER wallet_transactions_of_merchant BEFORE INSERT OR UPDATE OF order_id ON wallet_transactions
  FOR EACH ROW EXECUTE FUNCTION set_merchant_of_record();
CREATE TRIGGER order_history_of_merchant BEFORE INSERT OR UPDATE OF order_id ON order_history
  FOR EACH ROW EXECUTE FUNCTION set_merchant_of_record();
CREATE TRIGGER exceptions_of_merchant BEFORE INSERT OR UPDATE OF order_id ON exceptions
  FOR EACH ROW EXECUTE FUNCTION set_merchant_of_record();

CREATE FUNCTION move_records_of_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_transactions SET merchant_id = NEW.merchant_id WHERE order_id = NEW.id;
  UPDATE order_history SET merchant_id = NEW.merchant_id WHERE order_id = NEW.id;
  UPDATE exceptions SET merchant_id = NEW.merchant_id WHERE order_id = NEW.id;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_moved AFTER UPDATE OF merchant_id ON orders
  FOR EACH ROW WHEN (NEW.merchant_id <> OLD.merchant_id) EXECUTE FUNCTION move_records_of_order();

CREATE INDEX wallet_transactions_of_merchant ON wallet_transactions (merchant_id, created_at DESC, id DESC)
  WHERE merchant_id IS NOT NULL;
CREATE INDEX order_history_of_merchant ON order_history (merchant_id, at DESC, id DESC);
CREATE INDEX exceptions_opened_of_merchant ON exceptions (merchant_id, opened_at DESC, id DESC)
  WHERE merchant_id IS NOT NULL;
CREATE INDEX exceptions_closed_of_merchant ON exceptions (merchant_id, closed_at DESC, id DESC)
  WHERE merchant_id IS NOT NULL AND closed_at IS NOT NULL;
CREATE INDEX wallets_locked_for_merchant ON wallets (locked_merchant_id, locked_at DESC, id DESC)
  WHERE locked_at IS NOT NULL;

-- Entries about a record in the order of time. The few that are decisions have an index of their own.
CREATE INDEX audit_log_of_resource_newest ON audit_log
  (resource_id, coalesce(occurred_at, created_at) DESC, sequence DESC) WHERE resource_id IS NOT NULL;
CREATE INDEX audit_log_decisions_newest ON audit_log
  (resource_id, coalesce(occurred_at, created_at) DESC, sequence DESC)
  WHERE action IN ('user.block', 'user.unblock', 'exception.resolve', 'exception.reopen');
