import { randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { type ApplicationParts, createApplication } from '../src/app.ts';
import { hashPassword } from '../src/infra/crypto/password.ts';
import type { Database } from '../src/infra/db/database.ts';
import { createMetrics } from '../src/infra/metrics.ts';
import { TestBrowser } from './test-browser.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export const TEST_PASSWORD = 'Correct-Horse-7-Battery';

/** The product's HTTP layer over a database of its own, with a clock that the test sets. */
export interface TestApplication {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly masterKey: Buffer;
  readonly clock: { now: number };
  /** Everything that was logged, as text. */
  readonly logged: () => string;
  /** Another server process on the same database. */
  readonly createReplica: () => Promise<FastifyInstance>;
  readonly createAdministrator: (email: string) => Promise<{ readonly id: string; readonly email: string }>;
  readonly newBrowser: (options?: {
    readonly address?: string;
    readonly on?: FastifyInstance;
  }) => TestBrowser;
  readonly close: () => Promise<void>;
}

/** `configuration` overrides the defaults, which have no public URL and let many requests through. */
export async function startTestApplication(
  configuration: Partial<ApplicationParts['configuration']> = {},
  { webDist = '/nonexistent' }: { readonly webDist?: string } = {},
): Promise<TestApplication> {
  const testDatabase: TestDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const masterKey = randomBytes(32);
  const clock = { now: Date.parse('2026-03-01T12:00:00Z') };
  const lines: string[] = [];
  const log: Logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const start = async () => {
    const app = await createApplication({
      configuration: {
        analytics: null,
        imageOrigins: [],
        productName: 'Halyard',
        publicUrl: undefined,
        rateLimitFactor: 1_000,
        trustedProxies: [],
        ...configuration,
      },
      database,
      masterKey,
      log,
      metrics: createMetrics(),
      now: () => clock.now,
      webDist,
    });
    await app.ready();
    return app;
  };
  const apps = [await start()];
  const [app] = apps;
  if (app === undefined) throw new Error('unreachable');
  const passwordHash = hashPassword(TEST_PASSWORD);
  return {
    app,
    database,
    masterKey,
    clock,
    logged: () => lines.join(''),
    createReplica: async () => {
      const replica = await start();
      apps.push(replica);
      return replica;
    },
    createAdministrator: async (email) => {
      const password_hash = await passwordHash;
      const { id } = await database.transaction((transaction) =>
        transaction
          .insertInto('administrators')
          .values({ email, password_hash })
          .returning('id')
          .executeTakeFirstOrThrow(),
      );
      return { id, email };
    },
    newBrowser: ({ address = '192.0.2.1', on = app } = {}) => new TestBrowser(on, address),
    close: async () => {
      for (const each of apps) await each.close();
      await testDatabase.drop();
    },
  };
}
