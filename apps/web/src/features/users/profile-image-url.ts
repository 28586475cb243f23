import { parseUrl } from '../../shared/format/parse-url.ts';

/** Returns a user's image URL if it is http(s) and from an allowed origin. Null allows every origin. */
export function profileImageUrl(
  address: string | null,
  allowedOrigins: readonly string[] | null,
): string | undefined {
  const url = address ? parseUrl(address) : undefined;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) {
    return undefined;
  }
  return !allowedOrigins || allowedOrigins.includes(url.origin) ? url.href : undefined;
}
