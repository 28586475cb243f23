import type { DatabaseLog } from '../infra/db/database-log.ts';
import { isLoopbackHost } from '../infra/loopback-hosts.ts';
import { type Configuration, EVERY_INTERFACE } from './configuration.ts';
import { urlHost } from './variables.ts';

export function warnOfUnsafeSettings(configuration: Configuration, log: Pick<DatabaseLog, 'warn'>): void {
  const { rateLimitFactor, publicUrl, host, databaseUrl, masterKey, misspelledVariables } = configuration;
  if (misspelledVariables.length > 0) {
    const named = misspelledVariables.map(({ found, meant }) => `${found} (did you mean ${meant}?)`);
    log.warn({}, `Ignoring unknown variables: ${named.join(', ')}`);
  }
  const isReachable = !isLoopbackHost(urlHost(host)) || isPublic(publicUrl);
  if (databaseUrl === undefined && isReachable) {
    log.warn(
      { host, publicUrl },
      'Other machines can reach this evaluation, which keeps its data in an embedded database: for production, set DATABASE_URL and MASTER_KEY',
    );
  }
  if (databaseUrl === undefined && masterKey !== undefined) {
    log.warn(
      {},
      'MASTER_KEY is set without DATABASE_URL: this evaluation keeps its data in an embedded database; for production, set DATABASE_URL',
    );
  }
  if (publicUrl === undefined && EVERY_INTERFACE.has(host)) {
    log.warn(
      { host },
      'PUBLIC_URL is not set: browsers can only sign in through localhost, 127.0.0.1 or [::1]',
    );
  }
  if (rateLimitFactor !== 1) log.warn({ rateLimitFactor }, 'RATE_LIMIT_FACTOR changes every rate limit');
  if (publicUrl?.startsWith('http:') && isPublic(publicUrl)) {
    log.warn({ publicUrl }, 'ALLOW_INSECURE_HTTP: sessions travel over plain http');
  }
  if (databaseUrl !== undefined && !isGuardedConnection(databaseUrl)) {
    log.warn({}, 'DATABASE_URL: add sslmode=verify-full, or the connection can be read and tampered with');
  }
}

function isPublic(publicUrl: string | undefined): boolean {
  return publicUrl !== undefined && !isLoopbackHost(new URL(publicUrl).hostname);
}

/** Returns whether the connection uses a socket, loopback or verified TLS. */
export function isGuardedConnection(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get('host') ?? hostname;
  return (
    host === '' ||
    /^(\/|%2f)/i.test(host) ||
    isLoopbackHost(host) ||
    searchParams.get('sslmode') === 'verify-full'
  );
}
