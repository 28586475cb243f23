import {
  AUDIT_ENTRY,
  AUDIT_FILTERS,
  AUDIT_PLATFORM_FEED,
  CREATED_DAYS,
  EXCEPTIONS,
  FIND,
  GETTING_STARTED,
  MERCHANT,
  ORDERS,
  REPLACE_AUTHENTICATOR,
  REVENUE,
  type RuntimeSettings,
  SYSTEM,
  TIMELINE,
  TRANSACTIONS,
  USER_STATUS_FILTER,
} from '@halyard/contract/runtime-settings';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Configuration } from './config/configuration.ts';
import { serveApiDocs } from './features/api-docs/api-docs-routes.ts';
import { mountAuditLogs } from './features/audit-logs/audit-logs-routes.ts';
import { createAuditLogsService } from './features/audit-logs/audit-logs-service.ts';
import { createAuditProofService } from './features/audit-logs/audit-proof-service.ts';
import { createNotifyAdministrator, type NotifyAdministrator } from './features/auth/account-notices.ts';
import { mountAccount } from './features/auth/account-routes.ts';
import { callRefused } from './features/auth/auth-audit.ts';
import { mountAuth } from './features/auth/auth-routes.ts';
import { createPasswordChangeService } from './features/auth/passwords/password-change-service.ts';
import { createPasswordResetService } from './features/auth/passwords/password-reset-service.ts';
import { createEnrolmentService } from './features/auth/second-factor/enrolment-service.ts';
import { createFactorChangeService } from './features/auth/second-factor/factor-change-service.ts';
import { createReplacementService } from './features/auth/second-factor/replacement-service.ts';
import { createStepUpService, type StepUpService } from './features/auth/second-factor/step-up-service.ts';
import { createTwoFactorService } from './features/auth/second-factor/two-factor-service.ts';
import { createAccountSessionsService } from './features/auth/sessions/account-sessions-service.ts';
import { createFindSession } from './features/auth/sessions/find-session.ts';
import { createSignInService } from './features/auth/sign-in/sign-in-service.ts';
import { networksWithNode } from './features/balances/open-balance-worker.ts';
import { mountRefresh } from './features/balances/refresh-routes.ts';
import { createRefreshService } from './features/balances/refresh-service.ts';
import { mountExceptions } from './features/exceptions/exceptions-routes.ts';
import { createExceptionsService } from './features/exceptions/exceptions-service.ts';
import { mountExports } from './features/exports/exports-routes.ts';
import { createExportsService } from './features/exports/exports-service.ts';
import { mountFind } from './features/find/find-routes.ts';
import { createFindService } from './features/find/find-service.ts';
import { mountGettingStarted } from './features/getting-started/getting-started-routes.ts';
import { createGettingStartedService } from './features/getting-started/getting-started-service.ts';
import { mountInvitations } from './features/invitations/invitations-routes.ts';
import { createInvitationsService } from './features/invitations/invitations-service.ts';
import { createRedemptionService } from './features/invitations/redemption-service.ts';
import { mountMerchants } from './features/merchants/merchants-routes.ts';
import { createMerchantsService } from './features/merchants/merchants-service.ts';
import { mountOrders } from './features/orders/orders-routes.ts';
import { createOrdersService } from './features/orders/orders-service.ts';
import { mountOverview } from './features/overview/overview-routes.ts';
import { createOverviewService } from './features/overview/overview-service.ts';
import { createRevenueService } from './features/overview/revenue-service.ts';
import { createSeriesService } from './features/overview/series-service.ts';
import { createAuditFeedService } from './features/platform-feed/audit-feed-service.ts';
import { createFedRecordsService } from './features/platform-feed/fed-records-service.ts';
import { mountPlatformFeed } from './features/platform-feed/feed-routes.ts';
import { createFeedService } from './features/platform-feed/feed-service.ts';
import { createFeedWalletsService } from './features/platform-feed/feed-wallets-service.ts';
import { createUserAccessService } from './features/platform-feed/user-access-service.ts';
import type { SampleFeed } from './features/sample-data/sample-data-parts.ts';
import { hasSampleData } from './features/sample-data/sample-data-service.ts';
import { findServiceKey } from './features/service-keys/service-key-store.ts';
import { mountStats } from './features/stats/stats-routes.ts';
import { createStatsService } from './features/stats/stats-service.ts';
import { mountSystem } from './features/system/system-routes.ts';
import { createSystemService } from './features/system/system-service.ts';
import { mountTimelines } from './features/timeline/timeline-routes.ts';
import { createTimelineService } from './features/timeline/timeline-service.ts';
import { mountTransactions } from './features/transactions/transactions-routes.ts';
import { createTransactionsService } from './features/transactions/transactions-service.ts';
import { createUserBlockingService } from './features/users/user-blocking-service.ts';
import { createUserSettingsService } from './features/users/user-settings-service.ts';
import { mountUsers } from './features/users/users-routes.ts';
import { createUsersService } from './features/users/users-service.ts';
import { mountWalletBackup } from './features/wallets/backup/wallet-backup-routes.ts';
import { createWalletBackupService } from './features/wallets/backup/wallet-backup-service.ts';
import { createInboundWalletsService } from './features/wallets/inbound-wallets-service.ts';
import { createWalletTransactionsService } from './features/wallets/wallet-transactions-service.ts';
import { mountWallets } from './features/wallets/wallets-routes.ts';
import { createWalletsService } from './features/wallets/wallets-service.ts';
import { createAccessPolicy } from './http/access-policy.ts';
import { addHealthRoutes } from './http/health-routes.ts';
import { createHostPolicy } from './http/host-policy.ts';
import { createHttpServer, type HttpOptions } from './http/http-server.ts';
import { createMount, type Mount } from './http/mount.ts';
import { createOriginPolicy } from './http/origin-policy.ts';
import { servePages } from './http/page-files.ts';
import { SessionCookies } from './http/session-cookie.ts';
import { type AppendAudit, createAppendAudit } from './infra/audit/append-audit.ts';
import type { ChainOptions, Inbox, SeenHeads } from './infra/audit/chain/audit-chain.ts';
import type { AuditInbox } from './infra/audit/inbox/audit-inbox.ts';
import type { HeadMemory } from './infra/audit/proof/head-memory.ts';
import { createEnvironmentKeyWrapper, type KeyWrapper } from './infra/crypto/key-wrapper.ts';
import type { MasterKeys } from './infra/crypto/master-keys.ts';
import type { PasswordHasher } from './infra/crypto/password-hasher.ts';
import type { Database } from './infra/db/database.ts';
import { readInstallationId } from './infra/db/installation-marks.ts';
import { readFeedSilence } from './infra/feed-batches.ts';
import type { Metrics } from './infra/metrics.ts';
import { createOutbox, type Outbox } from './infra/outbox/outbox.ts';
import { RateLimiter } from './infra/rate-limiter.ts';
import type { SealedRows } from './infra/sealed-rows/sealed-rows.ts';
import { withSecurityNotices } from './security-notices.ts';

