import { join } from 'node:path';
import type { RuntimeSettings } from '@halyard/contract/runtime-settings';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Configuration } from './config/configuration.ts';
import { createNotifyAdministrator } from './features/auth/account-notices.ts';
import { mountAccount } from './features/auth/account-routes.ts';
import { mountAuth } from './features/auth/auth-routes.ts';
import { createPasswordChangeService } from './features/auth/passwords/password-change-service.ts';
import { createResetRequestHandlers } from './features/auth/passwords/password-reset-requests.ts';
import { createPasswordResetService } from './features/auth/passwords/password-reset-service.ts';
import { createEnrolmentService } from './features/auth/second-factor/enrolment-service.ts';
import { createFactorChangeService } from './features/auth/second-factor/factor-change-service.ts';
import { createStepUpService } from './features/auth/second-factor/step-up-service.ts';
import { createTwoFactorService } from './features/auth/second-factor/two-factor-service.ts';
import { createAccountSessionsService } from './features/auth/sessions/account-sessions-service.ts';
import { findSession } from './features/auth/sessions/session-store.ts';
import { createSignInService } from './features/auth/sign-in/sign-in-service.ts';
import { mountExports } from './features/exports/exports-routes.ts';
import { createExportsService } from './features/exports/exports-service.ts';
import { mountInvitations } from './features/invitations/invitations-routes.ts';
import { createInvitationsService } from './features/invitations/invitations-service.ts';
import { createRedemptionService } from './features/invitations/redemption-service.ts';
import { mountMerchants } from './features/merchants/merchants-routes.ts';
import { createMerchantsService } from './features/merchants/merchants-service.ts';
import { mountOverview } from './features/overview/overview-routes.ts';
import { createOverviewService } from './features/overview/overview-service.ts';
import { mountPlatformFeed } from './features/platform-feed/feed-routes.ts';
import { createFeedService } from './features/platform-feed/feed-service.ts';
import { createUserAccessService } from './features/platform-feed/user-access-service.ts';
import { findServiceKey } from './features/service-keys/service-key-store.ts';
import { createUserBlockingService } from './features/users/user-blocking-service.ts';
import { createUserSettingsService } from './features/users/user-settings-service.ts';
import { mountUsers } from './features/users/users-routes.ts';
import { createUsersService } from './features/users/users-service.ts';
import { createAccessPolicy } from './http/access-policy.ts';
import { addHealthRoutes } from './http/health-routes.ts';
import { createHttpServer } from './http/http-server.ts';
import { createMount } from './http/mount.ts';
import { createOriginPolicy } from './http/origin-policy.ts';
import { servePages } from './http/page-files.ts';
import { SessionCookies } from './http/session-cookie.ts';
import { type AppendAudit, createAppendAudit } from './infra/audit/append-audit.ts';
import { createEnvironmentKeyWrapper } from './infra/crypto/key-wrapper.ts';
import type { MasterKeys } from './infra/crypto/master-keys.ts';
import type { Database } from './infra/db/database.ts';
import { createMailFiles } from './infra/mail/mail-files.ts';
import { createMailHandlers } from './infra/mail/mail-handlers.ts';
import { createSmtpTransport } from './infra/mail/smtp-transport.ts';
import type { Metrics } from './infra/metrics.ts';
import { createOutbox } from './infra/outbox/outbox.ts';
import { createOutboxWorker, type OutboxWorker } from './infra/outbox/outbox-worker.ts';
import { RateLimiter } from './infra/rate-limiter.ts';

export interface ApplicationParts {
  readonly configuration: Pick<
    Configuration,
    'analytics' | 'imageOrigins' | 'productName' | 'publicUrl' | 'rateLimitFactor' | 'trustedProxies'
  >;
  readonly database: Database;
  readonly masterKeys: MasterKeys;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The folder of the built dashboard. */
  readonly webDist: string;
}

/** Writes audit entries with the seal that belongs to the current master key. */
export function auditWith(masterKeys: MasterKeys, now: () => number): AppendAudit {
  return createAppendAudit(masterKeys, () => new Date(now()));
}

