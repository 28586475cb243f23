/** `backup-codes-2026-11-21T03-04-05Z.txt`: sorts by time, and no file system minds it. */
export function backupCodesFileName(now: Date): string {
  return `backup-codes-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.txt`;
}

/** One code a line, and nothing after the last. */
export function backupCodesText(codes: readonly string[]): string {
  return codes.join('\n');
}
