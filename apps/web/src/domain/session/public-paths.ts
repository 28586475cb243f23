const PUBLIC_PREFIXES = ['/verify-otp', '/setup-2fa', '/forgot-password', '/reset-password', '/login'];

/** Whether a screen is public, so that it does not load the administrator. */
export function isPublicPath(path: string): boolean {
  return PUBLIC_PREFIXES.some((prefix) => path.startsWith(prefix));
}
