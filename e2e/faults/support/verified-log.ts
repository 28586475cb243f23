import { runAdminProcess } from '../../../apps/server/test/admin-process.ts';
import { SUPERUSER } from './own-postgres.ts';
import type { Scene } from './scene.ts';

/** Runs `npm run audit:verify`. Returns what is wrong with the audit log, or undefined. */
export async function faultOfLog({ postgres, masterKey }: Scene): Promise<string | undefined> {
  const settings = { DATABASE_URL: postgres.urlOf(SUPERUSER), MASTER_KEY: masterKey };
  const { status, output, errors } = await runAdminProcess(settings, ['audit', 'verify']);
  return status === 0 ? undefined : `audit verify: ${output}${errors}`;
}
