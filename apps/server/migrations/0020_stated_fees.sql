-- The platform may state an order's service fee as an amount instead of a rate. PostgreSQL 15 and 16 cannot
-- change the expression of a generated column, so the column is created again. This rewrites the table.
DROP INDEX orders_paid_of_merchant;
ALTER TABLE orders
  DROP COLUMN service_fee_usd,
  ALTER COLUMN service_fee_rate DROP NOT NULL,
  ADD COLUMN stated_fee_usd numeric(56, 18) CHECK (stated_fee_usd BETWEEN 0 AND amount_usd),
  ADD CHECK ((service_fee_rate IS NULL) <> (stated_fee_usd IS NULL));
ALTER TABLE orders
  ADD COLUMN service_fee_usd numeric(56, 8) GENERATED ALWAYS AS (CASE WHEN status = 'paid'
    THEN round(coalesce(stated_fee_usd, amount_usd * service_fee_rate), 8) ELSE 0 END) STORED;
CREATE INDEX orders_paid_of_merchant ON orders (merchant_id, paid_at) INCLUDE (amount_usd, service_fee_usd)
  WHERE status = 'paid' AND NOT testnet;
