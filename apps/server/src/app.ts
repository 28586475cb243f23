import type { RuntimeSettings } from '@halyard/contract/runtime-settings';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Configuration } from './config/configuration.ts';
import { mountAuditLogs } from './features/audit-logs/audit-logs-routes.ts';
import { createAuditLogsService } from './features/audit-logs/audit-logs-service.ts';
import { createAuditProofService } from './features/audit-logs/audit-proof-service.ts';
import { createNotifyAdministrator } from './features/auth/account-notices.ts';
import { mountAccount } from './features/auth/account-routes.ts';
import { callRefused } from './features/auth/auth-audit.ts';
import { mountAuth } from './features/auth/auth-routes.ts';
import { createPasswordChangeService } from './features/auth/passwords/password-change-service.ts';
import { createPasswordResetService } from './features/auth/passwords/password-reset-service.ts';
import { createEnrolmentService } from './features/auth/second-factor/enrolment-service.ts';
import { createFactorChangeService } from './features/auth/second-factor/factor-change-service.ts';
import { createStepUpService } from './features/auth/second-factor/step-up-service.ts';
import { createTwoFactorService } from './features/auth/second-factor/two-factor-service.ts';
import { createAccountSessionsService } from './features/auth/sessions/account-sessions-service.ts';
import { findSession } from './features/auth/sessions/session-store.ts';
import { createSignInService } from './features/auth/sign-in/sign-in-service.ts';
import { networksWithNode } from './features/balances/open-balance-worker.ts';
import { mountRefresh } from './features/balances/refresh-routes.ts';
import { createRefreshService } from './features/balances/refresh-service.ts';
import { mountExports } from './features/exports/exports-routes.ts';
import { createExportsService } from './features/exports/exports-service.ts';
import { mountInvitations } from './features/invitations/invitations-routes.ts';
import { createInvitationsService } from './features/invitations/invitations-service.ts';
import { createRedemptionService } from './features/invitations/redemption-service.ts';
import { mountMerchants } from './features/merchants/merchants-routes.ts';
import { createMerchantsService } from './features/merchants/merchants-service.ts';
import { mountOverview } from './features/overview/overview-routes.ts';
import { createOverviewService } from './features/overview/overview-service.ts';
import { createSeriesService } from './features/overview/series-service.ts';
import { createAuditFeedService } from './features/platform-feed/audit-feed-service.ts';
import { mountPlatformFeed } from './features/platform-feed/feed-routes.ts';
import { createFeedService } from './features/platform-feed/feed-service.ts';
import { createFeedWalletsService } from './features/platform-feed/feed-wallets-service.ts';
import { createUserAccessService } from './features/platform-feed/user-access-service.ts';
import { findServiceKey } from './features/service-keys/service-key-store.ts';
import { mountStats } from './features/stats/stats-routes.ts';
import { createStatsService } from './features/stats/stats-service.ts';
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
import { createHttpServer } from './http/http-server.ts';
import { createMount } from './http/mount.ts';
import { createOriginPolicy } from './http/origin-policy.ts';
import { servePages } from './http/page-files.ts';
import { SessionCookies } from './http/session-cookie.ts';
import { type AppendAudit, createAppendAudit } from './infra/audit/append-audit.ts';
import { createEnvironmentKeyWrapper } from './infra/crypto/key-wrapper.ts';
import type { MasterKeys } from './infra/crypto/master-keys.ts';
import type { PasswordHasher } from './infra/crypto/password-hasher.ts';
import type { Database } from './infra/db/database.ts';
import type { Metrics } from './infra/metrics.ts';
import { createOutbox } from './infra/outbox/outbox.ts';
import { RateLimiter } from './infra/rate-limiter.ts';

export interface ApplicationParts {
  readonly configuration: Pick<
    Configuration,
    | 'analytics'
    | 'chainUrls'
    | 'explorerUrls'
    | 'imageOrigins'
    | 'isEvaluation'
    | 'pricesUrl'
    | 'productName'
    | 'publicUrl'
    | 'rateLimitFactor'
    | 'trustedProxies'
  >;
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly passwords: PasswordHasher;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a clock that nobody sets: since some moment, and never fewer than before. */
  readonly elapsed: () => number;
  /** Whether requests can be served. */
  readonly isReady: () => Promise<boolean>;
  /** The folder of the built dashboard. */
  readonly webDist: string;
}

