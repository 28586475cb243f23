import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import type { Client } from 'pg';
import { describeMachine, leaveFirstCore } from './measure/machine.ts';
import { printBars, printTable, round } from './measure/report.ts';
import { measureMemory } from './measure/resident-memory.ts';
import {
  ADMINISTRATOR_ENVIRONMENT,
  type EnrolledAdministrator,
  enrolAdministrator,
} from './product/administrator.ts';
import { startBenchDatabase } from './product/bench-database.ts';
import { startServer } from './product/running-server.ts';

/** `npm run bench:export [-- USERS]`: exports a million users as CSV, compared with COPY of the same rows. */

const USERS = Number(process.argv[2] ?? 1_000_000);
const ROUNDS = 3;
const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);
const SAME_ROWS = `COPY (SELECT id, name, email, merchant_count, created_at, blocked_at, blocked_reason, deleted_at
  FROM users WHERE deleted_at IS NULL ORDER BY created_at DESC, id DESC) TO STDOUT (FORMAT csv)`;

interface Written {
  readonly rows: number;
  readonly seconds: number;
  readonly megabytes: number;
}

async function download(address: string, { cookie, csrfToken }: EnrolledAdministrator): Promise<Written> {
  const created = await fetch(`${address}${ADMIN_API}/exports`, {
    method: 'POST',
    headers: { cookie, [CSRF_HEADER]: csrfToken, 'content-type': 'application/json' },
    body: JSON.stringify({ of: 'users' }),
  });
  const startedAt = performance.now();
  const response = await fetch(`${address}${((await created.json()) as { address: string }).address}`, {
    headers: { cookie },
  });
  if (response.body === null || !response.ok) throw new Error(`the export returned ${response.status}`);
  let bytes = 0;
  let lines = 0;
  for await (const piece of response.body) {
    bytes += piece.length;
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++;
  }
  return { rows: lines - 1, seconds: (performance.now() - startedAt) / 1_000, megabytes: bytes / 1_000_000 };
}

async function copy(client: Client): Promise<Written> {
  const startedAt = performance.now();
  const { rowCount } = await client.query(SAME_ROWS);
  return { rows: rowCount ?? 0, seconds: (performance.now() - startedAt) / 1_000, megabytes: Number.NaN };
}

const firstCore = leaveFirstCore();
const database = await startBenchDatabase({ users: USERS });
const environment = { DATABASE_URL: database.url, PORT: '0', ...ADMINISTRATOR_ENVIRONMENT };
const product = await startServer(PRODUCT, { environment, firstCore });
try {
  const administrator = await enrolAdministrator(product.address);
  console.log(`${describeMachine()}${firstCore ? ', one core for the server' : ''}`);
  const table: Record<string, string | number>[] = [];
  let lateGrowthMb = Number.NEGATIVE_INFINITY;
  for (let done = 0; done < ROUNDS; done++) {
    const floor = await copy(database.client);
    const { result, beforeMb, peakMb, afterMb, ...memory } = await measureMemory(product.pid, () =>
      download(product.address, administrator),
    );
    if (result.rows !== floor.rows) throw new Error(`${result.rows} rows instead of ${floor.rows}`);
    lateGrowthMb = Math.max(lateGrowthMb, memory.lateGrowthMb);
    table.push({
      round: done + 1,
      rows: result.rows,
      MB: round(result.megabytes),
      'COPY rows/s': round(floor.rows / floor.seconds),
      'export rows/s': round(result.rows / result.seconds),
      'of COPY': round(floor.seconds / result.seconds),
      'MiB before': round(beforeMb),
      peak: round(peakMb),
      after: round(afterMb),
      'growth in 2nd half': round(memory.lateGrowthMb),
    });
  }
  printTable(`Users as CSV, ${ROUNDS} rounds`, table);
  printBars([
    {
      what: 'memory growth in the second half of an export',
      value: lateGrowthMb,
      limit: { atMost: 50 },
      unit: ' MiB',
    },
  ]);
} finally {
  await product.stop();
  await database.stop();
}
