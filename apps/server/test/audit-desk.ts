import type { AuditLogPage } from '@halyard/contract/audit-logs';
import { sql } from 'kysely';
import { closeNextAuditBlock } from '../src/infra/audit/blocks/close-audit-blocks.ts';
import { enrolAdministrator } from './authenticator.ts';
import { startTestApplication, type TestApplication } from './test-application.ts';
import type { TestAnswer } from './test-browser.ts';

/** An administrator before an audit log that is divided into small blocks. */
export interface AuditDesk {
  readonly test: TestApplication;
  /** Asks for `/audit-logs` with these parameters. */
  readonly ask: (query: Readonly<Record<string, string | number>>) => Promise<TestAnswer>;
  /** The answer to what must be found. */
  readonly find: (query: Readonly<Record<string, string | number>>) => Promise<AuditLogPage>;
  /** Closes every block that is full; resolves with how many that were. */
  readonly closeBlocks: () => Promise<number>;
}

/** Blocks of 16 entries, three of which make a node, and so on; three of a kind are counted. */
export async function startAuditDesk(): Promise<AuditDesk> {
  const test = await startTestApplication();
  await test.database.transaction(async (transaction) => {
    await sql`UPDATE audit_blocks SET block_size = 16, fan_out = 3, counted_from = 3`.execute(transaction);
  });
  const { browser } = await enrolAdministrator(test, 'clerk@example.com');
  const ask: AuditDesk['ask'] = async (query) => {
    const parameters = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) parameters.set(name, String(value));
    return await browser.get(`/audit-logs?${parameters}`);
  };
  return {
    test,
    ask,
    find: async (query) => {
      const { status, body } = await ask(query);
      if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
      return body;
    },
    closeBlocks: async () => {
      let closed = 0;
      while (await closeNextAuditBlock(test.database)) closed++;
      return closed;
    },
  };
}