export interface ApplicationParts {
  readonly configuration: Pick<
    Configuration,
    | 'analytics'
    | 'apiDocs'
    | 'chainUrls'
    | 'databaseUrl'
    | 'explorerUrls'
    | 'feedSilentMinutes'
    | 'imageOrigins'
    | 'isEvaluation'
    | 'keyHoldHours'
    | 'keyHoldNewDevices'
    | 'pricesUrl'
    | 'productName'
    | 'publicUrl'
    | 'rateLimitFactor'
    | 'sampleData'
    | 'securityNoticesTo'
    | 'smtpUrl'
    | 'trustedProxies'
  >;
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly passwords: PasswordHasher;
  readonly headMemory: HeadMemory;
  /** Whether several rechecks of the audit log in a row have failed. */
  readonly areRechecksFailing: () => boolean;
  readonly auditInbox: AuditInbox;
  readonly sealedRows: SealedRows;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The clock of this machine, in milliseconds since 1970, to compare with the database's. Default: `now`. */
  readonly machineNow?: () => number;
  readonly isReady: () => Promise<boolean>;
  readonly isStopping?: () => boolean;
  readonly webDist: string;
}

/** Returns a function that appends audit entries and seals them with the current master key. */
export function auditWith(masterKeys: MasterKeys, now: () => number, options?: ChainOptions): AppendAudit {
  return createAppendAudit(masterKeys, () => new Date(now()), options);
}

