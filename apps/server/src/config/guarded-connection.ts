import { isLoopbackHost } from '../infra/loopback-hosts.ts';

/** Whether a PostgreSQL connection is safe from eavesdropping and tampering: socket, loopback or verified TLS. */
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
