import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Crypto, checkPage } from '@halyard/audit-proof/check-page';
import type { PageProof } from '@halyard/audit-proof/page-proof';
import { verifyEd25519 } from '@halyard/audit-proof/verify-ed25519';
import type { AuditLogPage } from '@halyard/contract/audit-logs';
import { ADMIN_API, CSRF_HEADER } from '@halyard/contract/constants';
import { sha256 } from '@noble/hashes/sha2.js';
import { extendChain, lockAuditHead } from '../apps/server/src/infra/audit/chain/audit-chain.ts';
import type { AuditContent } from '../apps/server/src/infra/audit/entry/audit-content.ts';
import { readChainedRows } from '../apps/server/src/infra/audit/entry/stored-entry.ts';
import { extendAuditTiles } from '../apps/server/src/infra/audit/proof/extend-audit-tiles.ts';
import { fixedMasterKeys } from '../apps/server/src/infra/crypto/master-keys.ts';
import { createDatabase, type Database } from '../apps/server/src/infra/db/database.ts';
import { createLog } from '../apps/server/src/infra/log.ts';
import { describeMachine, leaveFirstCore } from './measure/machine.ts';
import { median } from './measure/median.ts';
import { printBars } from './measure/report.ts';
import { measureMemory } from './measure/resident-memory.ts';
import {
  ADMINISTRATOR_ENVIRONMENT,
  type EnrolledAdministrator,
  enrolAdministrator,
} from './product/administrator.ts';
import { startBenchDatabase } from './product/bench-database.ts';
import { startServer } from './product/running-server.ts';

/** `npm run bench:audit-proof [-- ENTRIES]`: verifies a million audit entries, compared with only reading them. */

const ENTRIES = Number(process.argv[2] ?? 1_000_000);
const BATCH = 1_000;
const ROUNDS = 20;
const PRODUCT = new URL('../apps/server/src/main.ts', import.meta.url);
const COMMANDS = fileURLToPath(new URL('../apps/server/src/admin.ts', import.meta.url));
const masterKeys = fixedMasterKeys(Buffer.from(ADMINISTRATOR_ENVIRONMENT.MASTER_KEY, 'base64'));
const IN_A_WORKER: Crypto = { sha256, verify: verifyEd25519 };

function entryOf(number: number): AuditContent {
  return {
    id: randomUUID(),
    created_at: new Date().toISOString(),
    action: 'order.refund',
    action_category: 'merchant_management',
    description: 'Refunded an order at the request of the customer',
    status: 'success',
    actor_type: 'user',
    actor_id: randomUUID(),
    actor_email: `actor${number % 5_000}@example.com`,
    resource_type: 'merchant',
    resource_id: `resource-${number % 60_000}`,
    resource_identifier: null,
    request_id: randomUUID(),
    ip_address: '192.0.2.1',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0',
    error_message: null,
    metadata: { reason: 'Requested by the customer', ticket: number },
    changes: number % 5 === 0 ? { status: { before: 'open', after: 'closed' } } : null,
  };
}

async function fill(database: Database): Promise<void> {
  for (let written = 0; written < ENTRIES; written += BATCH) {
    const isFull = await database.transaction(async (transaction) => {
      const head = await lockAuditHead(transaction, masterKeys);
      if (head.sequence >= ENTRIES) return true;
      const entries = Array.from({ length: BATCH }, (_, at) => entryOf(head.sequence + at));
      await extendChain(head, entries, masterKeys, new Date());
      return false;
    });
    if (isFull) break;
  }
  while ((await extendAuditTiles(database, Date.now)).extended);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1_000;
}

async function readOnly({ reader }: Database): Promise<void> {
  for (let first = 1; first <= ENTRIES; first += 4_096) {
    await readChainedRows(reader, { first, last: ENTRIES, limit: 4_096 });
  }
}

/** Runs the command on every core. Throws at the first faulty entry. */
async function verify(environment: Readonly<Record<string, string>>, firstCore: boolean): Promise<void> {
  const command = [process.execPath, COMMANDS, 'audit', 'verify'];
  const everyCore = ['taskset', '--cpu-list', `0-${cpus().length - 1}`];
  const [executable = '', ...rest] = firstCore ? [...everyCore, ...command] : command;
  await promisify(execFile)(executable, rest, { env: { PATH: process.env['PATH'], ...environment } });
}

