import { ADMIN_API, CSRF_HEADER, PLATFORM_API, REQUEST_ID_HEADER, STEP_UP_HEADER } from './constants.ts';
import type { Endpoint } from './endpoint.ts';
import { STATUS_WORDS, type StatusWord } from './error-body.ts';
import { ERROR_WORDS } from './error-words.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const STEP_UPS = {
  recent: `Needs a code of the last 15 minutes; without one, send a code in \`${STEP_UP_HEADER}\`.`,
  always: `Needs a new code in \`${STEP_UP_HEADER}\`.`,
};
const LIMITED_BY = { address: 'network', session: 'session', administrator: 'administrator' };
const STAGES = {
  full: 'a signed-in administrator',
  verify: 'a session that must enter a code',
  enrol: 'a session that must set up two-factor authentication',
};

interface Tag {
  readonly name: string;
  readonly description: string;
  /** First segments below the base path, or `/` for the whole API. */
  readonly segments: readonly string[];
  readonly base: typeof ADMIN_API | typeof PLATFORM_API;
}

const TAGS: readonly Tag[] = [
  {
    name: 'Platform feed',
    description:
      'Calls of the payment platform, with a service key: send records, read them back, apply blocks.',
    base: PLATFORM_API,
    segments: ['/'],
  },
  {
    name: 'Sign-in',
    description: 'Sessions, second factors and passwords.',
    base: ADMIN_API,
    segments: ['auth'],
  },
  {
    name: 'Dashboard',
    description: 'Figures of the whole platform.',
    base: ADMIN_API,
    segments: ['analytics', 'stats', 'getting-started', 'system'],
  },
  {
    name: 'Users',
    description: 'Users of the platform: activity, fees, limits and blocks.',
    base: ADMIN_API,
    segments: ['users'],
  },
  {
    name: 'Merchants',
    description: 'Merchants and their figures.',
    base: ADMIN_API,
    segments: ['merchants'],
  },
  { name: 'Orders', description: "Merchants' payment requests.", base: ADMIN_API, segments: ['orders'] },
  {
    name: 'Exceptions',
    description: 'Disagreements between orders, wallets and the money.',
    base: ADMIN_API,
    segments: ['exceptions'],
  },
  {
    name: 'Transactions',
    description: 'Transactions of all wallets.',
    base: ADMIN_API,
    segments: ['transactions'],
  },
  {
    name: 'Search',
    description: 'Finds records of every kind by identifier.',
    base: ADMIN_API,
    segments: ['find'],
  },
  {
    name: 'Invitations',
    description: 'Invitations of new users.',
    base: ADMIN_API,
    segments: ['invitations'],
  },
  {
    name: 'Wallets',
    description: 'Wallets, their balances and private keys.',
    base: ADMIN_API,
    segments: ['wallets'],
  },
  {
    name: 'Audit logs',
    description: 'Recorded actions and their proofs.',
    base: ADMIN_API,
    segments: ['audit-logs'],
  },
  { name: 'Exports', description: 'Files with whole lists.', base: ADMIN_API, segments: ['exports'] },
];

export const TAG_DESCRIPTIONS = TAGS.map(({ name, description }) => ({ name, description }));

/** @throws Error if no tag has the path, so that a new part of the API gets one */
export function tagOf({ name, path }: Endpoint): string {
  const tag = TAGS.find(
    ({ base, segments }) =>
      path.startsWith(`${base}/`) &&
      (segments.includes('/') || segments.includes(path.slice(base.length + 1).split('/', 1)[0] ?? '')),
  );
  if (tag === undefined) throw new Error(`${name} has no tag in the API reference`);
  return tag.name;
}

/** First sentence of an endpoint's summary. */
export function titleOf({ summary }: Endpoint): string {
  return (summary.split(/\.\s/, 1)[0] ?? summary).replace(/\.$/, '');
}

