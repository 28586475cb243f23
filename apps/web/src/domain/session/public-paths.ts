const PUBLIC_PREFIXES = ['/verify-otp', '/setup-2fa', '/forgot-password', '/reset-password', '/login'];

export function isPublicPath(path: string): boolean {
  return PUBLIC_PREFIXES.some((prefix) => path.startsWith(prefix));
}
