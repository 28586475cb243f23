-- Times at which the private key of a wallet was released, for its hourly limit. Unlike rate_limit_windows, it is logged.
CREATE TABLE wallet_keys_taken (
  wallet_id bigint PRIMARY KEY REFERENCES wallets ON DELETE CASCADE,
  keys_taken_at timestamptz(3)[] NOT NULL
);
