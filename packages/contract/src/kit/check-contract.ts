import type { z } from 'zod';
import { CSRF_HEADER } from '../constants.ts';
import { ContractSession, type KitAnswer } from './contract-session.ts';
import { SPECIFIED_ANSWERS, SPECIFIED_REFUSALS } from './specified-answers.ts';

export interface CheckResult {
  readonly call: string;
  readonly expected: string;
  /** What is wrong; undefined if the answer is as expected. */
  readonly fault: string | undefined;
  /** Why the call was not made, such as a list without records. */
  readonly skipped?: string;
}

export interface ContractAccount {
  readonly email: string;
  readonly password: string;
  /** A code of the authenticator, asked for when it is needed. */
  readonly code: () => Promise<string>;
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const BEYOND = 1_000_000;

/**
 * Compares the answers of any server with the specification of the administrators' API. It signs in and out as `account`,
 * which must have two-factor authentication, and otherwise changes nothing.
 * @param address origin of the server
 */
export async function checkContract(address: string, account: ContractAccount): Promise<CheckResult[]> {
  const results: CheckResult[] = [];
  const session = new ContractSession(address);

  async function check(
    [method, path, body]: readonly [string, string, object?],
    expected: { readonly status: number | '2xx'; readonly answer?: z.ZodType; readonly csrf?: boolean },
    more?: (answer: KitAnswer) => string | undefined,
  ): Promise<KitAnswer> {
    const call = `${method} ${path}`;
    const answer = await session.call(method, path, { ...(body && { body }), csrf: expected.csrf ?? true });
    const fault = faultOf(answer, expected) ?? more?.(answer);
    results.push({ call, expected: String(expected.status), fault });
    return answer;
  }
  const skip = (call: string, why: string) =>
    results.push({ call, expected: '2xx', fault: undefined, skipped: why });

  const credentials = { email: account.email, password: account.password };
  await check(['GET', '/auth/me'], { status: 401 });
  await check(['GET', '/auth/csrf-cookie'], { status: '2xx' }, ({ headers }) =>
    headers.get(CSRF_HEADER) ? undefined : `no header ${CSRF_HEADER}`,
  );
  await check(['POST', '/auth/login', credentials], { status: 403, csrf: false });
  await check(['POST', '/auth/login', { ...credentials, password: 'wrong' }], { status: 401 });
  await check(['POST', '/auth/login', credentials], { status: '2xx', answer: SPECIFIED_ANSWERS.signIn });
  await check(['POST', '/auth/2fa/verify', { code: await account.code() }], { status: '2xx' }, cookieFault);
  await check(['GET', '/auth/me'], { status: '2xx', answer: SPECIFIED_ANSWERS.me });
  await check(['GET', '/auth/2fa/status'], { status: '2xx', answer: SPECIFIED_ANSWERS.twoFactorStatus });
  await check(['GET', '/analytics/overview'], { status: '2xx', answer: SPECIFIED_ANSWERS.overview });
  await check(['GET', '/stats'], { status: '2xx', answer: SPECIFIED_ANSWERS.stats });

  /** Checks the first page and one behind the last record. Returns the id of the first record. */
  async function checkList(
    path: string,
    name: string,
    answer: z.ZodType,
    query: Readonly<Record<string, string>> = {},
  ): Promise<string | undefined> {
    const page = (offset: number) =>
      `${path}?${new URLSearchParams({ limit: '20', offset: `${offset}`, ...query })}`;
    const first = await check(['GET', page(0)], { status: '2xx', answer }, ({ body }) =>
      recordsIn(body, name).length <= 20 ? undefined : 'more records than the limit',
    );
    await check(['GET', page(BEYOND)], { status: '2xx', answer }, ({ body }) =>
      recordsIn(body, name).length === 0 ? undefined : 'records behind the last one',
    );
    return idOf(recordsIn(first.body, name)[0]);
  }

  await checkList('/audit-logs', 'logs', SPECIFIED_ANSWERS.auditLogs);
  await checkList('/invitations', 'invitations', SPECIFIED_ANSWERS.invitations);
  await checkList('/merchants', 'merchants', SPECIFIED_ANSWERS.merchants, { includeDeleted: 'false' });
  const user = await checkList('/users', 'users', SPECIFIED_ANSWERS.users, { includeDeleted: 'false' });
  if (user === undefined) skip('GET /users/{id} and its parts', 'there is no user');
  else {
    await check(['GET', `/users/${user}`], { status: '2xx', answer: SPECIFIED_ANSWERS.user });
    await check(['GET', `/users/${user}/settings`], {
      status: '2xx',
      answer: SPECIFIED_ANSWERS.userSettings,
    });
    await check(['GET', `/users/${user}/merchants`], {
      status: '2xx',
      answer: SPECIFIED_ANSWERS.userMerchants,
    });
    await check(['GET', `/users/${user}/audit-logs?limit=20&offset=0`], {
      status: '2xx',
      answer: SPECIFIED_ANSWERS.userAuditLogs,
    });
  }
  const outbound = await check(['GET', '/wallets/outbound'], {
    status: '2xx',
    answer: SPECIFIED_ANSWERS.outboundWallets,
  });
  const inbound = await checkList('/wallets/inbound', 'wallets', SPECIFIED_ANSWERS.inboundWallets);
  const wallet = idOf(recordsIn(outbound.body, 'wallets')[0]) ?? inbound;
  if (wallet === undefined) skip('GET /wallets/{id} and its parts', 'there is no wallet');
  else {
    await check(['GET', `/wallets/${wallet}`], { status: '2xx', answer: SPECIFIED_ANSWERS.wallet });
    await checkList(`/wallets/${wallet}/transactions`, 'transactions', SPECIFIED_ANSWERS.walletTransactions);
    await check(['GET', `/wallets/${wallet}/backup`], { status: 403, answer: SPECIFIED_REFUSALS.needsCode });
  }
  await check(['GET', `/users/${UNKNOWN}`], { status: 404 });
  await check(['POST', '/invitations', { email: 'no address' }], {
    status: 400,
    answer: SPECIFIED_REFUSALS.invalidInput,
  });
  await check(['POST', '/auth/logout'], { status: '2xx' });
  await check(['GET', '/auth/me'], { status: 401 });
  return results;
}

function faultOf(
  { status, body }: KitAnswer,
  expected: { readonly status: number | '2xx'; readonly answer?: z.ZodType },
): string | undefined {
  const isExpected = expected.status === '2xx' ? status >= 200 && status < 300 : status === expected.status;
  if (!isExpected) return `status ${status}`;
  const result = expected.answer?.safeParse(body);
  if (result === undefined || result.success) return undefined;
  const [issue] = result.error.issues;
  return `${issue?.path.join('.') || 'body'}: ${issue?.message}`;
}

/** The session must be out of reach for scripts and other sites. */
function cookieFault({ headers }: KitAnswer): string | undefined {
  const [cookie] = headers.getSetCookie();
  if (cookie === undefined) return undefined;
  const missing = ['HttpOnly', 'SameSite'].filter(
    (part) => !cookie.toLowerCase().includes(part.toLowerCase()),
  );
  return missing.length === 0 ? undefined : `the cookie lacks ${missing.join(' and ')}`;
}

function recordsIn(body: unknown, name: string): readonly unknown[] {
  const records =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[name] : undefined;
  return Array.isArray(records) ? records : [];
}

/** Servers may name it differently. */
function idOf(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const { uuid, id } = record as Record<string, unknown>;
  const found = uuid ?? id;
  return found === undefined ? undefined : String(found);
}
