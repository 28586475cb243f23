import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ADMINISTRATOR_ENVIRONMENT } from './administrator.ts';

const ADMIN = fileURLToPath(new URL('../../apps/server/src/admin.ts', import.meta.url));

/** Runs `npm run admin` on a database, and returns what it prints. */
export function runAdmin(
  args: readonly string[],
  { databaseUrl, dataDir }: { readonly databaseUrl: string; readonly dataDir?: string },
): string {
  return execFileSync(process.execPath, [ADMIN, ...args], {
    env: {
      ...ADMINISTRATOR_ENVIRONMENT,
      PATH: process.env['PATH'],
      DATABASE_URL: databaseUrl,
      ...(dataDir !== undefined && { DATA_DIR: dataDir }),
    },
    encoding: 'utf8',
  });
}
