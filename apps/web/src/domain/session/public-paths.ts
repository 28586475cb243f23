const PUBLIC_PREFIXES = ['/verify-otp', '/setup-2fa', '/forgot-password', '/reset-password', '/login'];

/** Whether a screen is available without a session. */
export function isPublicPath(path: string): boolean {
  return PUBLIC_PREFIXES.some((prefix) => path.startsWith(prefix));
}
