import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import {
  type ApplicationParts,
  auditWithNotices,
  createApplication,
  httpOptions,
  openFeedWith,
} from './app.ts';
import type { Configuration } from './config/configuration.ts';
import { warnOfUnsafeSettings } from './config/settings-warnings.ts';
import { urlHost } from './config/variables.ts';
import {
  createFirstAdministrator,
  newPassword,
} from './features/auth/administrators/administrator-service.ts';
import { deleteExpiredRows } from './features/auth/expired-rows.ts';
import { endSessionsAfterRestore } from './features/auth/sessions/restored-database.ts';
import { openBalanceWorker } from './features/balances/open-balance-worker.ts';
import { settleForgottenExports } from './features/exports/settle-forgotten-exports.ts';
import { requireSealKey, requireSecretKeys } from './features/master-key/master-key-check.ts';
import { loadSampleDataAtStart } from './features/sample-data/load-at-start.ts';
import { closeWithin, listen } from './http/listen.ts';
import { startMetricsServer } from './http/metrics-server.ts';
import { createStartingServer } from './http/starting-server.ts';
import type { AppendAudit } from './infra/audit/append-audit.ts';
import { sealFormerLog } from './infra/audit/chain/seal-former-log.ts';
import { createAuditInbox } from './infra/audit/inbox/audit-inbox.ts';
import { startAuditWatcher } from './infra/audit/proof/audit-watcher.ts';
import { createSendSeal, startAuditWitness } from './infra/audit/proof/audit-witness.ts';
import { readAuditAlarm } from './infra/audit/proof/extend-audit-tiles.ts';
import { createHeadMemory } from './infra/audit/proof/head-memory.ts';
import {
  databaseName,
  openSeenHeadFile,
  type SeenHead,
  type SeenHeadFile,
} from './infra/audit/proof/seen-head-file.ts';
import { keepAuditRetention } from './infra/audit/retention/audit-retention.ts';
import { startAuditBlockCloser } from './infra/audit/search/close-audit-blocks.ts';
import { createEnvironmentKeyWrapper } from './infra/crypto/key-wrapper.ts';
import { openMasterKeys } from './infra/crypto/open-master-keys.ts';
import { createPasswordHasher, type PasswordHasher } from './infra/crypto/password-hasher.ts';
import { openDatabaseClock } from './infra/database-clock.ts';
import { databaseNow } from './infra/database-now.ts';
import { createDatabase, type Database } from './infra/db/database.ts';
import type { DatabaseConnection } from './infra/db/database-connection.ts';
import { ownerConnection, productConnection, setUpDatabase } from './infra/db/set-up-database.ts';
import { waitForDatabase } from './infra/db/wait-for-database.ts';
import { startEmbeddedPostgres } from './infra/embedded-postgres/embedded-postgres.ts';
import { keepExceptionSettings, startExceptionChecker } from './infra/exceptions/exception-checker.ts';
import { createLog } from './infra/log.ts';
import { createMetrics, type Metrics } from './infra/metrics.ts';
import { createOutbox } from './infra/outbox/outbox.ts';
import { deleteFinishedEntries } from './infra/outbox/outbox-store.ts';
import { createReadiness } from './infra/readiness.ts';
import { repeat } from './infra/repeat.ts';
import { openSealedRows } from './infra/sealed-rows/open-sealed-rows.ts';
import { createRowMemory } from './infra/sealed-rows/row-memory.ts';
import { openRowVersionFile } from './infra/sealed-rows/row-version-file.ts';
import type { SealedRows } from './infra/sealed-rows/sealed-rows.ts';
import { watchForeignRows } from './infra/sealed-rows/watch-foreign-rows.ts';
import { watchInstallation } from './infra/watch-installation.ts';
import { createWorker } from './worker.ts';

/** Share of the connections for transactions, so that reads go on while writes wait for a lock. */
const TRANSACTIONS_SHARE = 0.6;
/** One connection for the transaction of a job, and one for what it reads beside. */
const OWNER_POOL_MAX = 2;
/** Rechecks of the audit log that fail in a row before the metric and the System screen report it. */
const FAILED_CHECKS_ALARM = 5;
const WEB_DIST = fileURLToPath(new URL('../../web/dist', import.meta.url));

export interface Product {
  /** Base URL, for example `http://127.0.0.1:3000`. */
  readonly address: string;
  /** Takes requests for `DRAIN_SECONDS`, while it says that it is not ready. Then lets those that run finish for up to `seconds`. */
  readonly stop: (seconds: number) => Promise<void>;
}

/** Functions that stop the parts, in reverse order of their start. */
type Started = (() => Promise<void>)[];

