import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, loadavg, platform, totalmem } from 'node:os';

export function describeMachine(): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const gigabytes = Math.round(totalmem() / 2 ** 30);
  const [load = 0] = loadavg();
  return `${cpus().length} x ${model}, ${gigabytes} GB, ${platform()}, Node ${process.version}, load ${load.toFixed(1)}`;
}

/** Moves this process to the second core. Returns false if the machine does not support it. */
export function leaveFirstCore(): boolean {
  if (platform() !== 'linux' || availableParallelism() < 2) return false;
  execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', '1', String(process.pid)], {
    stdio: 'ignore',
  });
  return true;
}