/** Writes audit entries with the seal that belongs to the current master key. */
export function auditWith(masterKeys: MasterKeys, now: () => number): AppendAudit {
  return createAppendAudit(masterKeys, () => new Date(now()));
}

/** Puts the product together: every part is made here and handed what it needs. */
export async function createApplication(parts: ApplicationParts): Promise<FastifyInstance> {
  const { configuration, database, masterKeys, passwords, log, metrics, now, elapsed, webDist } = parts;
  const { publicUrl, productName, analytics, imageOrigins, rateLimitFactor } = configuration;
  const keys = createEnvironmentKeyWrapper(masterKeys);
  const appendAudit = auditWith(masterKeys, now);
  const outbox = createOutbox({ keys });
  const secure = publicUrl?.startsWith('https:') ?? false;

  const app = await createHttpServer({
    log,
    secure,
    trustedProxies: configuration.trustedProxies,
    isOwnHost: createHostPolicy(publicUrl),
    metrics,
  });
  const cookies = new SessionCookies(secure);
  const limiter = new RateLimiter(database, rateLimitFactor);
  const admit = createAccessPolicy({
    callers: {
      findSession: (token) => findSession(database, token),
      findServiceKey: (bearer, scope) => findServiceKey(database, bearer, scope),
    },
    cookies,
    isOwnOrigin: createOriginPolicy(publicUrl),
    limiter,
    noteRefusal: async ({ session, call, problem, origin }) => {
      const refused = { call, reason: problem.status, message: problem.message };
      await database.transaction((transaction) =>
        appendAudit(transaction, callRefused(session, refused, origin)),
      );
    },
  });
  const notify = createNotifyAdministrator({ outbox, now });
  const stepUp = createStepUpService({ database, keys, passwords, appendAudit, notify, now });
  const passwordReset = createPasswordResetService({ database, appendAudit, passwords, outbox, notify });
  const mount = createMount(app, { admit, cookies, openStepUp: stepUp.open });

  mountAuth(mount, {
    signIn: createSignInService({ database, appendAudit, passwords }),
    twoFactor: createTwoFactorService({ database, keys, passwords, appendAudit, notify, now }),
    enrolment: createEnrolmentService({
      database,
      keys,
      passwords,
      appendAudit,
      notify,
      productName,
      now,
    }),
  });
  mountAccount(mount, {
    passwordChange: createPasswordChangeService({ database, appendAudit, passwords, notify }),
    passwordReset,
    factorChange: createFactorChangeService({ stepUp, passwords, appendAudit, notify }),
    sessions: createAccountSessionsService({ database, appendAudit }),
  });
  mountOverview(mount, {
    overview: createOverviewService({ database, now }),
    series: createSeriesService({ database, now }),
  });
  mountStats(mount, createStatsService({ database, now }));
  mountUsers(mount, {
    users: createUsersService({ database }),
    settings: createUserSettingsService({ database, appendAudit, now }),
    blocking: createUserBlockingService({ database, appendAudit }),
  });
  mountMerchants(mount, createMerchantsService({ database }));
  mountInvitations(mount, {
    invitations: createInvitationsService({ database, appendAudit, outbox, rateLimitFactor }),
    redemption: createRedemptionService({ database, appendAudit }),
  });
  mountWallets(mount, {
    wallets: createWalletsService({ database, configuration, now }),
    inbound: createInboundWalletsService({ database, configuration }),
    transactions: createWalletTransactionsService({ database }),
    explorers: configuration.explorerUrls,
  });
  mountRefresh(mount, createRefreshService({ database, networks: networksWithNode(configuration) }));
  mountWalletBackup(
    mount,
    createWalletBackupService({ database, keys, appendAudit, outbox, limiter, log, metrics, now }),
  );
  mountAuditLogs(mount, {
    logs: createAuditLogsService({ database }),
    proof: createAuditProofService({ database, masterKeys }),
  });
  mountExports(mount, createExportsService({ database, appendAudit, masterKeys, now, elapsed }));
  mountPlatformFeed(mount, {
    feed: createFeedService({ database, appendAudit }),
    wallets: createFeedWalletsService({ database, keys, appendAudit }),
    auditLogs: createAuditFeedService({ database, masterKeys, now }),
    access: createUserAccessService({ database }),
  });

  addHealthRoutes(app, parts.isReady);
  const settings: RuntimeSettings = { productName, analytics, imageOrigins };
  await servePages(app, { dist: webDist, settings, cookies });
  return app;
}
