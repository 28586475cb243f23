import type { RuntimeSettings } from '@halyard/contract/runtime-settings';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Configuration } from './config/configuration.ts';
import { mountAuth } from './features/auth/auth-routes.ts';
import { createEnrolmentService } from './features/auth/enrolment-service.ts';
import { findSession } from './features/auth/session-store.ts';
import { createSignInService } from './features/auth/sign-in-service.ts';
import { createTwoFactorService } from './features/auth/two-factor-service.ts';
import { mountOverview } from './features/overview/overview-routes.ts';
import { createOverviewService } from './features/overview/overview-service.ts';
import { mountPlatformFeed } from './features/platform-feed/feed-routes.ts';
import { createFeedService } from './features/platform-feed/feed-service.ts';
import { findServiceKey } from './features/service-keys/service-key-store.ts';
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
import { createEnvironmentKeyWrapper, deriveKey } from './infra/crypto/key-wrapper.ts';
import type { Database } from './infra/db/database.ts';
import type { Metrics } from './infra/metrics.ts';
import { RateLimiter } from './infra/rate-limiter.ts';

export interface ApplicationParts {
  readonly configuration: Pick<
    Configuration,
    'analytics' | 'imageOrigins' | 'productName' | 'publicUrl' | 'rateLimitFactor' | 'trustedProxies'
  >;
  readonly database: Database;
  readonly masterKey: Buffer;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The folder of the built dashboard. */
  readonly webDist: string;
}

/** Writes audit entries with the seal that belongs to the master key. */
export function auditWith(masterKey: Buffer, now: () => number): AppendAudit {
  return createAppendAudit(deriveKey(masterKey, 'seal the audit log'), () => new Date(now()));
}

/** Puts the product together: every part is made here and handed what it needs. */
export async function createApplication(parts: ApplicationParts): Promise<FastifyInstance> {
  const { configuration, database, masterKey, log, metrics, now, webDist } = parts;
  const { publicUrl, productName, analytics, imageOrigins } = configuration;
  const keys = createEnvironmentKeyWrapper(masterKey);
  const appendAudit = auditWith(masterKey, now);
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
  const mount = createMount(app, admit, cookies);

  mountAuth(mount, {
    signIn: createSignInService({ database, appendAudit }),
    twoFactor: createTwoFactorService({ database, keys, appendAudit, now }),
    enrolment: createEnrolmentService({ database, keys, appendAudit, productName, now }),
  });
  mountOverview(mount, createOverviewService({ database, now }));
  mountUsers(mount, createUsersService({ database }));
  mountPlatformFeed(mount, createFeedService({ database, appendAudit }));

  addHealthRoutes(app, async () => await isAnswering(database));
  const settings: RuntimeSettings = { productName, analytics, imageOrigins };
  await servePages(app, webDist, settings);
  return app;
}

async function isAnswering(database: Database): Promise<boolean> {
  return await database.ping().then(
    () => true,
    () => false,
  );
}
