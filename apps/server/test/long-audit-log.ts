import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { extendChain, lockAuditHead } from '../src/infra/audit/chain/audit-chain.ts';
import type { AuditContent } from '../src/infra/audit/entry/audit-content.ts';
import type { Database } from '../src/infra/db/database.ts';
import type { TestApplication } from './test-application.ts';

/** Entries of a transaction, as in the largest batch of the feed. */
const BATCH = 1_000;

/** Appends entries as the product does, each with a value in every column, replaced by `values`. */
export async function appendEntries(
  { database, masterKeys }: Pick<TestApplication, 'database' | 'masterKeys'>,
  entries: number,
  at = new Date('2026-03-01T12:00:00.123Z'),
  values: Partial<AuditContent> = {},
): Promise<void> {
  for (let left = entries; left > 0; left -= BATCH) {
    await database.transaction(async (transaction) => {
      const head = await lockAuditHead(transaction, masterKeys);
      const contents = Array.from({ length: Math.min(left, BATCH) }, (_, index) => ({
        ...contentOf(head.sequence + index, at),
        ...values,
      }));
      await extendChain(head, contents, masterKeys, at);
    });
  }
}

function contentOf(number: number, at: Date): AuditContent {
  return {
    id: randomUUID(),
    created_at: at.toISOString(),
    action: 'user.block',
    action_category: 'user_management',
    description: `Act ${number} <b>😀</b>`,
    status: 'success',
    actor_type: 'user',
    actor_id: `actor-${number % 7}`,
    actor_email: 'ada@example.com',
    resource_type: 'user',
    resource_id: `user-${number % 11}`,
    resource_identifier: 'bob@example.com',
    request_id: `request-${number}`,
    ip_address: '2001:db8::1',
    user_agent: '',
    error_message: 'None',
    metadata: { z: 1, a: [null, { deep: 'é' }], constructor: number },
    changes: { blocked: { before: false, after: true } },
    occurred_at: '2026-02-28T22:59:59.500Z',
    service_key_id: 'key',
  };
}

/** Runs statements with triggers switched off, as a superuser can. */
export async function tamper(database: Database, statements: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(transaction);
    await sql.raw(statements).execute(transaction);
  });
}
