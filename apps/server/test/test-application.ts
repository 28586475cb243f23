import { randomBytes } from 'node:crypto';
import { emailKey } from '@halyard/contract/email-key';
import type { FastifyInstance } from 'fastify';
import { type Logger, pino } from 'pino';
import { type ApplicationParts, createApplication } from '../src/app.ts';
import { type AuditInbox, createAuditInbox } from '../src/infra/audit/inbox/audit-inbox.ts';
import { createHeadMemory, type HeadMemory } from '../src/infra/audit/proof/head-memory.ts';
import { fixedMasterKeys, type MasterKeys } from '../src/infra/crypto/master-keys.ts';
import { createPasswordHasher, type PasswordHasher } from '../src/infra/crypto/password-hasher.ts';
import { createDatabase, type Database } from '../src/infra/db/database.ts';
import type { DatabaseConnection } from '../src/infra/db/database-connection.ts';
import { readInstallationId } from '../src/infra/db/installation-marks.ts';
import { createMetrics, type Metrics } from '../src/infra/metrics.ts';
import { createReadiness } from '../src/infra/readiness.ts';
import { openSealedRows } from '../src/infra/sealed-rows/open-sealed-rows.ts';
import { sealExistingRows } from '../src/infra/sealed-rows/seal-existing-rows.ts';
import type { SealedRows } from '../src/infra/sealed-rows/sealed-rows.ts';
import { createWorker } from '../src/worker.ts';
import { createMailbox, type SentMail } from './mailbox.ts';
import { asProduct, newestMigration } from './template-database.ts';
import { TestBrowser } from './test-browser.ts';
import { createTestDatabase } from './test-database.ts';

export const TEST_PASSWORD = 'Correct-Horse-7-Battery';

/** Minimal hashing cost for fast tests. `password-hasher.test.ts` and `admin.test.ts` test the product's own cost. */
const HASHING_COST = { memory: 64, passes: 1, parallelism: 1 };
export const HASH_FORM = /^\$argon2id\$v=19\$m=64,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/;

const APPLICATION_CONFIGURATION: ApplicationParts['configuration'] = {
  analytics: null,
  apiDocs: false,
  chainUrls: {},
  databaseUrl: 'postgres://database.example.com/halyard',
  explorerUrls: {},
  feedSilentMinutes: 60,
  imageOrigins: [],
  isEvaluation: false,
  keyHoldHours: 24,
  keyHoldNewDevices: false,
  pricesUrl: undefined,
  productName: 'Halyard',
  publicUrl: undefined,
  rateLimitFactor: 1_000,
  sampleData: false,
  securityNoticesTo: undefined,
  smtpUrl: undefined,
  trustedProxies: [],
};
const WORKER_CONFIGURATION = {
  inviteUrl: undefined,
  mailFrom: { name: 'Halyard', address: 'no-reply@admin.example.com' },
  productName: 'Halyard',
  publicUrl: 'https://admin.example.com',
  rateLimitFactor: 1,
  securityNoticesTo: undefined,
  smtpUrl: undefined,
};

/** The product's HTTP layer over its own database, with a clock that the test controls. */
export interface TestApplication {
  readonly app: FastifyInstance;
  readonly database: Database;
  readonly connection: DatabaseConnection;
  readonly direct: DatabaseConnection;
  readonly masterKeys: MasterKeys;
  readonly passwords: PasswordHasher;
  /** Of all its processes. */
  readonly headMemory: HeadMemory;
  readonly auditInbox: AuditInbox;
  readonly sealedRows: SealedRows;
  /** Seals rows that the test wrote, as the product does. */
  readonly sealRows: () => Promise<void>;
  /** In milliseconds; `elapsed` is the monotonic clock of audit watchers. Readiness uses the machine's clock. */
  readonly clock: { now: number; elapsed: number };
  readonly metrics: Metrics;
  readonly logged: () => string;
  /** Starts another server process on the same database. */
  readonly createReplica: () => Promise<FastifyInstance>;
  readonly createAdministrator: (email: string) => Promise<{ readonly id: string; readonly email: string }>;
  /** Works through the outbox once; resolves with the mails it sent, oldest first. */
  readonly deliverMail: () => Promise<readonly SentMail[]>;
  readonly newBrowser: (options?: {
    readonly address?: string;
    readonly on?: FastifyInstance;
  }) => TestBrowser;
  /** Returns the cookie of a session over plain http. */
  readonly sessionCookie: (token: string) => string;
  readonly close: () => Promise<void>;
}

