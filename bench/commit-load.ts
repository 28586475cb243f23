import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { ADMIN_API, CSRF_HEADER, STEP_UP_HEADER } from '@halyard/contract/constants';
import { median } from './measure/median.ts';
import { type Bar, printTable, round } from './measure/report.ts';
import type { EnrolledAdministrator } from './product/administrator.ts';

export const WRITERS = 8;
const ROUNDS = 7;
const ROUND_MS = 4_000;

export interface Writing {
  /** Of the processes that writers take turns with. */
  readonly addresses: readonly string[];
  /** Ids of users to change. */
  readonly users: readonly string[];
  readonly session: EnrolledAdministrator;
}

/** Starts at a random value, because writing an unchanged value would do nothing. */
let changes = randomInt(1_000_000_000);

/** Changes a setting of a user once. @param code for a step-up, if the last one is too old */
export async function changeUser(
  address: string | undefined,
  user: string | undefined,
  { cookie, csrfToken }: EnrolledAdministrator,
  code?: string,
): Promise<void> {
  changes = (changes + 1) % 1_000_000_000;
  const response = await fetch(`${address}${ADMIN_API}/users/${user}/settings`, {
    method: 'PUT',
    headers: {
      cookie,
      [CSRF_HEADER]: csrfToken,
      'content-type': 'application/json',
      ...(code !== undefined && { [STEP_UP_HEADER]: code }),
    },
    body: JSON.stringify({ maxMerchants: changes }),
  });
  const body = await response.text();
  if (!response.ok) throw new Error(`a change returned ${response.status}: ${body}`);
}

/** Returns the changes per second of writers that take turns with the processes. */
export async function changesPerSecond(
  { addresses, users, session }: Writing,
  writers: number,
): Promise<number> {
  const startedAt = performance.now();
  let made = 0;
  const write = async (writer: number) => {
    // Writers share no user, whose row they would wait for.
    const own = users.filter((_, at) => at % WRITERS === writer);
    for (let turn = 0; performance.now() - startedAt < ROUND_MS; turn++) {
      await changeUser(addresses[writer % addresses.length], own[turn % own.length], session);
      made++;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  return (made * 1_000) / (performance.now() - startedAt);
}

/**
 * Compares one writer, eight writers, and eight writers over all processes, in alternating rounds.
 * @param ceiling changes per second of eight writers without the wait at a commit
 */
export async function compareWriters(
  writing: Writing,
  { commitMs, ceiling }: { readonly commitMs: number; readonly ceiling: number },
): Promise<readonly Bar[]> {
  const alone = { ...writing, addresses: writing.addresses.slice(0, 1) };
  const rates = { one: [] as number[], eight: [] as number[], shared: [] as number[] };
  const timers: number[] = [];
  // The first round warms the processes up.
  for (let done = 0; done <= ROUNDS; done++) {
    const one = await changesPerSecond(alone, 1);
    const eight = await changesPerSecond(alone, WRITERS);
    const shared = await changesPerSecond(writing, WRITERS);
    if (done === 0) continue;
    rates.one.push(one);
    rates.eight.push(eight);
    rates.shared.push(shared);
    timers.push(await waitsPerSecond(commitMs));
  }
  printTable(`Changes per second with a commit of ${commitMs} ms, medians of ${ROUNDS} rounds`, [
    { writers: `floor: only waiting ${commitMs} ms`, 'changes/s': round(median(timers)) },
    { writers: 'one', 'changes/s': round(median(rates.one)) },
    { writers: `${WRITERS}, one process`, 'changes/s': round(median(rates.eight)) },
    { writers: `${WRITERS}, two processes`, 'changes/s': round(median(rates.shared)) },
    { writers: `ceiling: ${WRITERS}, one process, without the wait`, 'changes/s': round(ceiling) },
  ]);
  return [
    {
      what: `${WRITERS} writers, as a multiple of one`,
      value: median(rates.eight.map((rate, at) => rate / (rates.one[at] ?? Number.NaN))),
      limit: { atLeast: 5 },
    },
    {
      what: `${WRITERS} writers over two processes, as a multiple of one process`,
      value: median(rates.shared.map((rate, at) => rate / (rates.eight[at] ?? Number.NaN))),
      limit: { atLeast: 0.95 },
    },
  ];
}

async function waitsPerSecond(ms: number): Promise<number> {
  const startedAt = performance.now();
  let waits = 0;
  for (; performance.now() - startedAt < 500; waits++) await sleep(ms);
  return (waits * 1_000) / (performance.now() - startedAt);
}
