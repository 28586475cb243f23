import { runAdminProcess } from '../../../apps/server/test/admin-process.ts';
import { SUPERUSER } from './own-postgres.ts';
import type { Scene } from './scene.ts';

/** Runs `npm run audit:verify`. Returns what is wrong with the audit log, or undefined. */
export async function faultOfLog(scene: Scene): Promise<string | undefined> {
  const { status, output, errors } = await run(scene, ['audit', 'verify']);
  return status === 0 ? undefined : `audit verify: ${output}${errors}`;
}

/** Creates a key for the platform's API, and returns its token. */
export async function createServiceKey(scene: Scene): Promise<string> {
  const { output, errors } = await run(scene, ['keys', 'create', '--name', 'Faults']);
  const token = /^key: (\S+)$/m.exec(output)?.[1];
  if (token === undefined) throw new Error(`no key in: ${output}${errors}`);
  return token;
}

async function run({ postgres, masterKey }: Scene, args: readonly string[]) {
  const settings = { DATABASE_URL: postgres.urlOf(SUPERUSER), MASTER_KEY: masterKey };
  return await runAdminProcess(settings, args);
}
