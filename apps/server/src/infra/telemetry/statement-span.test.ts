import { expect, it } from 'vitest';
import { describeStatement } from './statement-span.ts';

it.each([
  ['select "id" from "administrators" where "email" = $1', 'SELECT', 'administrators'],
  ['insert into sessions (id) values ($1)', 'INSERT', 'sessions'],
  ['UPDATE outbox SET state = $1', 'UPDATE', 'outbox'],
  ['-- the newest first\n  DELETE FROM "outbox"', 'DELETE', 'outbox'],
  ['(SELECT id FROM wallets) UNION ALL (SELECT 1)', 'SELECT', 'wallets'],
  ['SELECT extract(epoch FROM now()) FROM audit_head', 'SELECT', 'audit_head'],
  ['WITH due AS (SELECT 1) INSERT INTO list_days VALUES (1)', 'WITH', 'list_days'],
  ["SELECT set_config('a', $1, true)", 'SELECT', undefined],
  ['/* append */ WITH found AS (SELECT 1 FROM audit_head)', 'WITH', 'audit_head'],
  ['commit', 'COMMIT', undefined],
  ['', 'statement', undefined],
])('describeStatement names %j', (text, verb, table) => {
  expect(describeStatement(text)).toEqual({ verb, table });
});
