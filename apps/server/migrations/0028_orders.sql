-- The orders of each day (UTC, by creation) by what the list can be filtered by. They give its total, and the days that
-- hold a page. One batch of orders is written at a time (see the feed's lock), so no two writers queue here.
CREATE TABLE order_days (
  day date NOT NULL,
  status text NOT NULL,
  network text NOT NULL,
  currency text NOT NULL,
  testnet boolean NOT NULL,
  orders integer NOT NULL,
  PRIMARY KEY (day, status, network, currency, testnet)
);
INSERT INTO order_days (day, status, network, currency, testnet, orders)
  SELECT (created_at AT TIME ZONE 'UTC')::date, status, network, currency, testnet, count(*) FROM orders
  GROUP BY 1, 2, 3, 4, 5;

-- When an order had each status: `pending` from its creation, `paid` from its payment, others from when the platform
-- reported them. An order that arrives expired or cancelled has no time for that.
CREATE TABLE order_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders,
  status text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX order_history_of_order ON order_history (order_id, id);

CREATE FUNCTION keep_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_days AS days (day, status, network, currency, testnet, orders)
  SELECT (created_at AT TIME ZONE 'UTC')::date, status, network, currency, testnet, TG_ARGV[0]::integer * count(*)
    FROM changed GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (day, status, network, currency, testnet) DO UPDATE SET orders = days.orders + excluded.orders;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO order_history (order_id, status, at)
    SELECT id, known.status, known.at FROM changed
      CROSS JOIN LATERAL (VALUES ('pending', created_at), ('paid', paid_at)) AS known (status, at)
      WHERE known.at IS NOT NULL ORDER BY id, known.at;
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION keep_updated_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_days AS days (day, status, network, currency, testnet, orders)
  SELECT day, status, network, currency, testnet, sum(change)
    FROM (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, status, network, currency, testnet, 1 AS change FROM come
          UNION ALL
          SELECT (created_at AT TIME ZONE 'UTC')::date, status, network, currency, testnet, -1 FROM gone) AS changed
    GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (day, status, network, currency, testnet) DO UPDATE SET orders = days.orders + excluded.orders;
  INSERT INTO order_history (order_id, status, at)
  SELECT come.id, come.status, CASE come.status WHEN 'paid' THEN come.paid_at ELSE now() END
    FROM come JOIN gone ON gone.id = come.id AND gone.status <> come.status ORDER BY come.id;
  RETURN NULL;
END $$;

CREATE TRIGGER orders_came_days AFTER INSERT ON orders
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_new_orders('1');
CREATE TRIGGER orders_went_days AFTER DELETE ON orders
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_new_orders('-1');
CREATE TRIGGER orders_updated_days AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS gone NEW TABLE AS come FOR EACH STATEMENT EXECUTE FUNCTION keep_updated_orders();

-- With what the list can be filtered by, so that the index alone tells which rows are asked for.
CREATE INDEX orders_newest ON orders (created_at DESC, id DESC) INCLUDE (status, network, currency, testnet);
DROP INDEX orders_of_merchant;
CREATE INDEX orders_of_merchant ON orders (merchant_id, created_at DESC, id DESC)
  INCLUDE (status, network, currency, testnet);
CREATE INDEX orders_searched ON orders (lower(merchant_order_id) text_pattern_ops);
CREATE INDEX wallet_transactions_searched ON wallet_transactions (lower(hash) text_pattern_ops)
  WHERE hash IS NOT NULL;