/** Stops everything again if the start fails. @throws StartupError for the operator, or the abort reason */
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
  warnOfUnsafeSettings(configuration, log);
  const metrics = createMetrics();
  started.push(await openTelemetry(configuration, { metrics, log }));
  // Both ports are taken before anything is written.
  const starting = await createStartingServer(httpOptions({ configuration, log, metrics }));
  await listen(
    starting,
    configuration,
    (address) => `Starting: ${address} answers 503 until the product is ready`,
  );
  const releasePort = async () => await closeWithin(starting, 0);
  started.push(releasePort);
  if (configuration.metricsPort !== undefined) {
    const server = await startMetricsServer(metrics, configuration.metricsHost, configuration.metricsPort);
    started.push(async () => void server.close());
  }
  const { masterKeys } = await openMasterKeys(configuration);
  const connection = await openDatabase(configuration, log, started);
  const announce = (line: string) => void process.stderr.write(`${line}\n`);
  await waitForDatabase({ connection, log, announce });
  const owner = ownerConnection(configuration);
  const versionFile = openRowVersionFile(
    configuration.dataDir,
    databaseName(configuration, connection),
    'product',
  );
  const versions = await versionFile.read();
  const areRowsSealed = Object.keys(versions).length > 0;
  const newestMigration = await setUpDatabase({ connection, owner, masterKeys, log, areRowsSealed });
  const max = configuration.databasePoolMax;
  const transactionsMax = Math.floor(max * TRANSACTIONS_SHARE);
  const database = createDatabase({ connection, max, transactionsMax, log });
  started.push(database.close);
  const owned =
    owner === undefined ? database : createDatabase({ connection: owner, max: OWNER_POOL_MAX, log });
  if (owner !== undefined) started.push(owned.close);
  await requireSealKey(database, masterKeys);
  await requireSecretKeys(database, masterKeys);
  const elapsed = () => performance.now();
  const { now, measure } = await openDatabaseClock(database.reader, elapsed);
  await sealFormerLog(database, masterKeys, now);
  const seenHeads = openSeenHeadFile(configuration.dataDir, databaseName(configuration, connection));
  const headMemory = createHeadMemory(masterKeys, await readSeenHead(seenHeads, log));
  const auditInbox = createAuditInbox({ database, masterKeys, now, seenHeads: headMemory, log });
  started.push(auditInbox.start());
  const appendAudit = auditWithNotices({ masterKeys, now, headMemory, auditInbox, configuration });
  const rowMemory = createRowMemory(versions);
  const sealedRows = openSealedRows({ masterKeys, log, metrics, memory: rowMemory });
  await endSessionsAfterRestore({ database, sealedRows, appendAudit, now, log });

  const passwords = createPasswordHasher();
  watchInstallation(metrics, database, Date.now);
  let failedChecks = 0;
  const areRechecksFailing = () => failedChecks >= FAILED_CHECKS_ALARM;
  metrics.watch('halyard_audit_log_broken', async () => {
    const isBroken = headMemory.alarm() !== undefined || areRechecksFailing();
    return isBroken || (await readAuditAlarm(database.reader)) !== undefined ? 1 : 0;
  });
  const isDatabaseReady = createReadiness({ database, newestMigration, log, now: Date.now, elapsed });
  await isDatabaseReady();
  let isStopping = false;
  const isReady = async () => !isStopping && (await isDatabaseReady());
  const shared = { configuration, database, masterKeys, sealedRows, log, metrics, now };
  const parts = {
    ...shared,
    passwords,
    headMemory,
    areRechecksFailing,
    auditInbox,
    machineNow: Date.now,
    isReady,
    isStopping: () => isStopping,
    webDist: WEB_DIST,
  };
  const app = await createApplication(parts);
  started.push(startHousekeeping(parts, owned, appendAudit));
  const stopMeasuring = repeat('ask the database for the time', 1, measure, log);
  started.push(async () => stopMeasuring());
  started.push(startAuditBlockCloser(database, log));
  await keepExceptionSettings(database, configuration);
  started.push(startExceptionChecker(database, appendAudit, log));
  const onTried = (failedInRow: number) => {
    failedChecks = failedInRow;
  };
  const watched = { database, memory: headMemory, keepSeen: seenHeads.keep, onTried, log, now, elapsed };
  started.push(startAuditWatcher(watched));
  const { auditWitnessUrl } = configuration;
  if (auditWitnessUrl !== undefined) {
    const outbox = createOutbox({ keys: createEnvironmentKeyWrapper(masterKeys) });
    started.push(startAuditWitness(database, createSendSeal({ database, outbox }, auditWitnessUrl), log));
  }
  started.push(watchForeignRows({ database, sealedRows, memory: rowMemory, versionFile, metrics, log }));
  if (configuration.sampleData) await loadSampleDataAtStart({ ...shared, openFeed: openFeedWith(shared) });
  await releasePort();
  const port = await listen(app, configuration);
  announceEvaluation(configuration);
  // Printed last before `ready`, so that it is easy to see, and only after the server listens.
  await announceFirstAdministrator(configuration, { database, sealedRows, appendAudit, passwords });
  const address = `http://${urlHost(configuration.host)}:${port}`;
  const worker = createWorker({ ...shared, headMemory, auditInbox, address });
  const balances = openBalanceWorker(shared);
  worker.start();
  balances.start();
  return {
    address,
    stop: async (seconds) => {
      isStopping = true;
      await sleep(configuration.drainSeconds * 1_000);
      await Promise.all([closeWithin(app, seconds), worker.stop(seconds), balances.stop()]);
      await stopAll(started);
    },
  };
}

