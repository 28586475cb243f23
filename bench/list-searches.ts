import { ADMIN_API } from '@halyard/contract/constants';
import { createSearchMemory } from '../apps/server/src/features/users/search-memory.ts';
import { searchUsers } from '../apps/server/src/features/users/search-users.ts';
import { readUserPage } from '../apps/server/src/features/users/users-queries.ts';
import { createDatabase, type Database } from '../apps/server/src/infra/db/database.ts';
import { createLog } from '../apps/server/src/infra/log.ts';
import { KeptConnection } from './measure/kept-connection.ts';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import type { BenchDatabase } from './product/bench-database.ts';

interface ListCase {
  readonly what: string;
  readonly offset?: number;
  readonly search?: string;
}

const CASES: readonly ListCase[] = [
  { what: 'first page' },
  { what: 'page at 500,000', offset: 500_000 },
  { what: 'rare term', search: '765432' },
  { what: 'frequent term', search: 'maria' },
  { what: 'term of two letters', search: 'an' },
  { what: 'term without a match', search: 'qzxjwv' },
];
const ROUNDS = 15;
const WARM_UP_ROUNDS = 3;

interface Statement {
  readonly name?: string;
  readonly text: string;
  readonly values: unknown[];
}

/** Each kind of list request through the API, beside the statement that it runs, sent by hand on one connection. */
export async function compareSearches({
  address,
  cookie,
  database,
}: {
  readonly address: string;
  readonly cookie: string;
  readonly database: BenchDatabase;
}): Promise<Bar[]> {
  const measured: { readonly what: string; readonly apiMs: number; readonly sqlMs: number }[] = [];
  for (const listCase of CASES) {
    const connection = await KeptConnection.open(`${address}${ADMIN_API}/users?${queryOf(listCase)}`, {
      cookie,
    });
    const statement = await statementOf(listCase, database);
    const apiMs: number[] = [];
    const sqlMs: number[] = [];
    for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
      const api = await timed(async () => await connection.ask());
      const sql = await timed(async () => await database.client.query(statement));
      if (round < WARM_UP_ROUNDS) continue;
      apiMs.push(api);
      sqlMs.push(sql);
    }
    connection.close();
    measured.push({ what: listCase.what, apiMs: median(apiMs), sqlMs: median(sqlMs) });
  }
  printTable(
    `Page and search at 1,000,000 users, median of ${ROUNDS} rounds`,
    measured.map(({ what, apiMs, sqlMs }) => ({
      request: what,
      'SQL by hand ms': round(sqlMs),
      'API ms': round(apiMs),
      'of the SQL': round(apiMs / sqlMs),
    })),
  );
  return measured.map(({ what, apiMs, sqlMs }) => ({
    what: `${what}, times the SQL by hand`,
    value: apiMs / sqlMs,
    limit: { atMost: 3 },
  }));
}

function queryOf({ offset = 0, search = '' }: ListCase): URLSearchParams {
  return new URLSearchParams({ offset: String(offset), search });
}

/** What the product would send to the database, read off its own query. */
async function statementOf(
  { offset = 0, search = '' }: ListCase,
  { connection }: BenchDatabase,
): Promise<Statement> {
  const database = createDatabase({ connection, max: 1, log: createLog('error') });
  let sent: Statement | undefined;
  const listening: Database = {
    ...database,
    prepared: async ({ name, text, values }) => {
      sent = { name, text, values: [...values] };
      return await database.prepared({ name, text, values });
    },
    query: async (statement) => {
      sent = { text: statement.text, values: statement.values ?? [] };
      return await database.query(statement);
    },
  };
  const page = { limit: 20, offset, includeDeleted: false, sort: 'newest' } as const;
  if (search === '') await readUserPage(listening, page);
  else await searchUsers(listening, createSearchMemory(), { ...page, search });
  await database.close();
  if (sent === undefined) throw new Error('the list sent no statement');
  return sent;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}
