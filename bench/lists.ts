import { compareLists } from './compare-lists.ts';
import { describeMachine, leaveFirstCore } from './measure/machine.ts';
import { type Bar, printBars } from './measure/report.ts';
import { type ListedSide, openListedSide } from './product/listed-side.ts';

/**
 * `npm run bench:lists`: every list at its full size beside one of 10,000 rows, each request beside the best SQL for
 * the same rows. Numbers of users, merchants, invitations and of the fewer rows may follow `--`.
 */

const [users = 1_000_000, merchants = 300_000, invitations = 100_000, few = 10_000] = process.argv
  .slice(2)
  .map(Number);
const full = { users, merchants, invitations };

const firstCore = leaveFirstCore();
const sides: ListedSide[] = [];

try {
  const small = await openListedSide(
    'lists-small',
    { users: few, merchants: few, invitations: few },
    { firstCore },
  );
  sides.unshift(small);
  const large = await openListedSide('lists-large', full, { firstCore });
  sides.unshift(large);
  console.log(`${describeMachine()}${firstCore ? ', one core for the servers' : ''}`);
  const bars: Bar[] = [];
  for (const list of ['users', 'merchants', 'invitations'] as const) {
    bars.push(...(await compareLists(list, { large, small }, [full[list], few])));
  }
  printBars(bars);
} finally {
  for (const { stop } of sides) await stop();
}
