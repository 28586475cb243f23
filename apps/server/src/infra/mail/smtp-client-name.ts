import { isIP } from 'node:net';
import { isLoopbackHost } from '../loopback-hosts.ts';

/** Two or more labels of letters, digits and hyphens, as RFC 5321 wants it. The last one is no number. */
const DOMAIN = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/i;

/**
 * Returns the name for EHLO: the host of the public URL, with an address in brackets, or else the sender's domain.
 * Undefined if neither is a name that servers accept.
 */
export function smtpClientName(publicUrl: string | undefined, sender: string): string | undefined {
  const host = publicUrl === undefined ? 'localhost' : new URL(publicUrl).hostname;
  const isLocal = isLoopbackHost(host);
  if (host.startsWith('[') && !isLocal) return host.replace('[', '[IPv6:');
  if (isIP(host) !== 0 && !isLocal) return `[${host}]`;
  return [host, sender.replace(/.*@/, '')].find((name) => DOMAIN.test(name));
}
