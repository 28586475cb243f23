import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type ApplicationParts, auditWith, createApplication } from './app.ts';
import { type Configuration, urlHost } from './config/configuration.ts';
import { isGuardedConnection } from './config/guarded-connection.ts';
import {
  createFirstAdministrator,
  newPassword,
} from './features/auth/administrators/administrator-service.ts';
import { deleteExpiredRows } from './features/auth/expired-rows.ts';
import { leaveNobodySignedInAfterRestore } from './features/auth/sessions/restored-database.ts';
import { openBalanceWorker } from './features/balances/open-balance-worker.ts';
import { settleForgottenExports } from './features/exports/settle-forgotten-exports.ts';
import { requireSealKey, requireSecretKeys } from './features/master-key/master-key-check.ts';
import { ensureSampleData } from './features/sample-data/sample-data-service.ts';
import { createServiceKeyService } from './features/service-keys/service-key-service.ts';
import { listeningRefusal } from './http/listening-refusal.ts';
import { startMetricsServer } from './http/metrics-server.ts';
import type { AppendAudit } from './infra/audit/append-audit.ts';
import { sealFormerLog } from './infra/audit/chain/seal-former-log.ts';
import { startAuditWatcher } from './infra/audit/proof/audit-watcher.ts';
import { readAuditAlarm } from './infra/audit/proof/extend-audit-tiles.ts';
import { keepAuditRetention } from './infra/audit/retention/audit-retention.ts';
import { startAuditBlockCloser } from './infra/audit/search/close-audit-blocks.ts';
import { openMasterKeys } from './infra/crypto/open-master-keys.ts';
import { createPasswordHasher, type PasswordHasher } from './infra/crypto/password-hasher.ts';
import { databaseNow } from './infra/database-now.ts';
import { createDatabase, type Database } from './infra/db/database.ts';
import type { DatabaseConnection } from './infra/db/database-connection.ts';
import { migrate } from './infra/db/migrate.ts';
import { waitForDatabase } from './infra/db/wait-for-database.ts';
import { startEmbeddedPostgres } from './infra/embedded-postgres/embedded-postgres.ts';
import { createLog } from './infra/log.ts';
import { isLoopbackHost } from './infra/loopback-hosts.ts';
import { createMetrics } from './infra/metrics.ts';
import { countOutboxEntries, deleteFinishedEntries } from './infra/outbox/outbox-store.ts';
import { createReadiness } from './infra/readiness.ts';
import { repeat } from './infra/repeat.ts';
import { createWorker } from './worker.ts';

const POOL_MAX = 10;
const MIGRATIONS = fileURLToPath(new URL('../migrations', import.meta.url));
const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** The running product. */
export interface Product {
  /** Base URL, for example `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Stops accepting connections, lets running requests finish for up to `seconds`, closes the database. */
  readonly stop: (seconds: number) => Promise<void>;
}

/** Functions that stop what was started. They run in reverse order. */
type Started = (() => Promise<void>)[];

/**
 * Starts everything: database, migrations, first administrator, sample data, HTTP.
 * @param stopping aborts the start
 * @throws StartupError with one line for the operator, or the abort reason. Everything started so far is stopped.
 */
export async function startProduct(configuration: Configuration, stopping: AbortSignal): Promise<Product> {
  const started: Started = [];
  const givenUp = Promise.withResolvers<never>();
  stopping.addEventListener('abort', () => givenUp.reject(stopping.reason), { once: true });
  try {
    return await Promise.race([start(configuration, started), givenUp.promise]);
  } catch (error) {
    await stopAll(started);
    throw error;
  }
}

async function start(configuration: Configuration, started: Started): Promise<Product> {
  const log = createLog(configuration.logLevel);
  warnOfOddSettings(configuration, log);
  const { masterKeys } = await openMasterKeys(configuration);
  const connection = await openDatabase(configuration, log, started);
  await waitForDatabase({ connection, log });
  const newestMigration = await migrate({ connection, directory: MIGRATIONS, log });
  const database = createDatabase({ connection, max: POOL_MAX, log });
  started.push(database.close);
  await requireSealKey(database, masterKeys);
  await requireSecretKeys(database, masterKeys);
  const now = Date.now;
  const elapsed = () => performance.now();
  await sealFormerLog(database, masterKeys, now);
  const appendAudit = auditWith(masterKeys, now);
  await leaveNobodySignedInAfterRestore({ database, appendAudit, now, log });

  const passwords = createPasswordHasher();
  const metrics = createMetrics();
  metrics.watchOutbox(() => countOutboxEntries(database.reader));
  metrics.watchAuditLog(() => readAuditAlarm(database.reader));
  const isReady = createReadiness({ database, newestMigration, log, now, elapsed });
  await isReady();
  const parts = {
    configuration,
    database,
    masterKeys,
    passwords,
    log,
    metrics,
    now,
    elapsed,
    isReady,
    webDist: WEB_DIST,
  };
  const app = await createApplication(parts);
  started.push(startHousekeeping(parts, appendAudit));
  started.push(startAuditBlockCloser(database, log));
  started.push(startAuditWatcher(database, log, now, elapsed));
  if (configuration.sampleData) await loadSampleData(parts, app, appendAudit);
  // Printed last before `ready`, so that nobody overlooks it.
  await announceFirstAdministrator(configuration, { database, appendAudit, passwords });
  if (configuration.metricsPort !== undefined) {
    const server = await startMetricsServer(metrics, configuration.host, configuration.metricsPort);
    started.push(async () => void server.close());
  }
  const port = await listen(app, configuration);
  const address = `http://${urlHost(configuration.host)}:${port}`;
  const worker = createWorker({ configuration, database, masterKeys, log, metrics, now, address });
  const balances = openBalanceWorker({ configuration, database, log, metrics, now });
  worker.start();
  balances.start();
  return {
    address,
    stop: async (seconds) => {
      await Promise.all([closeWithin(app, seconds), worker.stop(seconds), balances.stop()]);
      await stopAll(started);
    },
  };
}

