import { compareLists } from './compare-lists.ts';
import { describeMachine, leaveFirstCore } from './measure/machine.ts';
import { type Bar, printBars } from './measure/report.ts';
import { type ServerPair, startServerPair } from './product/server-pair.ts';

/** `npm run bench:lists [-- USERS MERCHANTS INVITATIONS FEW]`: every list, compared with FEW rows and the best SQL. */

const [users = 1_000_000, merchants = 300_000, invitations = 100_000, few = 10_000] = process.argv
  .slice(2)
  .map(Number);
const full = { users, merchants, invitations };

const firstCore = leaveFirstCore();
const sides: ServerPair[] = [];

try {
  const small = await startServerPair(
    'lists-small',
    { users: few, merchants: few, invitations: few },
    { firstCore },
  );
  sides.unshift(small);
  const large = await startServerPair('lists-large', full, { firstCore });
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
