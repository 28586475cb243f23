-- Times of the private keys that an administrator got, so that the seal of the row covers the hourly limit.
ALTER TABLE administrators ADD COLUMN keys_taken_at timestamptz[];
-- Null in exports that an older process prepared; they cannot be downloaded.
ALTER TABLE exports ADD COLUMN seal bytea;
