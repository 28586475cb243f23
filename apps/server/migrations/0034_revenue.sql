-- The paid orders of each day (UTC, by payment) with their fees. They give the revenue by network and currency, and the
-- total and the days of the list of orders by payment. One batch of orders is written at a time (see the feed's lock), so
-- no two writers queue here.
CREATE TABLE payment_days (
  day date NOT NULL,
  network text NOT NULL,
  currency text NOT NULL,
  testnet boolean NOT NULL,
  orders integer NOT NULL,
  service_fee_usd numeric NOT NULL,
  PRIMARY KEY (day, network, currency, testnet)
);
INSERT INTO payment_days
  SELECT (paid_at AT TIME ZONE 'UTC')::date, network, currency, testnet, count(*), sum(service_fee_usd)
  FROM orders WHERE status = 'paid' GROUP BY 1, 2, 3, 4;

-- The same of each merchant, by day and by month, without test networks. A range reads whole months and the days beside
-- them. Starting parallel workers would take longer than reading these.
CREATE TABLE merchant_revenue (
  merchant_id uuid NOT NULL,
  unit text NOT NULL CHECK (unit IN ('day', 'month')),
  begins date NOT NULL,
  orders integer NOT NULL,
  service_fee_usd numeric NOT NULL,
  PRIMARY KEY (merchant_id, unit, begins)
) WITH (parallel_workers = 0);
INSERT INTO merchant_revenue
  SELECT merchant_id, unit, date_trunc(unit, paid_at AT TIME ZONE 'UTC')::date, count(*), sum(service_fee_usd)
  FROM orders, unnest(ARRAY['day', 'month']) AS unit WHERE status = 'paid' AND NOT testnet GROUP BY 1, 2, 3;
CREATE INDEX merchant_revenue_by_time ON merchant_revenue (unit, begins);

CREATE FUNCTION keep_revenue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_days AS days
  SELECT (paid_at AT TIME ZONE 'UTC')::date, network, currency, testnet,
      TG_ARGV[0]::integer * count(*), TG_ARGV[0]::integer * sum(service_fee_usd)
    FROM changed WHERE status = 'paid' GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (day, network, currency, testnet) DO UPDATE SET
    orders = days.orders + excluded.orders, service_fee_usd = days.service_fee_usd + excluded.service_fee_usd;
  INSERT INTO merchant_revenue AS kept
  SELECT merchant_id, unit, date_trunc(unit, paid_at AT TIME ZONE 'UTC')::date,
      TG_ARGV[0]::integer * count(*), TG_ARGV[0]::integer * sum(service_fee_usd)
    FROM changed, unnest(ARRAY['day', 'month']) AS unit
    WHERE status = 'paid' AND NOT testnet GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
  ON CONFLICT (merchant_id, unit, begins) DO UPDATE SET
    orders = kept.orders + excluded.orders, service_fee_usd = kept.service_fee_usd + excluded.service_fee_usd;
  RETURN NULL;
END $$;
CREATE TRIGGER orders_came_revenue AFTER INSERT ON orders
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_revenue('1');
CREATE TRIGGER orders_went_revenue AFTER DELETE ON orders
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_revenue('-1');
CREATE TRIGGER orders_before_revenue AFTER UPDATE ON orders
  REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_revenue('-1');
CREATE TRIGGER orders_after_revenue AFTER UPDATE ON orders
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_revenue('1');

-- The list of orders by payment.
CREATE INDEX orders_last_paid ON orders (paid_at DESC, id DESC) INCLUDE (network, currency, testnet)
  WHERE status = 'paid';
