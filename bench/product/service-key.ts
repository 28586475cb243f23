import { runAdmin } from './run-admin.ts';

/** Creates a key that may write every kind of the feed, and returns its token. */
export function createServiceKey(databaseUrl: string, dataDir: string): string {
  const printed = runAdmin(['keys', 'create', '--name', 'Benchmark'], { databaseUrl, dataDir });
  const token = /^key: (\S+)$/m.exec(printed)?.[1];
  if (token === undefined) throw new Error(`no key in: ${printed}`);
  return token;
}