/** The summary, and who may call an endpoint how often. */
export function descriptionOf(endpoint: Endpoint): string {
  const { summary, access, stepUp, limit, body, bodyLimitBytes = BODY_LIMIT_BYTES } = endpoint;
  const rules = [
    `Caller: ${callerOf(access)}.`,
    ...(stepUp === undefined ? [] : [STEP_UPS[stepUp]]),
    ...(limit === undefined
      ? []
      : [
          `Limit: ${limit.calls} calls per ${limit.windowSeconds === 60 ? 'minute' : 'hour'} and ${LIMITED_BY[limit.per]}.`,
        ]),
    ...(body === undefined ? [] : [`Largest body: ${bodyLimitBytes / 1024} KiB.`]),
  ];
  return `${summary}\n\n${rules.map((rule) => `- ${rule}`).join('\n')}`;
}

function callerOf(access: Endpoint['access']): string {
  if (access.kind === 'public') return 'anyone';
  if (access.kind === 'service_key') return `a service key with the scope \`${access.scope}\``;
  return access.stages.map((stage) => STAGES[stage]).join(', or ');
}

function errorRows(): string {
  return Object.entries(STATUS_WORDS)
    .map(([word, code]) => `| \`${word}\` | ${code} | ${ERROR_WORDS[word as StatusWord].meaning} |`)
    .join('\n');
}

/** Markdown: what all calls have in common. */
export const INTRODUCTION = `Halyard has two APIs on one host:

- \`${PLATFORM_API}\` is for your payment platform. It sends records with a service key.
- \`${ADMIN_API}\` is for the dashboard. It needs the session of an administrator.

To connect a platform, start with \`docs/feeding.md\` in the repository: it goes from a key to the first paid order.

## Service keys

An operator creates a key with \`npm run admin -- keys create --name my-platform\`. Send it with every call of the platform
feed as \`Authorization: Bearer <key>\`. A key can be limited to scopes, addresses and a last day. These calls need neither
cookie nor CSRF token.

## Sign-in and CSRF

1. \`GET ${ADMIN_API}/auth/csrf-cookie\` sets the session cookie and returns the CSRF token in the response header
   \`${CSRF_HEADER}\`.
2. \`POST ${ADMIN_API}/auth/login\` with cookie and token checks the password. It returns a new cookie and a new token.
3. \`POST ${ADMIN_API}/auth/2fa/verify\` with these checks the code of the authenticator, and returns both again.

Send the cookie with every call, and the newest token in the request header \`${CSRF_HEADER}\` with every call except
\`GET\`. With https, the cookie is named \`__Host-admin_session\`; with plain http, \`admin_session_\` and the id of the
installation. It is HttpOnly and SameSite=Strict, so pages of other sites cannot use it.

Sensitive calls need a code of the last 15 minutes. Otherwise they respond with 403 \`2fa_verification_required\`: send the
same request with a code in the header \`${STEP_UP_HEADER}\`.

## Values

- Times are ISO 8601. Responses are in UTC with milliseconds. Requests may have any offset.
- Amounts are decimals as text, such as \`"125.50"\`, because floating-point numbers are not exact.
- Bodies are JSON in UTF-8, without compression. Fields that are not documented are rejected.
- Lists take \`limit\` and \`offset\`, and \`totalCount\` is exact.

## Limits

A service key may make 3,000 calls per minute, and a session, or a network without one, 300. Some calls have further limits.
A call above a limit gets 429 with \`Retry-After\` in seconds. There are no headers about the remaining calls.

Every response has \`${REQUEST_ID_HEADER}\`. If the request has one of 8 to 64 letters, digits, dots, underscores or hyphens,
it is kept. API responses must not be cached.

## Errors

Every error has the same body. \`status\` is one of the words below, \`message\` is text for people, \`errors\` names fields,
and \`requestId\` is in the server's log.

| status | code | meaning |
| --- | --- | --- |
${errorRows()}

With the header \`${STEP_UP_HEADER}\`, \`invalid_code\` has the code 403.
`;