/** As `auditWith`, and mails acts that matter for security to `SECURITY_NOTICES_TO`. */
export function auditWithNotices({
  masterKeys,
  now,
  headMemory,
  auditInbox,
  configuration: { securityNoticesTo: to },
}: {
  readonly masterKeys: MasterKeys;
  readonly now: () => number;
  /** A command of a few seconds needs none. */
  readonly headMemory?: SeenHeads;
  readonly auditInbox?: Inbox;
  readonly configuration: Pick<Configuration, 'securityNoticesTo'>;
}): AppendAudit {
  const appendAudit = auditWith(masterKeys, now, { seenHeads: headMemory, inbox: auditInbox });
  if (to === undefined) return appendAudit;
  const outbox = createOutbox({ keys: createEnvironmentKeyWrapper(masterKeys) });
  return withSecurityNotices(appendAudit, { outbox, to, now });
}

/** The platform feed as a service, for the sample data. */
export function openFeedWith(
  parts: Pick<ApplicationParts, 'database' | 'masterKeys' | 'sealedRows'>,
): (appendAudit: AppendAudit) => SampleFeed {
  const keys = createEnvironmentKeyWrapper(parts.masterKeys);
  return (appendAudit) => {
    const services = { database: parts.database, sealedRows: parts.sealedRows, keys, appendAudit };
    return {
      ...createFeedService({ ...services, leavesExceptions: true }),
      ...createFeedWalletsService(services),
    };
  };
}

/** Returns what `/config.json` announces. Sample data needs no first steps. */
async function readRuntimeSettings({ configuration, database }: ApplicationParts): Promise<RuntimeSettings> {
  const { productName, analytics, imageOrigins, databaseUrl } = configuration;
  const sampleData = configuration.sampleData || (await hasSampleData(database.reader));
  const screens = [
    AUDIT_ENTRY,
    AUDIT_FILTERS,
    AUDIT_PLATFORM_FEED,
    CREATED_DAYS,
    EXCEPTIONS,
    FIND,
    MERCHANT,
    ORDERS,
    REPLACE_AUTHENTICATOR,
    REVENUE,
    SYSTEM,
    TIMELINE,
    TRANSACTIONS,
    USER_STATUS_FILTER,
    ...(sampleData ? [] : [GETTING_STARTED]),
  ];
  return {
    productName,
    analytics,
    imageOrigins,
    screens,
    sampleData,
    ...(databaseUrl === undefined ? { embeddedDatabase: true } : {}),
  };
}

export function httpOptions({
  configuration: { publicUrl, trustedProxies },
  log,
  metrics,
  isStopping,
}: Pick<ApplicationParts, 'configuration' | 'log' | 'metrics' | 'isStopping'>): HttpOptions {
  const secure = publicUrl?.startsWith('https:') ?? false;
  return { log, secure, trustedProxies, isOwnHost: createHostPolicy(publicUrl), metrics, isStopping };
}

export async function createApplication(parts: ApplicationParts): Promise<FastifyInstance> {
  const { configuration, database, masterKeys, sealedRows, now, webDist } = parts;
  const appendAudit = auditWithNotices(parts);

  const options = httpOptions(parts);
  const app = await createHttpServer(options);
  const cookies = new SessionCookies(options.secure, await readInstallationId(database.reader));
  const limiter = new RateLimiter(database, configuration.rateLimitFactor);
  app.addHook('onClose', async () => await giveBackTo(limiter, parts.log));
  const admit = createAccessPolicy({
    callers: {
      findSession: createFindSession({ database, sealedRows }),
      findServiceKey: (bearer, use) => findServiceKey(database, sealedRows, bearer, use),
    },
    cookies,
    isOwnOrigin: createOriginPolicy(configuration.publicUrl),
    limiter,
    noteRefusal: async ({ session, call, problem, origin }) => {
      const refused = { call, reason: problem.status, message: problem.message };
      await database.transaction((transaction) =>
        appendAudit(transaction, callRefused(session, refused, origin)),
      );
    },
  });
  const keys = createEnvironmentKeyWrapper(masterKeys);
  const outbox = createOutbox({ keys });
  const notify = createNotifyAdministrator({ outbox, now });
  const settings = await readRuntimeSettings(parts);
  const { sampleData } = settings;
  const services = { ...parts, keys, appendAudit, outbox, notify, limiter, sampleData };
  const stepUp = createStepUpService({ ...services, ...configuration });
  const mount = createMount(app, { admit, cookies, openStepUp: stepUp.openRecent });
  mountSignInAndAccount(mount, services, stepUp);
  mountFeatures(mount, services);
  mountWalletBackup(mount, createWalletBackupService({ ...services, stepUp }));

  addHealthRoutes(app, parts.isReady);
  if (configuration.apiDocs) await serveApiDocs(app, configuration.productName);
  await servePages(app, { dist: webDist, settings });
  return app;
}

