import { parseUrl } from './parse-url.ts';

/** Returns a URL that may be linked. Rejects user names, which can pose as hosts (`https://bank.com@evil.test`). */
export function webLink(text: string): string | undefined {
  const url = parseUrl(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url && isWeb && url.username === '' && url.password === '' ? url.href : undefined;
}
