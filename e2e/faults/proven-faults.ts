import { type Fault, fault } from './support/fault.ts';
import { type Proof, provenBy } from './support/proven-by.ts';

const SERVER = 'apps/server/src';
const INFRA = `${SERVER}/infra`;
const AUTH = `${SERVER}/features/auth`;
const WALLETS = `${SERVER}/features/wallets`;
const WEB = 'apps/web/src';

/** Faults that tests of the product prove. A name that its file no longer contains is a failure. */
export const PROVEN_FAULTS: readonly Fault[] = [
  proven(
    'F06',
    'the database is down at the start, or newer than the product',
    [`${INFRA}/db/wait-for-database.test.ts`, 'keeps waiting while the database is down, until aborted'],
    [`${INFRA}/db/migrate.test.ts`, 'rejects a database newer than the files'],
    [
      `${SERVER}/main.test.ts`,
      'answers health checks and 503 while it starts',
      'stops cleanly while it waits for its database',
      'starts on a newer database only if that is compatible',
    ],
  ),
  proven(
    'F07',
    'an error after each statement of each change',
    [`${SERVER}/features/users/user-faults.test.ts`],
    [`${SERVER}/features/invitations/invitation-faults.test.ts`],
    [
      `${INFRA}/db/database.test.ts`,
      'rolls back when the work throws, and returns a clean connection to the pool',
    ],
  ),
  proven(
    'F12',
    'the mail server is down',
    [
      `${INFRA}/mail/smtp-transport.test.ts`,
      'keeps mail while the server is down and then delivers it in order',
    ],
    [
      `${INFRA}/outbox/outbox-failures.test.ts`,
      'retries a failed entry after 1, 2, 4, 8, then 16 min, plus or minus a fifth',
      'skips an expired entry and continues with the next',
    ],
  ),
  proven(
    'F13',
    'the mail server refuses, hangs, loses the answer, or has no TLS',
    [
      `${INFRA}/mail/smtp-transport.test.ts`,
      'retries after a 4xx and gives up after a 5xx about recipient or content',
      'times out if the server hangs, while other mail is delivered',
      'sends the same message again only if the response was lost',
      'sends nothing to a remote server without TLS',
      'requires a valid certificate',
    ],
    [
      `${INFRA}/outbox/outbox-failures.test.ts`,
      'gives up on an entry after the last attempt, reports it and continues with the next',
    ],
  ),
  proven('F14', 'kill -9 of the mail worker between sending and marking', [
    `${INFRA}/outbox/outbox-crash.test.ts`,
  ]),
  proven(
    'F15',
    'chain nodes are down, hang, drip or have a bad certificate',
    [
      `${INFRA}/chain/evm-reader.test.ts`,
      'times out after 5 s (node behaviour: ',
      'recovers when the node is back',
    ],
    [
      `${INFRA}/chain/tron-reader.test.ts`,
      'times out after 5 s (node behaviour: ',
      'recovers when the node is back',
    ],
    [
      `${SERVER}/features/balances/chain-round.test.ts`,
      'keeps the last known values with the error while a node is down, and recovers',
      'pauses longer after each failure, up to 5 min, despite refresh requests',
      'marks every outbound wallet of the failed network and no other',
    ],
    [
      `${SERVER}/features/balances/refresh.test.ts`,
      'does not call the chains, so that lists work even if every node is down',
    ],
  ),
  proven(
    'F16',
    'chain nodes lie',
    [
      `${INFRA}/chain/evm-reader.test.ts`,
      'returns an error instead of 0 if a token of the wallet does not respond',
      'rejects a balance of 10^60 for that wallet only',
      'rejects a node of another chain, a stale block and a block from the future',
    ],
    [`${INFRA}/chain/tron-reader.test.ts`, 'rejects a stale block'],
    [`${INFRA}/chain/chain-assets.test.ts`, 'rejects the amount '],
  ),
  proven('F17', 'the price source is down or absurd', [
    `${SERVER}/features/balances/price-round.test.ts`,
    'rejects prices of 0 or less and stores the others',
    'keeps the last known prices while the source is down, and recovers',
  ]),
  proven(
    'F19',
    'the output of the log is blocked or closed',
    [`${INFRA}/log.test.ts`],
    [`${SERVER}/main.test.ts`, 'ends with one line if its output cannot be written'],
  ),
  proven(
    'F20',
    'clocks are wrong',
    [`${INFRA}/readiness.test.ts`],
    [`${INFRA}/database-clock.test.ts`],
    [
      `${SERVER}/features/audit-logs/audit-proof.test.ts`,
      'keeps seals an hour apart, even if the clock jumps',
      'keeps a seal in a watcher whose clock was set back',
    ],
  ),
  proven(
    'F21',
    'limits, locks, codes and sessions with two processes',
    [
      `${SERVER}/http/access.test.ts`,
      'shares limits across replicas and answers 429 with the seconds to wait',
    ],
    [`${SERVER}/http/session-cookie.test.ts`, 'replicas of one installation share the cookie'],
    [
      `${AUTH}/second-factor/step-up.test.ts`,
      'checks only three of many wrong codes sent concurrently to two replicas',
    ],
    [`${AUTH}/sign-in/sign-in.test.ts`, 'ends the session at once on every replica and can be repeated'],
  ),
  proven('F23', 'migrations beside old code, twice at once, and killed', [
    `${INFRA}/db/migrate.test.ts`,
    'applies each file once if twenty processes start at once',
    'resumes after a killed migrator, whose last file was rolled back',
    'tries again and lets others use the table meanwhile',
    'waits as long as another process migrates',
  ]),
  proven(
    'F25',
    'SIGTERM while requests run',
    [
      `${SERVER}/main.test.ts`,
      'finishes running requests on SIGTERM and accepts no new ones',
      'serves requests while it drains, but says that it is not ready and ends each connection',
    ],
    [
      `${SERVER}/http/http-server.test.ts`,
      'the HTTP server finishes a response slower than the unread timeout, even during shutdown',
    ],
  ),
  proven('F26', 'an uncaught error', [`${SERVER}/main.test.ts`, 'logs an uncaught error and exits with 1']),
  proven(
    'F28',
    'big tables: plans of every list (their speed is in docs/performance.md)',
    [`${SERVER}/features/users/users-plans.test.ts`],
    [`${WALLETS}/wallets-plans.test.ts`],
    [`${SERVER}/features/merchants/merchants-plans.test.ts`],
  ),
  proven(
    'F29',
    'a backup is restored elsewhere',
    [
      `${SERVER}/backup.test.ts`,
      'restores everything for the two accounts, and the product starts with it',
      'counts wallet keys that do not derive their address',
    ],
    [
      `${AUTH}/sessions/restored-database.test.ts`,
      'endSessionsAfterRestore keeps sessions and reset links if the database is unchanged',
      'endSessionsAfterRestore ends sessions and reset links only once in a copied database',
    ],
  ),
  proven(
    'F30',
    'the master key changes under load, or is slow',
    [`${SERVER}/features/master-key/rotation-under-load.test.ts`],
    [
      `${WALLETS}/backup/wallet-backup-faults.test.ts`,
      'times out within 5 s and wipes a key that arrives late',
    ],
  ),
  proven(
    'F31',
    'a browser is offline, slow, comes back, sends a form twice, or has a wrong clock',
    ['e2e/foreign/failures.spec.ts', 'refreshes the CSRF token and retries once after another 403'],
    [
      'e2e/foreign/session-return.spec.ts',
      'returns to the same page and panel after the session ended while typing',
    ],
    ['e2e/foreign/account-settings.spec.ts', 'changes the password once on two Enter key presses'],
    ['e2e/foreign/go-to.spec.ts', 'the palette reports an unreachable server once'],
    ['e2e/foreign/clocks.spec.ts'],
    ['e2e/foreign/slow-network.spec.ts'],
  ),
  proven(
    'F32',
    'analytics and proxies fail, or answer nonsense',
    ['e2e/foreign/analytics.spec.ts'],
    ['e2e/foreign/failures.spec.ts', 'shows a general error for'],
    [
      `${WEB}/shared/api/api-client.test.ts`,
      'treats a truncated response as a network error',
      'tolerates a body of any shape',
      'accepts any text except an HTML page in response to a change',
    ],
  ),
];

function proven(id: string, what: string, ...proofs: readonly Proof[]): Fault {
  return fault(id, what, async () => await provenBy(...proofs));
}
