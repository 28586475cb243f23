import { runAdminProcess } from '../../../apps/server/test/admin-process.ts';
import type { Stage } from './stage.ts';

/** Runs a command of `npm run admin` on the stage's database. Throws if it fails. */
export async function runOperatorCommand(
  { database, masterKey }: Stage,
  args: readonly string[],
  input?: string,
): Promise<string> {
  const { rows } = await database.query<{ readonly url: string }>({
    text: `SELECT format('postgres://%s@/%s?host=%s&port=%s', current_user, current_database(),
      trim(BOTH '"' FROM current_setting('unix_socket_directories')), current_setting('port')) AS url`,
  });
  const settings = { DATABASE_URL: rows[0]?.url ?? '', MASTER_KEY: masterKey.toString('base64') };
  const { status, output, errors } = await runAdminProcess(settings, args, input);
  if (status !== 0) throw new Error(`${args.join(' ')}: ${output}${errors}`);
  return output;
}
