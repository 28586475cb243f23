import { sql } from 'kysely';
import type { Database } from '../src/infra/db/database.ts';

/** Runs `work` while writing audit entries of an action fails. */
export async function withoutAudit<T>(
  database: Database,
  action: string,
  work: () => Promise<T>,
): Promise<T> {
  const execute = async (text: string): Promise<void> => {
    await database.transaction((transaction) => sql.raw(text).execute(transaction));
  };
  await execute(`CREATE FUNCTION refuse_entry() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION 'no audit entry today'; END $$;
    CREATE TRIGGER refuse_entry BEFORE INSERT ON audit_log FOR EACH ROW
      WHEN (NEW.action = '${action}') EXECUTE FUNCTION refuse_entry()`);
  try {
    return await work();
  } finally {
    await execute('DROP FUNCTION refuse_entry CASCADE');
  }
}
