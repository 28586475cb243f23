import { sql } from 'kysely';
import type { TotalDifference } from '../src/features/overview/totals-check.ts';
import { enrolAdministrator } from './authenticator.ts';
import { keptTotalDifferences } from './kept-totals.ts';
import { startTestApplication, type TestApplication } from './test-application.ts';
import type { TestAnswer, TestBrowser } from './test-browser.ts';
import { connectPlatform, type TestPlatform, uuidOf } from './test-platform.ts';

/** Users of a platform, and two administrators who act on them. Users are identified by number. */
export interface UserActs {
  readonly test: TestApplication;
  readonly platform: TestPlatform;
  readonly ada: TestBrowser;
  readonly ben: TestBrowser;
  readonly block: (number: number, reason?: unknown, by?: TestBrowser) => Promise<TestAnswer>;
  readonly unblock: (number: number, by?: TestBrowser) => Promise<TestAnswer>;
  readonly put: (
    number: number,
    settings: unknown,
    by?: TestBrowser,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<TestAnswer>;
  readonly get: (number: number, path?: string) => Promise<TestAnswer>;
  /** Returns the audit entries about a user, oldest first. */
  readonly entriesOf: (number: number) => Promise<readonly AuditRow[]>;
  readonly totalDifferences: () => Promise<readonly TotalDifference[]>;
  /** Resolves when this many connections to the test database wait for a lock. */
  readonly untilWaiting: (connections: number) => Promise<void>;
  /** Runs `work` while another transaction holds the rows of `lock` FOR UPDATE. */
  readonly whileLocked: <T>(lock: string, work: () => Promise<T>) => Promise<T>;
}

type AuditRow = Readonly<Record<string, unknown>> & {
  readonly action: string;
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>> | null;
};

export async function startUserActs(): Promise<UserActs> {
  const test = await startTestApplication();
  const platform = await connectPlatform(test);
  const { browser: ada } = await enrolAdministrator(test, 'ada@example.com');
  const { browser: ben } = await enrolAdministrator(test, 'ben@example.com');
  const { database } = test;
  const pathOf = (number: number, rest = '') => `/users/${uuidOf(number)}${rest}`;
  return {
    test,
    platform,
    ada,
    ben,
    block: async (number, reason = 'Chargebacks', by = ada) =>
      await by.send('POST', pathOf(number, '/block'), { payload: { reason } }),
    unblock: async (number, by = ada) => await by.send('POST', pathOf(number, '/unblock')),
    put: async (number, settings, by = ada, headers = {}) =>
      await by.send('PUT', pathOf(number, '/settings'), {
        payload: JSON.stringify(settings),
        headers: { 'content-type': 'application/json', ...headers },
      }),
    get: async (number, path = '') => await ada.get(pathOf(number, path)),
    entriesOf: async (number) => {
      await test.auditInbox.linkAll();
      const { rows } = await database.query<AuditRow>({
        text: `SELECT * FROM audit_log WHERE resource_type = 'user' AND resource_id = $1 ORDER BY sequence`,
        values: [uuidOf(number)],
      });
      return rows;
    },
    totalDifferences: async () => await keptTotalDifferences(test),
    untilWaiting: async (connections) => {
      for (;;) {
        const { rows } = await database.query({
          text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        });
        if (rows.length >= connections) return;
      }
    },
    whileLocked: async (lock, work) =>
      await database.transaction(async (transaction) => {
        await sql.raw(`${lock} FOR UPDATE`).execute(transaction);
        return await work();
      }),
  };
}
