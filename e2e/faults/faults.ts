import { ensureWebBuild } from '../../scripts/web-build.mjs';
import { CRASH_FAULTS } from './crash-faults.ts';
import { DATABASE_FAULTS } from './database-faults.ts';
import { runKills } from './kills.ts';
import { MACHINE_FAULTS } from './machine-faults.ts';
import { PROCESS_FAULTS } from './process-faults.ts';
import { PROVEN_FAULTS } from './proven-faults.ts';
import { type Fault, Skipped } from './support/fault.ts';

/**
 * `npm run faults [-- F05 F12]`: does to the product what can go wrong, and checks what it must keep. Prints a table at the
 * end. `npm run faults -- kills --rounds 1000` kills processes at random moments.
 */

const FAULTS: readonly Fault[] = [
  ...CRASH_FAULTS,
  ...DATABASE_FAULTS,
  ...PROCESS_FAULTS,
  ...MACHINE_FAULTS,
  ...PROVEN_FAULTS,
].toSorted((one, other) => one.id.localeCompare(other.id));

interface Result {
  readonly fault: Fault;
  readonly verdict: 'survived' | 'FAILED' | 'skipped';
  readonly seen: string;
}

async function tryOut(fault: Fault): Promise<Result> {
  try {
    return { fault, verdict: 'survived', seen: await fault.run() };
  } catch (error) {
    const seen = error instanceof Error ? error.message : String(error);
    return { fault, verdict: error instanceof Skipped ? 'skipped' : 'FAILED', seen };
  }
}

const [command = '', ...args] = process.argv.slice(2);
if (command === 'kills') process.exitCode = (await runKills(args)) ? 0 : 1;
else {
  const wanted = command === '' ? undefined : new Set([command, ...args]);
  const unknown = [...(wanted ?? [])].filter((id) => FAULTS.every((fault) => fault.id !== id));
  if (unknown.length > 0) throw new Error(`no such fault: ${unknown.join(', ')}`);
  await ensureWebBuild(process.env);
  const results: Result[] = [];
  for (const fault of FAULTS.filter(({ id }) => wanted?.has(id) ?? true)) {
    const result = await tryOut(fault);
    results.push(result);
    console.log(`${result.verdict} ${fault.id} ${fault.what}: ${result.seen}`);
  }
  console.log('');
  for (const { fault, verdict, seen } of results) {
    console.log(`| ${fault.id} | ${fault.what} | ${verdict} | ${seen.split('\n')[0]} |`);
  }
  const failed = results.filter(({ verdict }) => verdict === 'FAILED').length;
  console.log(
    `\n${results.length - failed} of ${results.length} faults survived or skipped, ${failed} failed`,
  );
  if (failed > 0) process.exitCode = 1;
}
