import { sql } from 'kysely';
import { expect } from 'vitest';
import type { TestApplication } from './test-application.ts';
import type { TestAnswer } from './test-browser.ts';

/** A database in which writes to some tables, and their commits, can be made to fail. */
export interface WriteFaults {
  /** Returns the rows of these tables, which a failed action must not change. */
  readonly state: () => Promise<string>;
  /**
   * Runs an action with a fault after each written row, then at each table's commit, then without.
   * Faulty runs must answer 500 or 503 and change nothing. Returns the tables that the action writes.
   */
  readonly breakEverywhere: (act: () => Promise<TestAnswer>) => Promise<readonly string[]>;
}

interface PlannedFault {
  /** Rows written before the fault; 0 for a fault at commit. */
  readonly afterRow: number;
  readonly atCommitOf: string;
}

export async function plantWriteFaults(
  { database }: Pick<TestApplication, 'database'>,
  tables: readonly string[],
): Promise<WriteFaults> {
  const execute = async (text: string): Promise<void> => {
    await database.transaction((transaction) => sql.raw(text).execute(transaction));
  };
  const read = async <Row extends object>(text: string): Promise<Row[]> =>
    (await database.query<Row>({ text })).rows;

  await execute(PLANNING);
  for (const table of tables) await execute(triggersOf(table));

  const plan = async ({ afterRow, atCommitOf }: PlannedFault) =>
    await execute(`UPDATE planned_fault SET after_row = ${afterRow}, at_commit_of = '${atCommitOf}';
      ALTER SEQUENCE written_rows RESTART`);
  const writtenRows = async (sequence = 'written_rows'): Promise<number> => {
    const [counted] = await read<{ rows: number }>(
      `SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS rows FROM ${sequence}`,
    );
    return counted?.rows ?? 0;
  };
  const state = async () =>
    JSON.stringify(
      await Promise.all(tables.map((table) => read(`SELECT ${table}::text FROM ${table} ORDER BY 1`))),
    );

  return {
    state,
    breakEverywhere: async (act) => {
      const before = await state();
      const fail = async (fault: PlannedFault) => {
        await plan(fault);
        const answer = await act();
        expect(['500 internal_error', '503 unavailable']).toContain(`${answer.status} ${answer.body.status}`);
        expect(await state()).toBe(before);
        expect(await read(OPEN_TRANSACTIONS)).toEqual([]);
      };
      for (const table of tables) await execute(`ALTER SEQUENCE rows_of_${table} RESTART`);
      let afterRow = 0;
      do await fail({ afterRow: ++afterRow, atCommitOf: 'any' });
      while ((await writtenRows()) === afterRow);
      const written: string[] = [];
      for (const table of tables) if ((await writtenRows(`rows_of_${table}`)) > 0) written.push(table);
      for (const table of written) await fail({ afterRow: 0, atCommitOf: table });
      await plan({ afterRow: 0, atCommitOf: 'none' });
      expect((await act()).status).toBeLessThan(300);
      return written;
    },
  };
}

const OPEN_TRANSACTIONS = `SELECT query FROM pg_stat_activity
  WHERE datname = current_database() AND state LIKE 'idle in transaction%'`;

// Sequences are not rolled back, so they count across failed transactions.
const PLANNING = `
  CREATE SEQUENCE written_rows;
  CREATE TABLE planned_fault AS SELECT 0::bigint AS after_row, 'none' AS at_commit_of;
  CREATE FUNCTION break_after_row() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM nextval('rows_of_' || TG_ARGV[0]);
    IF nextval('written_rows') = (SELECT after_row FROM planned_fault) THEN
      RAISE EXCEPTION 'broken after a row of %', TG_ARGV[0];
    END IF;
    RETURN NULL;
  END $$;
  CREATE FUNCTION break_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF EXISTS (SELECT FROM planned_fault WHERE at_commit_of IN (TG_ARGV[0], 'any')) THEN
      RAISE EXCEPTION 'broken at the commit of %', TG_ARGV[0];
    END IF;
    RETURN NULL;
  END $$`;

/** Passes the table's name to the triggers, because a row of a partition fires them too. */
function triggersOf(table: string): string {
  return `
    CREATE SEQUENCE rows_of_${table};
    CREATE TRIGGER zzz_break AFTER INSERT OR UPDATE OR DELETE ON ${table}
      FOR EACH ROW EXECUTE FUNCTION break_after_row('${table}');
    CREATE CONSTRAINT TRIGGER zzz_break_commit AFTER INSERT OR UPDATE OR DELETE ON ${table}
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION break_at_commit('${table}')`;
}
