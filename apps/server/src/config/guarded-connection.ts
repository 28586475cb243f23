import { isLoopbackHost } from '../infra/loopback-hosts.ts';

/** Whether nobody between can read a connection to PostgreSQL or answer in its place: by a socket, loopback, or TLS. */
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