async function measurePages(address: string, cookie: string) {
  const read = async (path: string) =>
    await (await fetch(`${address}${ADMIN_API}${path}`, { headers: { cookie } })).json();
  const proofs: number[] = [];
  const checks: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const offset = Math.floor((ENTRIES / ROUNDS) * round);
    const { logs, totalCount } = (await read(`/audit-logs?limit=20&offset=${offset}`)) as AuditLogPage;
    const startedAt = performance.now();
    const ids = logs.map(({ id }) => id).join(',');
    const proof = (await read(`/audit-logs/proof?ids=${ids}&since=1000`)) as PageProof;
    const provedAt = performance.now();
    const numbers = { newest: totalCount - offset, count: logs.length };
    const verdict = await checkPage(
      { entries: logs, numbers, proof, seen: undefined, now: Date.now() },
      IN_A_WORKER,
    );
    if (verdict.kind !== 'verified') throw new Error(`a page did not verify: ${JSON.stringify(verdict)}`);
    proofs.push(provedAt - startedAt);
    checks.push(performance.now() - provedAt);
  }
  return { proof: median(proofs), check: median(checks) };
}

async function exportAll(address: string, { cookie, csrfToken }: EnrolledAdministrator): Promise<void> {
  const created = await fetch(`${address}${ADMIN_API}/exports`, {
    method: 'POST',
    headers: { cookie, [CSRF_HEADER]: csrfToken, 'content-type': 'application/json' },
    body: JSON.stringify({ of: 'audit-logs', format: 'jsonl' }),
  });
  const path = ((await created.json()) as { address: string }).address;
  const response = await fetch(`${address}${path}`, { headers: { cookie } });
  if (response.body === null || !response.ok) throw new Error(`the export returned ${response.status}`);
  let lines = 0;
  for await (const piece of response.body) {
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++;
  }
  if (lines < ENTRIES) throw new Error(`the export has ${lines} lines`);
}

const firstCore = leaveFirstCore();
// The database of a single user is shared with no other benchmark.
const bench = await startBenchDatabase({ users: 1 });
const database = createDatabase({ connection: bench.connection, max: 2, log: createLog('error') });
try {
  const filling = await secondsOf(() => fill(database));
  console.log(`${describeMachine()}; filled in ${filling.toFixed(0)} s`);
  const environment = { DATABASE_URL: bench.url, PORT: '0', ...ADMINISTRATOR_ENVIRONMENT };
  const [floor, verifying] = [
    await secondsOf(() => readOnly(database)),
    await secondsOf(() => verify(environment, firstCore)),
  ];
  console.log(`${ENTRIES} entries verified in ${verifying.toFixed(1)} s, read in ${floor.toFixed(1)} s`);
  const product = await startServer(PRODUCT, { environment, firstCore });
  try {
    const administrator = await enrolAdministrator(product.address);
    const pages = await measurePages(product.address, administrator.cookie);
    const exported = await measureMemory(product.pid, () =>
      secondsOf(() => exportAll(product.address, administrator)),
    );
    printBars([
      {
        what: 'verifying a million entries',
        value: (verifying / ENTRIES) * 1_000_000,
        limit: { atMost: 30 },
        unit: ' s',
      },
      { what: 'checking a page', value: pages.check, limit: { atMost: 50 }, unit: ' ms' },
      { what: 'proving a page', value: pages.proof, limit: { atMost: 50 }, unit: ' ms' },
      {
        what: 'memory growth in the second half of an export',
        value: exported.lateGrowthMb,
        limit: { atMost: 50 },
        unit: ' MiB',
      },
    ]);
    console.log(`exported in ${exported.result.toFixed(1)} s, at most ${exported.peakMb.toFixed(0)} MiB`);
  } finally {
    await product.stop();
  }
} finally {
  await database.close();
  await bench.stop();
}
