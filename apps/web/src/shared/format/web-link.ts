import { parseUrl } from './parse-url.ts';

/**
 * The address of a link to what somebody entered as a website, or undefined where it must stay plain text:
 * only http and https lead anywhere, and none whose user name poses as a host (`https://bank.com@evil.test`).
 */
export function webLink(text: string): string | undefined {
  const url = parseUrl(text);
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
  return url && isWeb && url.username === '' && url.password === '' ? url.href : undefined;
}
