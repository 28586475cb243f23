const PUBLIC_PREFIXES = ['/verify-otp', '/setup-2fa', '/forgot-password', '/reset-password', '/login'];

/** Whether a path is one of those that do not load the administrator. */
export function isPublicPath(path: string): boolean {
  return PUBLIC_PREFIXES.some((prefix) => path.startsWith(prefix));
}
