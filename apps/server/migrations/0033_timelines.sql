-- The merchant of the order, so that an index finds the newest events of a merchant. Triggers set it.
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
CREATE TRIGGER exceptions_of_merchant BEFORE INSERT OR UPDATE OF order_id ON exceptions
  FOR EACH ROW EXECUTE FUNCTION set_merchant_of_record();

-- As before, with the merchant in the history.
CREATE OR REPLACE FUNCTION keep_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_days AS days (day, status, network, currency, testnet, orders)
  SELECT (created_at AT TIME ZONE 'UTC')::date, status, network, currency, testnet, TG_ARGV[0]::integer * count(*)
    FROM changed GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (day, status, network, currency, testnet) DO UPDATE SET orders = days.orders + excluded.orders;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO order_history (order_id, merchant_id, status, at)
    SELECT id, merchant_id, known.status, known.at FROM changed
      CROSS JOIN LATERAL (VALUES ('pending', created_at), ('paid', paid_at)) AS known (status, at)
      WHERE known.at IS NOT NULL ORDER BY id, known.at;
  END IF;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION keep_updated_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_days AS days (day, status, network, currency, testnet, orders)
  SELECT day, status, network, currency, testnet, sum(change)
    FROM (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, status, network, currency, testnet, 1 AS change FROM come
          UNION ALL
          SELECT (created_at AT TIME ZONE 'UTC')::date, status, network, currency, testnet, -1 FROM gone) AS changed
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (day, status, network, currency, testnet) DO UPDATE SET orders = days.orders + excluded.orders;
  INSERT INTO order_history (order_id, merchant_id, status, at)
  SELECT come.id, come.merchant_id, come.status, CASE come.status WHEN 'paid' THEN come.paid_at ELSE now() END
    FROM come JOIN gone ON gone.id = come.id AND gone.status <> come.status ORDER BY come.id;
  RETURN NULL;
END $$;

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
