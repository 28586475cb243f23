-- As before. The platform's time of an update, if it sends one, is also when the order expired or was cancelled, so that
-- orders that arrive later have that in their history.
CREATE OR REPLACE FUNCTION keep_new_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO order_days AS days (day, status, network, currency, testnet, orders)
  SELECT (created_at AT TIME ZONE 'UTC')::date, status, network, currency, testnet, TG_ARGV[0]::integer * count(*)
    FROM changed GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
  ON CONFLICT (day, status, network, currency, testnet) DO UPDATE SET orders = days.orders + excluded.orders;
  IF TG_OP = 'INSERT' THEN
    INSERT INTO order_history (order_id, merchant_id, status, at)
    SELECT id, merchant_id, known.status, known.at FROM changed
      CROSS JOIN LATERAL (VALUES ('pending', created_at), ('paid', paid_at),
        (CASE WHEN status IN ('expired', 'cancelled') THEN status END, reported_at)) AS known (status, at)
      WHERE known.status IS NOT NULL AND known.at IS NOT NULL ORDER BY id, known.at;
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
  SELECT come.id, come.merchant_id, come.status, CASE
      WHEN come.status = 'paid' THEN come.paid_at
      WHEN come.reported_at IS DISTINCT FROM gone.reported_at THEN come.reported_at
      ELSE now() END
    FROM come JOIN gone ON gone.id = come.id AND gone.status <> come.status ORDER BY come.id;
  RETURN NULL;
END $$;
