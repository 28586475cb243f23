/** The `code` of a Node.js system error ("ENOENT") or of a PostgreSQL error (its SQLSTATE), if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}
