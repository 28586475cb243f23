import { ADMIN_API } from '@halyard/contract/constants';
import type { Client } from 'pg';
import { KeepAliveConnection } from './measure/keep-alive-connection.ts';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import { timed, warmUp } from './measure/timed.ts';

const ROUNDS = 31;
const MAX_MS = 25;
const MAX_RATIO = 2;

export interface AuditLogServer {
  readonly address: string;
  readonly cookie: string;
  readonly client: Client;
}

type Query = Readonly<Record<string, string>>;

const MONTH = { from: '2026-09-01T03:04:05Z', to: '2026-10-01T01:02:03Z' };
const BUSY = { actorEmail: 'actor0@example.com' };

/** Returns each filter alone, with frequent and rare values, and the most expensive combinations. */
function queriesOf(hot: string, rare: string): readonly (readonly [string, Query])[] {
  const all = {
    ...BUSY,
    resourceId: hot,
    actionCategory: 'wallet_operation',
    status: 'success',
    actorType: 'admin',
  };
  return [
    ['no filter', {}],
    ['category', { actionCategory: 'wallet_operation' }],
    ['action, frequent', { action: 'auth.login' }],
    ['action, rare', { action: 'rare.act_7' }],
    ['status, nearly all', { status: 'success' }],
    ['actor type', { actorType: 'user' }],
    ['resource type', { resourceType: 'merchant' }],
    ['email of 5.8 %', BUSY],
    ['email, usual', { actorEmail: 'actor100@example.com' }],
    ['email, unknown', { actorEmail: 'nobody@example.com' }],
    ['resource of 5 %', { resourceId: hot }],
    ['resource, rare', { resourceId: rare }],
    ['a month', MONTH],
    ['category, month', { actionCategory: 'wallet_operation', ...MONTH }],
    [
      'status, actor type, category',
      { status: 'failure', actorType: 'user', actionCategory: 'authentication' },
    ],
    ['email, status', { ...BUSY, status: 'failure' }],
    ['email, resource', { ...BUSY, resourceId: hot }],
    ['email, resource, month', { ...BUSY, resourceId: hot, ...MONTH }],
    ['all except action', all],
    ['all', { ...all, action: 'wallet.sweep', resourceType: 'wallet', ...MONTH }],
  ];
}

/** Measures first and middle pages, compared with a small log and with reading the rows by id. */
export async function measureAuditReads(large: AuditLogServer, small: AuditLogServer): Promise<Bar[]> {
  const { rows } = await large.client.query<{ hot: string; rare: string }>(
    `SELECT md5('resource1') AS hot, md5('resource777') AS rare`,
  );
  const [{ hot, rare } = { hot: '', rare: '' }] = rows;
  const table: Record<string, string | number>[] = [];
  const slowest = { ms: 0, ratio: 0 };
  for (const [name, query] of queriesOf(hot, rare)) {
    for (const place of ['first page', 'middle'] as const) {
      const [inLarge, inSmall] = [await openAt(large, query, place), await openAt(small, query, place)];
      const [largeMs, smallMs] = await inTurns(
        () => inLarge.connection.request(),
        () => inSmall.connection.request(),
      );
      inLarge.connection.close();
      inSmall.connection.close();
      const [floorMs] = await inTurns(
        () => readRows(large.client, inLarge.ids),
        () => readRows(small.client, inSmall.ids),
      );
      slowest.ms = Math.max(slowest.ms, largeMs);
      slowest.ratio = Math.max(slowest.ratio, largeMs / smallMs);
      table.push({
        query: `${name}, ${place}`,
        found: inLarge.found,
        ms: round(largeMs),
        'small log ms': round(smallMs),
        ratio: round(largeMs / smallMs),
        'floor: its rows by id ms': round(floorMs),
      });
    }
  }
  printTable(`A page of 20 with its exact total, median of ${ROUNDS} rounds`, table);
  return [
    { what: 'the slowest page', value: slowest.ms, limit: { atMost: MAX_MS }, unit: ' ms' },
    { what: 'the worst ratio to the small log', value: slowest.ratio, limit: { atMost: MAX_RATIO } },
  ];
}

async function openAt({ address, cookie }: AuditLogServer, query: Query, place: 'first page' | 'middle') {
  const urlAt = (offset: number) =>
    `${address}${ADMIN_API}/audit-logs?${new URLSearchParams({ ...query, offset: String(offset) })}`;
  const read = async (offset: number) => {
    const response = await fetch(urlAt(offset), { headers: { cookie } });
    if (!response.ok) throw new Error(`the audit log returned ${response.status}: ${await response.text()}`);
    return (await response.json()) as { logs: readonly { id: string }[]; totalCount: number };
  };
  const { totalCount } = await read(0);
  const offset = place === 'middle' ? Math.floor(totalCount / 2) : 0;
  const { logs } = await read(offset);
  return {
    found: totalCount,
    ids: logs.map(({ id }) => id),
    connection: await KeepAliveConnection.open(urlAt(offset), { cookie }),
  };
}

async function readRows(client: Client, ids: readonly string[]): Promise<void> {
  await client.query('SELECT * FROM audit_log WHERE id = ANY ($1::uuid[]) ORDER BY sequence DESC', [ids]);
}

/** Returns the median milliseconds of both actions. Alternates them, so that a busy moment affects both. */
async function inTurns(one: () => Promise<void>, other: () => Promise<void>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  await warmUp(one);
  await warmUp(other);
  for (let done = 0; done < ROUNDS; done++) {
    times[0].push(await timed(one));
    times[1].push(await timed(other));
  }
  return [median(times[0]), median(times[1])];
}