/** Without it, calls that this process claimed are missing until their windows end. */
async function giveBackTo(limiter: RateLimiter, log: ApplicationParts['log']): Promise<void> {
  try {
    await limiter.giveBack();
  } catch (error) {
    log.warn({ err: error }, 'could not give back unspent calls of rate limits');
  }
}

interface Services extends ApplicationParts {
  readonly keys: KeyWrapper;
  readonly appendAudit: AppendAudit;
  readonly outbox: Outbox;
  readonly notify: NotifyAdministrator;
  readonly limiter: RateLimiter;
  readonly sampleData: boolean;
}

function mountSignInAndAccount(mount: Mount, services: Services, stepUp: StepUpService): void {
  const { productName, feedSilentMinutes } = services.configuration;
  const silentMinutes = services.sampleData ? 0 : feedSilentMinutes;
  mountAuth(mount, {
    signIn: createSignInService(services),
    twoFactor: createTwoFactorService(services),
    enrolment: createEnrolmentService({ ...services, productName }),
    feedSilence: () => readFeedSilence(services.database.reader, silentMinutes),
  });
  mountAccount(mount, {
    passwordChange: createPasswordChangeService(services),
    passwordReset: createPasswordResetService(services),
    factorChange: createFactorChangeService({ ...services, stepUp }),
    replacement: createReplacementService({ ...services, stepUp, productName }),
    sessions: createAccountSessionsService(services),
  });
}

function mountFeatures(mount: Mount, services: Services): void {
  const { configuration } = services;
  mountOverview(mount, {
    overview: createOverviewService(services),
    series: createSeriesService(services),
    revenue: createRevenueService(services),
  });
  mountStats(mount, createStatsService(services));
  mountGettingStarted(mount, createGettingStartedService(services));
  mountUsers(mount, {
    users: createUsersService(services),
    settings: createUserSettingsService(services),
    blocking: createUserBlockingService(services),
  });
  mountMerchants(mount, createMerchantsService(services));
  mountOrders(mount, { orders: createOrdersService(services), explorers: configuration.explorerUrls });
  mountExceptions(mount, createExceptionsService(services));
  mountTransactions(mount, {
    transactions: createTransactionsService(services),
    explorers: configuration.explorerUrls,
    addresses: services.sealedRows,
  });
  mountTimelines(mount, createTimelineService(services));
  mountFind(mount, { find: createFindService(services), addresses: services.sealedRows });
  mountInvitations(mount, {
    invitations: createInvitationsService({ ...services, rateLimitFactor: configuration.rateLimitFactor }),
    redemption: createRedemptionService(services),
  });
  mountWallets(mount, {
    wallets: createWalletsService(services),
    inbound: createInboundWalletsService(services),
    transactions: createWalletTransactionsService(services),
    explorers: configuration.explorerUrls,
    addresses: services.sealedRows,
  });
  mountRefresh(mount, createRefreshService({ ...services, networks: networksWithNode(configuration) }));
  mountAuditLogs(mount, { logs: createAuditLogsService(services), proof: createAuditProofService(services) });
  mountExports(mount, createExportsService(services));
  mountSystem(mount, createSystemService({ ...services, now: services.machineNow ?? services.now }));
  mountPlatformFeed(mount, {
    database: services.database,
    feed: createFeedService(services),
    wallets: createFeedWalletsService(services),
    auditLogs: createAuditFeedService(services),
    records: createFedRecordsService(services),
    access: createUserAccessService(services),
  });
}
