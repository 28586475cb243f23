import { parseUrl } from '../../shared/format/parse-url.ts';

/**
 * The address to load a user's picture from, or undefined where it may not be loaded: only http and https,
 * and only from the origins that the operator allows (null allows every one).
 */
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
