import type { IncomingHttpHeaders } from 'node:http';
import { DEFAULT_RUNTIME_SETTINGS } from '@halyard/contract/runtime-settings';
import { contentSecurityPolicy } from './content-security-policy.ts';

const STYLE =
  ':root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}body{max-width:32rem;margin:20vh auto;padding:0 1rem}h1{font-size:1.25rem}';

/** Returns a page for a browser whose request cannot reach the dashboard. @param message plain text without markup */
export function errorPage(message: string): {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
} {
  const html =
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
    `<title>Something went wrong</title><style>${STYLE}</style></head><body><h1>Something went wrong</h1>` +
    `<p>${message}.</p><p><a href="/">Go to the dashboard</a></p></body></html>`;
  const policy = contentSecurityPolicy(html, { ...DEFAULT_RUNTIME_SETTINGS, imageOrigins: [] });
  return {
    html,
    headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
  };
}

/** Whether a browser opens this address as a page. The API always answers in JSON. */
export function opensPage({
  url = '',
  headers: { accept = '' },
}: {
  readonly url?: string | undefined;
  readonly headers: IncomingHttpHeaders;
}): boolean {
  return accept.includes('text/html') && !isApi(url);
}

/** Also recognizes the absolute URLs that clients send to proxies. */
function isApi(url: string): boolean {
  return /^(\w+:\/\/[^/]*)?\/api([/?#]|$)/i.test(url);
}
