import { type Entry, entriesAfter, newestEntry } from './audit-entries.ts';
import type { Answer } from './caller.ts';
import { eventually } from './eventually.ts';
import type { Stage } from './stage.ts';

export const DEVICE = 'Attack/1.0 (ledger)';

export interface ActLedger {
  /** Runs an act and compares the entries that it leaves, as `action status`, in any order. */
  readonly expect: (
    what: string,
    expected: readonly string[],
    run: () => Promise<Answer | undefined>,
    changes?: readonly string[],
  ) => Promise<Answer | undefined>;
  readonly acts: () => number;
  /** Acts whose entries differ from what was expected. */
  readonly faults: () => readonly string[];
}

/** Compares the entries in the audit log with the acts of one client. */
export function createActLedger(stage: Stage, ip: string): ActLedger {
  let acts = 0;
  const faults: string[] = [];
  return {
    async expect(what, expected, run, changes = []) {
      const before = await newestEntry(stage);
      const answer = await run();
      await eventually(async () => (await newestEntry(stage)) - before >= expected.length);
      const entries = await entriesAfter(stage, before);
      const found = entries.map(({ action, status }) => `${action} ${status}`);
      acts += 1;
      const problems = entries.flatMap((entry) => problemsOf(entry, ip, answer, changes));
      const isRight = found.toSorted().join() === expected.toSorted().join() && problems.length === 0;
      if (!isRight) faults.push(`${what} (${answer?.status}): ${found.join(', ') || 'nothing'} ${problems}`);
      return answer;
    },
    acts: () => acts,
    faults: () => faults,
  };
}

function problemsOf(
  entry: Entry,
  ip: string,
  answer: Answer | undefined,
  changes: readonly string[],
): readonly string[] {
  const { changes: changed } = entry;
  const isWhole = changes.every((field) => {
    const change = changed?.[field];
    return change !== undefined && 'before' in change && 'after' in change && change.before !== change.after;
  });
  const isByPerson = entry.actor_type === 'admin';
  const checks: readonly (readonly [string, boolean])[] = [
    ['description', entry.description !== ''],
    ['category', entry.action_category !== ''],
    ['resource', entry.resource_type !== ''],
    ['actor', !isByPerson || (entry.actor_id !== null && entry.actor_email !== null)],
    ['reason', entry.status !== 'failure' || entry.error_message !== null || entry.metadata !== null],
    ['changes', isWhole],
    ...(answer === undefined
      ? []
      : ([
          ['request id', entry.request_id === answer.headers['x-request-id']],
          ['address', entry.ip_address === ip],
          ['device', entry.user_agent === DEVICE],
        ] as const)),
  ];
  return checks.flatMap(([name, holds]) => (holds ? [] : [`${entry.action} lacks ${name}`]));
}
