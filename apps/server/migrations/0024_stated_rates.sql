-- Whether the platform sent the fee or rate of the order itself: a new rate of the user would not have changed it.
ALTER TABLE orders ADD COLUMN fee_is_stated boolean NOT NULL DEFAULT false;
ALTER TABLE orders DISABLE TRIGGER USER;
UPDATE orders SET fee_is_stated = true WHERE stated_fee_usd IS NOT NULL;
ALTER TABLE orders ENABLE TRIGGER USER;
DROP INDEX orders_paid_of_merchant;
CREATE INDEX orders_paid_of_merchant ON orders (merchant_id, paid_at) INCLUDE (amount_usd, service_fee_usd, fee_is_stated)
  WHERE status = 'paid' AND NOT testnet;
