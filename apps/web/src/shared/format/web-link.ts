import { parseUrl } from './parse-url.ts';

/**
 * Returns the URL of a website that a user entered, or undefined if it must not become a link: only http and https, and
 * no user name, because it could pose as a host (`https://bank.com@evil.test`).
 */
export function webLink(text: string): string | undefined {
  const url = parseUrl(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url && isWeb && url.username === '' && url.password === '' ? url.href : undefined;
}
