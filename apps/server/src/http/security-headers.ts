const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Policy of script files. A worker uses it instead of the page's policy. */
export const SCRIPT_FILE_POLICY =
  "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** @param secure whether browsers use https */
export function securityHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    ...(secure && { 'strict-transport-security': `max-age=${YEAR_SECONDS}; includeSubDomains` }),
  };
}