/** Starts the regular jobs. Returns how to stop them. */
function startHousekeeping(
  parts: ApplicationParts & { readonly log: Logger; readonly configuration: Configuration },
  appendAudit: AppendAudit,
): () => Promise<void> {
  const { configuration, database, masterKeys, log, now, isReady } = parts;
  const retention = {
    database,
    masterKeys,
    now,
    databaseNow,
    retentionDays: configuration.auditRetentionDays,
  };
  const jobs = [
    repeat('delete expired rows', 60, () => deleteExpiredRows(database), log),
    repeat('delete finished outbox entries', 60, () => deleteFinishedEntries(database), log),
    repeat('drop old audit entries', 60, () => keepAuditRetention(retention), log),
    // Also warns about a wrong clock or missing migrations if nothing requests /readyz.
    repeat('look whether it is ready', 10, async () => void (await isReady()), log),
    repeat('settle forgotten exports', 10, () => settleForgottenExports({ database, appendAudit }), log),
  ];
  return async () => {
    for (const stop of jobs) stop();
  };
}

async function openDatabase(
  { databaseUrl, dataDir }: Configuration,
  log: Logger,
  started: Started,
): Promise<DatabaseConnection> {
  if (databaseUrl !== undefined) return { connectionString: databaseUrl };
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  started.push(postgres.stop);
  return postgres.connection;
}

async function announceFirstAdministrator(
  { adminEmail, adminPassword }: Configuration,
  parts: {
    readonly database: Database;
    readonly appendAudit: AppendAudit;
    readonly passwords: PasswordHasher;
  },
): Promise<void> {
  const password = adminPassword ?? newPassword();
  if (!(await createFirstAdministrator(parts, { email: adminEmail, password }))) return;
  const shown = adminPassword === undefined ? password : '(as set in ADMIN_PASSWORD)';
  process.stdout.write(
    `First administrator, shown only now:\n  e-mail: ${adminEmail}\n  password: ${shown}\n`,
  );
}

async function loadSampleData(
  parts: ApplicationParts & { readonly log: Logger },
  app: FastifyInstance,
  appendAudit: AppendAudit,
): Promise<void> {
  const { database, log, now } = parts;
  const keys = createServiceKeyService({ database, appendAudit });
  const restoreLevel = quieten(log);
  const send = feedThrough(await createSampleDoor(parts, app));
  const onProgress = sayQuarters('sample data');
  await ensureSampleData({ database, appendAudit, keys, send, now, onProgress }).finally(restoreLevel);
}

/** Limits the log to warnings, so that bulk requests do not flood it. Returns a function that restores the level. */
function quieten(log: Logger): () => void {
  const { level } = log;
  if (log.isLevelEnabled('info')) log.level = 'warn';
  return () => {
    log.level = level;
  };
}

/** Prints progress after each quarter. */
function sayQuarters(what: string): (share: number) => void {
  let said = 0;
  return (share) => {
    const quarters = Math.floor(share * 4);
    if (quarters > said) process.stdout.write(`${what}: ${quarters * 25} % written\n`);
    said = quarters;
  };
}

/** Returns an application whose rate limits are not lowered. With lower limits, loading the sample data would fail. */
async function createSampleDoor(parts: ApplicationParts, app: FastifyInstance): Promise<FastifyInstance> {
  const { configuration } = parts;
  if (configuration.rateLimitFactor >= 1) return app;
  return await createApplication({ ...parts, configuration: { ...configuration, rateLimitFactor: 1 } });
}

/** Calls the platform feed in this process, without a network. */
function feedThrough(app: FastifyInstance) {
  return async (path: string, body: object, token: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const answer = await app.inject({ method: 'POST', url: path, headers, payload: JSON.stringify(body) });
    return { status: answer.statusCode, json: answer.json() as unknown };
  };
}

async function listen(app: FastifyInstance, { host, port }: Configuration): Promise<number> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    throw listeningRefusal(error, { variable: 'PORT', host, port });
  }
  return (app.server.address() as AddressInfo).port;
}

async function closeWithin(app: FastifyInstance, seconds: number): Promise<void> {
  const cutOff = setTimeout(() => app.server.closeAllConnections(), seconds * 1_000);
  await app.close();
  clearTimeout(cutOff);
}

async function stopAll(started: Started): Promise<void> {
  for (const stop of started.splice(0).reverse()) await stop();
}

function warnOfOddSettings(
  { rateLimitFactor, publicUrl, host, databaseUrl }: Configuration,
  log: Logger,
): void {
  if (publicUrl === undefined && (host === '0.0.0.0' || host === '::')) {
    log.warn({ host }, 'PUBLIC_URL is not set: browsers can sign in through loopback names only');
  }
  if (rateLimitFactor !== 1) log.warn({ rateLimitFactor }, 'RATE_LIMIT_FACTOR changes every rate limit');
  if (publicUrl?.startsWith('http:') && !isLoopbackHost(new URL(publicUrl).hostname)) {
    log.warn({ publicUrl }, 'ALLOW_INSECURE_HTTP: sessions travel over plain http');
  }
  if (databaseUrl !== undefined && !isGuardedConnection(databaseUrl)) {
    log.warn({}, 'DATABASE_URL: others on the way may read it and answer, without sslmode=verify-full');
  }
}
