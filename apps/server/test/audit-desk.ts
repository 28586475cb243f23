import type { AuditLogPage } from '@halyard/contract/audit-logs';
import { sql } from 'kysely';
import { closeNextAuditBlock } from '../src/infra/audit/search/close-audit-blocks.ts';
import { enrolAdministrator } from './authenticator.ts';
import { startTestApplication, type TestApplication } from './test-application.ts';
import type { TestAnswer, TestBrowser } from './test-browser.ts';

export interface AuditDesk {
  readonly test: TestApplication;
  /** Signed in as an administrator. */
  readonly browser: TestBrowser;
  readonly ask: (query: Readonly<Record<string, string | number>>) => Promise<TestAnswer>;
  /** Requests `/audit-logs` and throws unless it answers 200. */
  readonly find: (query: Readonly<Record<string, string | number>>) => Promise<AuditLogPage>;
  /** Closes every full block; resolves with their number. */
  readonly closeBlocks: () => Promise<number>;
}

/** Uses blocks of 16 entries and nodes of three children, and counts an e-mail or resource id from three entries on. */
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
    browser,
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
