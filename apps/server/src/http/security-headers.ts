const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Of a script file, in place of the policy that every answer has: a worker takes it from its own file, not from the
 * page, and may load further scripts of ours.
 */
export const SCRIPT_FILE_POLICY =
  "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Headers of every answer, whatever it is. `secure`: whether browsers reach the product over https. */
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
