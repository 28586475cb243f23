import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseLog } from '../db/database-log.ts';
import { type PostgresAccount, runOnBehalfOf } from './postgres-account.ts';
import { readPostmasterFile } from './postmaster-file.ts';

/** PostgreSQL's settings by name, as on its command line. */
export type PostgresSettings = Readonly<Record<string, string>>;

/** A server process that we started. */
export interface Postmaster {
  readonly pid: number | undefined;
  /** Resolves to true when it takes connections, to false when it ended before that. */
  readonly ready: Promise<boolean>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  readonly hasEnded: () => boolean;
  /** The last thing the server said that was not routine. */
  readonly lastComplaint: () => string | undefined;
  readonly stop: () => Promise<void>;
}

const FAST_SHUTDOWN_MS = 8_000;
const IMMEDIATE_SHUTDOWN_MS = 3_000;
const READY_POLL_MS = 5;
const LAST_WORDS_MS = 100;

/**
 * Starts the server process. It has a session of its own, so that a Ctrl+C in the terminal reaches only us
 * and requests under way keep their database; when we are killed, the kernel sends it SIGINT, a fast shutdown.
 */
export function startPostmaster(options: {
  readonly postgres: string;
  readonly clusterDir: string;
  readonly account: PostgresAccount;
  readonly settings: PostgresSettings;
  readonly log: DatabaseLog;
}): Postmaster {
  const { postgres, clusterDir, account, settings, log } = options;
  const settingArgs = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const run = runOnBehalfOf(account, [postgres, '-D', clusterDir, ...settingArgs], 'INT');
  const child = spawn(run.command, run.args, {
    ...run.options,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });

  let complaint: string | undefined;
  createInterface({ input: child.stderr }).on('line', (line) => {
    if (forwardLogLine(line, log)) complaint = line;
  });

  let isOver = false;
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      isOver = true;
      resolve();
    };
    // Backends may outlive a killed postmaster and keep the pipe open: "close" alone could come late.
    const closed = once(child.stderr, 'close');
    child.once('exit', () => void Promise.race([closed, sleep(LAST_WORDS_MS)]).then(end));
    child.once('error', (error) => {
      complaint = error.message;
      end();
    });
  });

  async function untilReady(): Promise<boolean> {
    while (!isOver) {
      const entry = await readPostmasterFile(clusterDir);
      if (entry?.pid === child.pid && entry?.isReady) return true;
      await sleep(READY_POLL_MS);
    }
    return false;
  }

  async function endsWithin(milliseconds: number): Promise<boolean> {
    const timer = new AbortController();
    const timeout = sleep(milliseconds, false, { signal: timer.signal }).catch(() => false);
    await Promise.race([ended, timeout]);
    timer.abort();
    return isOver;
  }

  async function stop(): Promise<void> {
    if (isOver) return;
    child.kill('SIGINT');
    if (await endsWithin(FAST_SHUTDOWN_MS)) return;
    log.warn({ pid: child.pid }, 'the database did not stop in time; stopping it at once');
    child.kill('SIGQUIT');
    if (await endsWithin(IMMEDIATE_SHUTDOWN_MS)) return;
    child.kill('SIGKILL');
    await ended;
  }

  return {
    pid: child.pid,
    ready: untilReady(),
    ended,
    hasEnded: () => isOver,
    lastComplaint: () => complaint,
    stop,
  };
}

/** Returns whether the line tells of trouble. */
function forwardLogLine(line: string, log: DatabaseLog): boolean {
  const severity = /\b(LOG|WARNING|ERROR|FATAL|PANIC): {2}/.exec(line)?.[1];
  const fields = { source: 'postgres' };
  if (severity === 'PANIC') log.error(fields, line);
  else if (severity === 'FATAL' || severity === 'WARNING') log.warn(fields, line);
  else log.debug(fields, line);
  return severity !== undefined && severity !== 'LOG';
}
