import { ENDPOINTS } from '../packages/contract/src/endpoints.ts';

/** @typedef {import('../packages/contract/src/endpoint.ts').Endpoint} Endpoint */

const STEP_UPS = { recent: 'of the last 15 min', always: 'of its own' };
const COUNTED = { address: 'network', session: 'session', administrator: 'administrator' };

/** The page that says of every call who may make it, with which code and how often. */
export function accessPage() {
  const rows = ENDPOINTS.map(
    (endpoint) =>
      `| \`${endpoint.method} ${endpoint.path}\` | ${callerOf(endpoint)} | ${codeOf(endpoint)} | ${limitOf(endpoint)} |`,
  );
  return [
    '# Who may call what',
    '',
    'Written by `npm run openapi` from the contract, which the server is held to. Beside the limits here every session, and',
    'every network without one, has 300 calls a minute, and a service key 3,000. `RATE_LIMIT_FACTOR` multiplies them all.',
    'A session is *half signed in* after the password (verify: the code is to be shown; enrol: two factors are to be set up).',
    '',
    '| call | by | code | at most |',
    '| --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function callerOf(/** @type {Endpoint} */ { access }) {
  if (access.kind === 'public') return 'anybody';
  if (access.kind === 'service_key') return `service key \`${access.scope}\``;
  return access.stages
    .map((stage) => (stage === 'full' ? 'administrator' : `half signed in (${stage})`))
    .join(', ');
}

function codeOf(/** @type {Endpoint} */ { stepUp, body }) {
  if (stepUp !== undefined) return STEP_UPS[stepUp];
  const { shape = {} } = /** @type {{ readonly shape?: object }} */ (body ?? {});
  return 'code' in shape ? 'in its body' : '';
}

function limitOf(/** @type {Endpoint} */ { limit }) {
  if (limit === undefined) return '';
  const window = limit.windowSeconds === 60 ? 'a minute' : 'an hour';
  return `${limit.calls} ${window} and ${COUNTED[limit.per]}`;
}
