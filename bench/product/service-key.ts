import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ADMINISTRATOR_ENVIRONMENT } from './administrator.ts';

const ADMIN = fileURLToPath(new URL('../../apps/server/src/admin.ts', import.meta.url));

/** Creates a key that may write every kind of the feed, and returns its token. */
export function createServiceKey(databaseUrl: string, dataDir: string): string {
  const printed = execFileSync(process.execPath, [ADMIN, 'keys', 'create', '--name', 'Benchmark'], {
    env: {
      ...ADMINISTRATOR_ENVIRONMENT,
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      DATA_DIR: dataDir,
    },
    encoding: 'utf8',
  });
  const token = /^key: (\S+)$/m.exec(printed)?.[1];
  if (token === undefined) throw new Error(`no key in: ${printed}`);
  return token;
}