/** Puts the product together: every part is made here and handed what it needs. */
export async function createApplication(parts: ApplicationParts): Promise<FastifyInstance> {
  const { configuration, database, masterKeys, log, metrics, now, webDist } = parts;
  const { publicUrl, productName, analytics, imageOrigins } = configuration;
  const keys = createEnvironmentKeyWrapper(masterKeys);
  const appendAudit = auditWith(masterKeys, now);
  const outbox = createOutbox({ keys });
  const secure = publicUrl?.startsWith('https:') ?? false;

  const app = await createHttpServer({ log, secure, trustedProxies: configuration.trustedProxies, metrics });
  const cookies = new SessionCookies(secure);
  const admit = createAccessPolicy({
    callers: {
      findSession: (token) => findSession(database, token),
      findServiceKey: (bearer, scope) => findServiceKey(database, bearer, scope),
    },
    cookies,
    isOwnOrigin: createOriginPolicy(publicUrl),
    limiter: new RateLimiter(database, configuration.rateLimitFactor),
  });
  const notify = createNotifyAdministrator({ outbox, now });
  const stepUp = createStepUpService({ database, keys, appendAudit, notify, now });
  const passwordReset = createPasswordResetService({ database, appendAudit, outbox, notify });
  const mount = createMount(app, { admit, cookies, openStepUp: stepUp.open });

  mountAuth(mount, {
    signIn: createSignInService({ database, appendAudit }),
    twoFactor: createTwoFactorService({ database, keys, appendAudit, notify, now }),
    enrolment: createEnrolmentService({ database, keys, appendAudit, notify, productName, now }),
  });
  mountAccount(mount, {
    passwordChange: createPasswordChangeService({ database, appendAudit, notify }),
    passwordReset,
    factorChange: createFactorChangeService({ stepUp, appendAudit, notify }),
    sessions: createAccountSessionsService({ database, appendAudit }),
  });
  mountOverview(mount, createOverviewService({ database, now }));
  mountUsers(mount, {
    users: createUsersService({ database }),
    settings: createUserSettingsService({ database, appendAudit, now }),
    blocking: createUserBlockingService({ database, appendAudit }),
  });
  mountMerchants(mount, createMerchantsService({ database }));
  mountInvitations(mount, {
    invitations: createInvitationsService({ database, appendAudit, outbox }),
    redemption: createRedemptionService({ database, appendAudit }),
  });
  mountExports(mount, createExportsService({ database, appendAudit, now }));
  mountPlatformFeed(mount, {
    feed: createFeedService({ database, appendAudit }),
    access: createUserAccessService({ database }),
  });

  addHealthRoutes(app, async () => await isAnswering(database));
  const settings: RuntimeSettings = { productName, analytics, imageOrigins };
  await servePages(app, webDist, settings);
  return app;
}

export interface WorkerParts
  extends Pick<ApplicationParts, 'database' | 'masterKeys' | 'log' | 'metrics' | 'now'> {
  readonly configuration: Pick<
    Configuration,
    'dataDir' | 'inviteUrl' | 'mailFrom' | 'productName' | 'publicUrl' | 'smtpUrl'
  >;
  /** Where it listens: what links begin with where there is no public URL. */
  readonly address: string;
}

/** What works through the outbox, made once it is known where the product listens. */
export function createWorker(parts: WorkerParts): OutboxWorker {
  const { configuration, database, masterKeys, log, metrics, now, address } = parts;
  const { dataDir, inviteUrl, mailFrom: from, productName, publicUrl = address, smtpUrl } = configuration;
  const deliver =
    smtpUrl === undefined
      ? createMailFiles(join(dataDir, 'mail'), from)
      : createSmtpTransport({ url: smtpUrl, from });
  const keys = createEnvironmentKeyWrapper(masterKeys);
  const appendAudit = auditWith(masterKeys, now);
  return createOutboxWorker({
    database,
    keys,
    appendAudit,
    log,
    metrics,
    handlers: {
      ...createMailHandlers({ deliver, from, productName, links: { publicUrl, inviteUrl } }),
      ...createResetRequestHandlers({ appendAudit, outbox: createOutbox({ keys }) }),
    },
  });
}

async function isAnswering(database: Database): Promise<boolean> {
  return await database.ping().then(
    () => true,
    () => false,
  );
}