/** Loads the packages of OpenTelemetry only if they are used. Returns a function that stops it. */
async function openTelemetry(
  { telemetry }: Configuration,
  parts: { readonly metrics: Metrics; readonly log: Logger },
): Promise<() => Promise<void>> {
  if (telemetry === undefined) return async () => undefined;
  const { startTelemetry } = await import('./infra/telemetry/start-telemetry.ts');
  return startTelemetry(telemetry, parts);
}

/** Returns a function that stops the jobs. */
function startHousekeeping(
  parts: ApplicationParts & { readonly log: Logger; readonly configuration: Configuration },
  owned: Database,
  appendAudit: AppendAudit,
): () => Promise<void> {
  const { configuration, database, masterKeys, sealedRows, log, now, isReady } = parts;
  const retentionDays = configuration.auditRetentionDays;
  const retention = { database: owned, masterKeys, now, databaseNow, retentionDays };
  const jobs = [
    repeat('delete expired rows', 60, () => deleteExpiredRows(database), log),
    repeat('delete finished outbox entries', 60, () => deleteFinishedEntries(database), log),
    repeat('maintain audit partitions', 60, () => keepAuditRetention(retention), log),
    // Also warns about a wrong clock or missing migrations if nothing requests /readyz.
    repeat('readiness check', 10, async () => void (await isReady()), log),
    repeat(
      'settle forgotten exports',
      10,
      () => settleForgottenExports({ database, sealedRows, appendAudit }),
      log,
    ),
  ];
  return async () => {
    for (const stop of jobs) stop();
  };
}

async function openDatabase(
  configuration: Configuration,
  log: Logger,
  started: Started,
): Promise<DatabaseConnection> {
  const connection = productConnection(configuration);
  if (connection !== undefined) return connection;
  const postgres = await startEmbeddedPostgres({ dataDir: configuration.dataDir, log });
  started.push(postgres.stop);
  return postgres.connection;
}

/** Another witness is missing if the file cannot be read, but the product works. */
async function readSeenHead(file: SeenHeadFile, log: Logger): Promise<SeenHead | undefined> {
  try {
    return await file.read();
  } catch (error) {
    log.warn({ err: error }, 'could not read the head of the audit log that was seen before');
    return undefined;
  }
}

function announceEvaluation({ databaseUrl, dataDir }: Configuration): void {
  if (databaseUrl !== undefined) return;
  process.stdout.write(
    `The embedded PostgreSQL in ${dataDir} is for evaluation only. For production, set DATABASE_URL.\n`,
  );
}

async function announceFirstAdministrator(
  { adminEmail, adminPassword }: Configuration,
  parts: {
    readonly database: Database;
    readonly sealedRows: SealedRows;
    readonly appendAudit: AppendAudit;
    readonly passwords: PasswordHasher;
  },
): Promise<void> {
  const password = adminPassword ?? newPassword();
  const outcome = await createFirstAdministrator(parts, { email: adminEmail, password });
  if (outcome === 'lost') {
    process.stdout.write(
      "There are no administrators left, although the audit log records one. If you didn't delete them, find out who did. To create one: npm run admin -- create <email>\n",
    );
  }
  if (outcome !== 'created') return;
  const shown = adminPassword === undefined ? password : '(as set in ADMIN_PASSWORD)';
  process.stdout.write(
    `First administrator (shown only once):\n  email: ${adminEmail}\n  password: ${shown}\n`,
  );
}

async function stopAll(started: Started): Promise<void> {
  for (const stop of started.splice(0).reverse()) await stop();
}