/** Starts the application. By default it has no public URL and generous rate limits. */
export async function startTestApplication(
  configuration: Partial<ApplicationParts['configuration']> & { readonly smtpUrl?: string } = {},
  {
    webDist = '/nonexistent',
    masterKeys = fixedMasterKeys(randomBytes(32)),
    bypassesPooler = false,
  }: {
    readonly webDist?: string;
    readonly masterKeys?: MasterKeys;
    readonly bypassesPooler?: boolean;
  } = {},
): Promise<TestApplication> {
  const testDatabase = await createTestDatabase({ bypassesPooler });
  const { connection, direct, database } = testDatabase;
  const passwords = createPasswordHasher(HASHING_COST);
  const clock = { now: Date.parse('2026-03-01T12:00:00Z'), elapsed: 0 };
  const lines: string[] = [];
  const log: Logger = pino({ level: 'info' }, { write: (line: string) => lines.push(line) });
  const metrics = createMetrics();
  const sealedRows = openSealedRows({ masterKeys, log, metrics });
  // The product works without the rights of the owner, with which tests read and write.
  const productDatabase = createDatabase({ connection: asProduct(connection), max: 10, log });
  const parts = { database: productDatabase, masterKeys, sealedRows, log, now: () => clock.now };
  const headMemory = createHeadMemory(masterKeys, undefined);
  const auditInbox = createAuditInbox({ ...parts, seenHeads: headMemory });
  const stopLinking = auditInbox.start();
  const apps: FastifyInstance[] = [];
  const start = async () => {
    const app = await createApplication({
      ...parts,
      configuration: { ...APPLICATION_CONFIGURATION, ...configuration },
      passwords,
      headMemory,
      areRechecksFailing: () => false,
      auditInbox,
      metrics,
      isReady: await createTestReadiness(database, log),
      webDist,
    });
    apps.push(app);
    await app.ready();
    return app;
  };
  const app = await start();
  const installation = await readInstallationId(database.reader);
  const mailbox = await createMailbox();
  const worker = createWorker({
    ...parts,
    headMemory,
    auditInbox,
    configuration: { ...WORKER_CONFIGURATION, dataDir: mailbox.dataDir, ...configuration },
    metrics,
    address: 'http://127.0.0.1:3000',
  });
  const passwordHash = passwords.hash(TEST_PASSWORD);
  return {
    app,
    database,
    connection,
    direct,
    masterKeys,
    passwords,
    headMemory,
    auditInbox,
    sealedRows,
    sealRows: async () => await sealExistingRows(database, masterKeys()),
    metrics,
    clock,
    logged: () => lines.join(''),
    createReplica: start,
    createAdministrator: async (email) =>
      await insertAdministrator(database, sealedRows, email, await passwordHash),
    deliverMail: async () => {
      await worker.runOnce();
      return await mailbox.newMails();
    },
    sessionCookie: (token) => `admin_session_${installation}=${token}`,
    newBrowser: ({ address = '192.0.2.1', on = app } = {}) => new TestBrowser(on, address),
    close: async () => {
      for (const each of apps) await each.close();
      await stopLinking();
      await mailbox.remove();
      await productDatabase.close();
      await testDatabase.drop();
    },
  };
}

async function createTestReadiness(database: Database, log: Logger): Promise<() => Promise<boolean>> {
  const elapsed = () => performance.now();
  return createReadiness({ database, newestMigration: await newestMigration(), log, now: Date.now, elapsed });
}

async function insertAdministrator(
  database: Database,
  sealedRows: SealedRows,
  email: string,
  password_hash: string,
) {
  const values = { email, email_key: emailKey(email), password_hash };
  const row = await database.transaction((transaction) =>
    sealedRows.insert(transaction, 'administrators', values),
  );
  if (row === undefined) throw new Error(`there is an administrator ${email}`);
  return { id: row.id, email };
}
