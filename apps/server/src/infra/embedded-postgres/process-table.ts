import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../error-code.ts';

/**
 * What tells a process from a later one with the same id: the id and, where /proc has it, the time of its
 * start in clock ticks since boot. The form is "PID.TICKS".
 */
export function processIdentity(pid: number): string {
  return `${pid}.${startTicks(pid)}`;
}

/** @param identity as made by `processIdentity`. */
export function isProcessAlive(identity: string): boolean {
  const pid = Number.parseInt(identity, 10);
  if (!Number.isInteger(pid) || pid <= 0 || processIdentity(pid) !== identity) return false;
  return canSignal(pid);
}

/**
 * Whether `pid` is a PostgreSQL process of this cluster. Process ids are used again, so a living process
 * proves nothing by itself; every PostgreSQL process has the cluster's directory as its working directory.
 */
export function isPostgresOf(clusterDir: string, pid: number): boolean {
  if (!canSignal(pid)) return false;
  return process.platform === 'linux' ? worksIn(clusterDir, pid) : commandNames(clusterDir, pid);
}

/** The processes of a cluster that are not its postmaster. Empty where there is no /proc. */
export function backendsOf(clusterDir: string): number[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => worksIn(clusterDir, pid) && isBackend(pid));
}

/** Signals a process; one that has ended meanwhile is no error. */
export function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
  }
}

/** Whether a process has this id now, whichever it is. */
export function isProcessIdInUse(pid: number): boolean {
  return Number.isInteger(pid) && pid > 0 && canSignal(pid);
}

function canSignal(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

function worksIn(clusterDir: string, pid: number): boolean {
  try {
    if (!path.basename(readlinkSync(`/proc/${pid}/exe`)).startsWith('postgres')) return false;
    const workingDir = statSync(`/proc/${pid}/cwd`);
    const cluster = statSync(clusterDir);
    return workingDir.ino === cluster.ino && workingDir.dev === cluster.dev;
  } catch {
    return false;
  }
}

function isBackend(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('postgres: ');
  } catch {
    return false;
  }
}

function commandNames(clusterDir: string, pid: number): boolean {
  try {
    const command = execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
    return command.includes('postgres') && command.includes(clusterDir);
  } catch {
    return false;
  }
}

function startTicks(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // proc(5): the start time is field 22; field 2, the name, may hold spaces and ends with the last ")".
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '0';
  } catch {
    return '0';
  }
}
