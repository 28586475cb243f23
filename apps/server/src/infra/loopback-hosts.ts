/** The names of the loopback interface, as they stand in a URL. */
export const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Whether the host name of a URL is of the loopback interface, all of 127.0.0.0/8 included. */
export function isLoopbackHost(hostname: string): boolean {
  return LOOPBACK_HOSTS.has(hostname) || /^127(\.\d+){3}$/.test(hostname);
}
