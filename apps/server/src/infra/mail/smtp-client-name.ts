import { isIP } from 'node:net';

/** Returns the host of the public URL as SMTP writes it: addresses in brackets. */
export function smtpClientName(publicUrl: string | undefined): string | undefined {
  if (publicUrl === undefined) return undefined;
  const { hostname } = new URL(publicUrl);
  if (hostname.startsWith('[')) return hostname.replace('[', '[IPv6:');
  return isIP(hostname) === 0 ? hostname : `[${hostname}]`;
}
