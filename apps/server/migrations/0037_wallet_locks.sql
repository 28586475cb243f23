-- Locks of wallets, ended ones too. The wallet and the time of the lock identify it: the same time again corrects it.
CREATE TABLE wallet_locks (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  wallet_id bigint NOT NULL REFERENCES wallets,
  -- As the platform sends them.
  merchant_id text NOT NULL,
  currency text NOT NULL,
  network_id text NOT NULL,
  locked_at timestamptz NOT NULL,
  -- Null while the lock lasts.
  unlocked_at timestamptz,
  UNIQUE (wallet_id, locked_at),
  CHECK (unlocked_at >= locked_at)
);
CREATE UNIQUE INDEX wallet_locks_current ON wallet_locks (wallet_id) WHERE unlocked_at IS NULL;
CREATE INDEX wallet_locks_of_merchant ON wallet_locks (merchant_id, locked_at DESC, id DESC);
CREATE INDEX wallet_locks_ended_of_merchant ON wallet_locks (merchant_id, unlocked_at DESC, id DESC)
  WHERE unlocked_at IS NOT NULL;

INSERT INTO wallet_locks (wallet_id, merchant_id, currency, network_id, locked_at)
SELECT id, locked_merchant_id, lock_currency, lock_network_id, locked_at
  FROM wallets WHERE locked_at IS NOT NULL ORDER BY locked_at, id;

-- The platform does not send when a lock ended: it ended when the product learned of it, or when the next lock began.
CREATE FUNCTION keep_wallet_locks() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE wallet_locks AS known SET unlocked_at = greatest(known.locked_at, least(now(), changed.locked_at))
    FROM changed
    WHERE known.wallet_id = changed.id AND known.unlocked_at IS NULL
      AND known.locked_at IS DISTINCT FROM changed.locked_at;
  INSERT INTO wallet_locks (wallet_id, merchant_id, currency, network_id, locked_at)
  SELECT id, locked_merchant_id, lock_currency, lock_network_id, locked_at
    FROM changed
    WHERE locked_at IS NOT NULL AND NOT EXISTS (SELECT FROM wallet_locks AS known
      WHERE known.wallet_id = changed.id AND known.unlocked_at IS NULL
        AND (known.merchant_id, known.currency, known.network_id, known.locked_at)
          = (changed.locked_merchant_id, changed.lock_currency, changed.lock_network_id, changed.locked_at))
    ORDER BY id
  ON CONFLICT (wallet_id, locked_at) DO UPDATE SET merchant_id = excluded.merchant_id, currency = excluded.currency,
    network_id = excluded.network_id, unlocked_at = NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER wallets_came_locked AFTER INSERT ON wallets
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_wallet_locks();
CREATE TRIGGER wallets_locked AFTER UPDATE ON wallets
  REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION keep_wallet_locks();

-- Timelines read the history.
DROP INDEX wallets_locked_for_merchant;
