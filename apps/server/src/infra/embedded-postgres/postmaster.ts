import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLog } from '../db/database-log.ts';
import { type PostgresAccount, runOnBehalfOf } from './postgres-account.ts';
import { readPostmasterFile } from './postmaster-file.ts';

export type PostgresSettings = Readonly<Record<string, string>>;

export interface Postmaster {
  readonly pid: number | undefined;
  /** Resolves to true when the server accepts connections, to false if it ended before. */
  readonly ready: Promise<boolean>;
  readonly ended: Promise<void>;
  readonly hasEnded: () => boolean;
  readonly lastComplaint: () => string | undefined;
  readonly stop: () => Promise<void>;
}

interface PostmasterOptions {
  readonly postgres: string;
  readonly clusterDir: string;
  readonly account: PostgresAccount;
  readonly settings: PostgresSettings;
  readonly log: DatabaseLog;
}

type ServerProcess = ChildProcessByStdio<null, null, Readable>;

const FAST_SHUTDOWN_MS = 8_000;
const IMMEDIATE_SHUTDOWN_MS = 3_000;
const READY_POLL_MS = 5;
const LAST_LINES_MS = 100;

export function startPostmaster(options: PostmasterOptions): Postmaster {
  const { clusterDir, log } = options;
  const child = spawnServer(options);
  let complaint: string | undefined;
  child.once('error', ({ message }) => {
    complaint = message;
  });
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (forwardLogLine(line, log)) complaint = line;
  });
  let isOver = false;
  const ended = endOf(child).then(() => {
    isOver = true;
  });
  const hasEnded = () => isOver;
  return {
    pid: child.pid,
    ready: untilReady(clusterDir, child.pid, hasEnded),
    ended,
    hasEnded,
    lastComplaint: () => complaint,
    stop: async () => {
      if (!isOver) await stopServer(child, ended, log);
    },
  };
}

/** Starts the server in its own session, so that Ctrl+C does not reach it. If we are killed, it gets SIGINT. */
function spawnServer({ postgres, clusterDir, account, settings }: PostmasterOptions): ServerProcess {
  const settingArgs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const run = runOnBehalfOf(account, [postgres, '-D', clusterDir, ...settingArgs], 'INT');
  return spawn(run.command, run.args, {
    ...run.options,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function endOf(child: ServerProcess): Promise<void> {
  // Backends can outlive a killed postmaster and keep the pipe open, so do not wait for its close alone.
  const closed = once(child.stderr, 'close');
  await new Promise((resolve) => {
    child.once('exit', resolve);
    child.once('error', resolve);
  });
  await Promise.race([closed, sleep(LAST_LINES_MS)]);
}

async function untilReady(
  clusterDir: string,
  pid: number | undefined,
  hasEnded: () => boolean,
): Promise<boolean> {
  while (!hasEnded()) {
    const entry = await readPostmasterFile(clusterDir);
    if (entry?.pid === pid && entry?.isReady) return true;
    await sleep(READY_POLL_MS);
  }
  return false;
}

async function stopServer(child: ServerProcess, ended: Promise<void>, log: DatabaseLog): Promise<void> {
  child.kill('SIGINT');
  if (await endsWithin(ended, FAST_SHUTDOWN_MS)) return;
  log.warn({ pid: child.pid }, 'the database did not stop in time, stopping it immediately');
  child.kill('SIGQUIT');
  if (await endsWithin(ended, IMMEDIATE_SHUTDOWN_MS)) return;
  child.kill('SIGKILL');
  await ended;
}

async function endsWithin(ended: Promise<void>, milliseconds: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
  const hasEnded = await Promise.race([ended.then(() => true), timeout]);
  timer.abort();
  return hasEnded;
}

/** Forwards a line of the server's log. Returns whether it is a warning or worse. */
function forwardLogLine(line: string, log: DatabaseLog): boolean {
  const severity = /\b(LOG|WARNING|ERROR|FATAL|PANIC): {2}/.exec(line)?.[1];
  const fields = { source: 'postgres' };
  if (severity === 'PANIC') log.error(fields, line);
  else if (severity === 'FATAL' || severity === 'WARNING') log.warn(fields, line);
  else log.debug(fields, line);
  return severity !== undefined && severity !== 'LOG';
}
