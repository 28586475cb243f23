import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { findLockingStatements } from '../../../test/locking-statements.ts';
import { readMigrations } from './migration-files.ts';

/** Earlier files landed before this check. */
const FIRST_CHECKED = 39;
const MIGRATIONS = fileURLToPath(new URL('../../../migrations', import.meta.url));

it('no new migration locks a large table for long (see docs/operating/upgrade.md)', async () => {
  const migrations = await readMigrations(MIGRATIONS);
  const found = migrations
    .filter(({ version }) => version >= FIRST_CHECKED)
    .flatMap(({ name, sql }) => findLockingStatements(sql).map((problem) => `${name}: ${problem}`));
  expect(found).toEqual([]);
});

describe('findLockingStatements', () => {
  it.each([
    'CREATE INDEX orders_x ON orders (x);',
    'CREATE UNIQUE INDEX\n  IF NOT EXISTS users_x\n  ON public.users (x);',
    'CREATE INDEX audit_x ON audit_log_1 (x);',
    'ALTER TABLE orders ADD CONSTRAINT one UNIQUE (x);',
    'ALTER TABLE users ALTER COLUMN x TYPE bigint;',
    'ALTER TABLE users ADD COLUMN x uuid NOT NULL DEFAULT gen_random_uuid();',
    'ALTER TABLE orders ADD COLUMN x text GENERATED ALWAYS AS (lower(y)) STORED;',
    "ALTER TABLE orders ADD COLUMN x text CHECK (x <> 'a;b');",
    'ALTER TABLE wallet_transactions ADD FOREIGN KEY (x) REFERENCES orders (id);',
    'ALTER TABLE users ALTER x SET NOT NULL;',
    'UPDATE orders SET x = 1;',
    'WITH old AS (SELECT 1) DELETE FROM users USING old;',
    'DO $$ BEGIN UPDATE users SET x = 1; END $$;',
    'LOCK TABLE audit_log;',
    'CREATE TRIGGER t AFTER INSERT ON orders EXECUTE FUNCTION f();\nINSERT INTO totals SELECT count(*) FROM orders;',
    'ALTER TABLE orders ADD CONSTRAINT c CHECK (x > 0) NOT VALID;\nALTER TABLE orders VALIDATE CONSTRAINT c;',
  ])('refuses %s', (sql) => {
    expect(findLockingStatements(sql)).toHaveLength(1);
  });

  it.each([
    'CREATE INDEX CONCURRENTLY orders_x ON orders (x);',
    'CREATE INDEX order_history_x ON order_history (x);',
    'ALTER TABLE orders ADD COLUMN x text, ADD COLUMN y int NOT NULL DEFAULT 0;',
    'ALTER TABLE orders ADD COLUMN at timestamptz NOT NULL DEFAULT now();',
    'ALTER TABLE orders ADD CONSTRAINT c CHECK (x > 0) NOT VALID;',
    'ALTER TABLE orders VALIDATE CONSTRAINT c;',
    'ALTER TABLE orders ADD CONSTRAINT one UNIQUE USING INDEX orders_one;',
    'CREATE TABLE notes (order_id bigint REFERENCES orders);',
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ UPDATE orders SET x = 1 $$;',
    'CREATE TRIGGER t AFTER UPDATE ON orders EXECUTE FUNCTION f();',
    '-- UPDATE orders SET x = 1;\nSELECT 1;',
    '-- may lock: users, orders\nUPDATE orders SET x = 1;',
  ])('allows %s', (sql) => {
    expect(findLockingStatements(sql)).toEqual([]);
  });

  it('says what to do', () => {
    expect(findLockingStatements('-- may lock: users\nCREATE INDEX orders_x ON orders (x);')).toEqual([
      'CREATE INDEX orders_x ON orders (x): builds an index: use CREATE INDEX CONCURRENTLY in a file of its own (or declare "-- may lock: orders")',
    ]);
  });
});
