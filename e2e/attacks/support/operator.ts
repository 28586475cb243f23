import { runAdminProcess } from '../../../apps/server/test/admin-process.ts';
import { databaseUrls } from './database-urls.ts';
import type { Stage } from './stage.ts';

/** Runs a command of `npm run admin` on the stage's database. Throws if it fails. */
export async function runOperatorCommand(
  stage: Stage,
  args: readonly string[],
  input?: string,
): Promise<string> {
  const { DATABASE_URL_OWNER: DATABASE_URL } = await databaseUrls(stage);
  const settings = { DATABASE_URL, MASTER_KEY: stage.masterKey.toString('base64') };
  const { status, output, errors } = await runAdminProcess(settings, args, input);
  if (status !== 0) throw new Error(`${args.join(' ')}: ${output}${errors}`);
  return output;
}
