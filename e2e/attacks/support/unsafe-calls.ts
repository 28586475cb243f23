import { randomUUID } from 'node:crypto';
import type { Endpoint } from '@halyard/contract/endpoint';
import { ENDPOINTS } from '@halyard/contract/endpoints';
import type { SessionStage } from '@halyard/contract/session';
import { codeAt } from '../../../apps/server/test/totp-codes.ts';
import type { Caller } from './caller.ts';
import { requestResetToken } from './mails.ts';
import { newUser } from './new-user.ts';
import { NEW_PASSWORD } from './passwords.ts';
import type { Stage } from './stage.ts';
import { newVisitor } from './staged-callers.ts';

/** Every endpoint of the administrators' API that changes something. A new one is covered by itself. */
export const UNSAFE_ENDPOINTS: readonly Endpoint[] = ENDPOINTS.filter(
  ({ method, access }) => method !== 'GET' && access.kind !== 'service_key',
);

export const ADMIN_READS: readonly Endpoint[] = ENDPOINTS.filter(
  ({ method, access }) => method === 'GET' && access.kind !== 'service_key',
);

/** A call that the product would carry out. */
export interface ValidCall {
  readonly name: string;
  readonly method: string;
  /** Full path. */
  readonly path: string;
  readonly caller: Caller;
  /** Undefined for an endpoint without a body, and for one that has none here yet. */
  readonly body: object | undefined;
}

export interface Targets {
  readonly callers: Readonly<Record<SessionStage | 'none', Caller>>;
  readonly pathOf: (endpoint: Endpoint) => string;
  readonly unsafeCalls: readonly ValidCall[];
}

/** Callers at every step of a sign-in, and records that all calls can act on. */
export async function newTargets(stage: Stage): Promise<Targets> {
  const { newEnrolled, newAdministrator, newCaller, newWallet, database } = stage;
  const { person, caller: full } = await newEnrolled();
  const newcomer = await newAdministrator();
  const callers = { none: await newVisitor(stage), verify: newCaller(), enrol: newCaller(), full };
  await callers.verify.signIn(person);
  await callers.enrol.signIn(newcomer);

  const { id: user } = await newUser(stage);
  const { id: blocked } = await newUser(stage, { isBlocked: true });
  const wallet = await newWallet();
  await full.post('/invitations', { email: `guest-${user}@example.com` });
  const { rows } = await database.query<{ readonly invitation: string; readonly session: string }>({
    text: `SELECT (SELECT id FROM invitations WHERE email = $1) AS invitation,
      (SELECT id FROM sessions WHERE administrator_id = $2 AND stage = 'full' LIMIT 1) AS session`,
    values: [`guest-${user}@example.com`, person.id],
  });
  const [{ invitation, session } = { invitation: '', session: '' }] = rows;
  const ids: readonly [RegExp, string][] = [
    [/\/unblock$/, blocked],
    [/\/users\//, user],
    [/\/invitations\//, invitation],
    [/\/wallets\//, wallet.id],
    [/\/sessions\//, session],
  ];
  const pathOf = ({ path }: Endpoint) =>
    path.replace(/:\w+/g, ids.find(([pattern]) => pattern.test(path))?.[1] ?? randomUUID());

  const { secret, backupCodes } = (await callers.enrol.post('/auth/2fa/setup')).body;
  const replacement = (await full.post('/auth/2fa/replace/setup')).body.secret;
  const token = await requestResetToken(stage, person.email);
  const code = await person.freshCode();
  const credentials = { email: person.email, password: person.password };
  const bodies: Readonly<Record<string, object>> = {
    login: credentials,
    enableTwoFactor: { code: codeAt(secret, Date.now()), secret, backupCodes },
    verifyTwoFactor: { code },
    replaceAuthenticator: { code, secret: replacement, newCode: codeAt(replacement, Date.now()) },
    disableTwoFactor: { code },
    regenerateBackupCodes: { code },
    changePassword: { currentPassword: person.password, newPassword: NEW_PASSWORD },
    initiatePasswordReset: { email: person.email },
    validatePasswordReset: { token },
    completePasswordReset: { token, newPassword: NEW_PASSWORD },
    updateUserSettings: { serviceFeeRate: 0.07 },
    blockUser: { reason: 'Chargebacks' },
    createInvitation: { email: `other-${user}@example.com` },
    startExport: { of: 'users' },
  };
  const unsafeCalls = UNSAFE_ENDPOINTS.map((endpoint) => {
    const { name, method, access } = endpoint;
    const caller = callers[access.kind === 'session' ? (access.stages[0] ?? 'full') : 'none'];
    return { name, method, path: pathOf(endpoint), caller, body: bodies[name] };
  });
  return { callers, pathOf, unsafeCalls };
}
