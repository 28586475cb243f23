-- The symbols whose price was refused in the last round at the price source: they, and no others, keep their last one.
ALTER TABLE balance_sources ADD COLUMN refused text[] NOT NULL DEFAULT '{}';
