import type { Logger } from 'pino';
import { isLoopbackHost } from '../infra/loopback-hosts.ts';
import type { Configuration } from './configuration.ts';

export function warnOfUnsafeSettings(
  { rateLimitFactor, publicUrl, host, databaseUrl }: Configuration,
  log: Logger,
): void {
  if (publicUrl === undefined && (host === '0.0.0.0' || host === '::')) {
    log.warn(
      { host },
      'PUBLIC_URL is not set: browsers can only sign in through localhost, 127.0.0.1 or [::1]',
    );
  }
  if (rateLimitFactor !== 1) log.warn({ rateLimitFactor }, 'RATE_LIMIT_FACTOR changes every rate limit');
  if (publicUrl?.startsWith('http:') && !isLoopbackHost(new URL(publicUrl).hostname)) {
    log.warn({ publicUrl }, 'ALLOW_INSECURE_HTTP: sessions travel over plain http');
  }
  if (databaseUrl !== undefined && !isGuardedConnection(databaseUrl)) {
    log.warn({}, 'DATABASE_URL: add sslmode=verify-full, or the connection can be read and tampered with');
  }
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
