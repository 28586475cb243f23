import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { STEP_UP_HEADER } from '@halyard/contract/constants';
import { newToken } from '../../../apps/server/src/infra/crypto/token.ts';
import { codeAt } from '../../../apps/server/test/totp-codes.ts';
import { untilLinked } from './audit-entries.ts';
import type { Answer, Caller, Sending } from './caller.ts';
import type { Person } from './people.ts';
import type { Replica, Stage } from './stage.ts';

const STEP_MS = 30_000;

export const currentStep = (): number => Math.floor(Date.now() / STEP_MS);
export const codeOfStep = (secret: string, step: number): string => codeAt(secret, step * STEP_MS);
export const currentCode = (secret: string): string => codeOfStep(secret, currentStep());

/** Waits for the next time step if the current one ends sooner than this. */
export async function ensureTimeInStep(milliseconds: number): Promise<void> {
  const left = STEP_MS - (Date.now() % STEP_MS);
  if (left < milliseconds) await pause(left);
}

/** Signs in with the password only. */
export async function halfSignedIn({ newCaller }: Stage, person: Person): Promise<Caller> {
  const caller = newCaller();
  const { status, text } = await caller.signIn(person);
  if (status !== 200) throw new Error(`the password answered ${status}: ${text}`);
  return caller;
}

export const verify = async (caller: Caller, code: unknown, on?: string): Promise<Answer> =>
  await caller.post('/auth/2fa/verify', { code }, on === undefined ? {} : { on });

/** Signs in with the password and this code. */
export const signInWith = async (stage: Stage, person: Person, code: unknown): Promise<Answer> =>
  await verify(await halfSignedIn(stage, person), code);

/** Signs in whole with the authenticator. */
export async function signedIn(stage: Stage, person: Person, on: Replica = stage.a): Promise<Caller> {
  const caller = stage.newCaller({ on });
  const { status, text } = await person.signIn(caller);
  if (status !== 204) throw new Error(`the sign-in answered ${status}: ${text}`);
  return caller;
}

/** Several sessions of one person that wait for a code. They are in the database as if signed in with the password. */
export async function manyHalfSignedIn(stage: Stage, { id }: Person, count: number): Promise<Caller[]> {
  const tokens = Array.from({ length: count }, newToken);
  await stage.write(
    `INSERT INTO sessions (token_hash, administrator_id, stage, expires_at, ip_address, user_agent)
      SELECT sha256(token::bytea), $1, 'verify', now() + interval '10 minutes', '192.0.2.1', ''
      FROM unnest($2::text[]) AS token`,
    [id, tokens],
  );
  return await Promise.all(
    tokens.map(async (token) => {
      const caller = stage.newCaller();
      caller.cookie = `__Host-admin_session=${token}`;
      await caller.get('/auth/csrf-cookie');
      return caller;
    }),
  );
}

/** Sends one code from all of them at once, half to each process. */
export const race = async ({ a, b }: Stage, callers: readonly Caller[], code: string): Promise<Answer[]> =>
  await Promise.all(callers.map((caller, index) => verify(caller, code, (index % 2 === 0 ? a : b).address)));

export const invite = async (caller: Caller, code: string, on?: string): Promise<Answer> =>
  await caller.post(
    '/invitations',
    { email: `guest-${randomUUID()}@example.com` },
    { headers: { [STEP_UP_HEADER]: code }, ...(on !== undefined && { on }) },
  );

/** Asks for the private key of a wallet. */
export async function backUp(
  caller: Caller,
  { id }: { readonly id: string },
  code?: string | string[],
  { headers, ...sending }: Sending = {},
): Promise<Answer> {
  return await caller.get(`/wallets/${id}/backup`, {
    ...sending,
    headers: { ...headers, ...(code !== undefined && { [STEP_UP_HEADER]: code }) },
  });
}

export const disable = async (caller: Caller, code: unknown): Promise<Answer> =>
  await caller.post('/auth/2fa/disable', { code });

export const regenerate = async (caller: Caller, code: unknown, on?: string): Promise<Answer> =>
  await caller.post('/auth/2fa/backup-codes', { code }, on === undefined ? {} : { on });

/** Sets up another authenticator and confirms it with a good code of its own and this one. */
export async function replaceAuthenticator(
  caller: Caller,
  code: string,
): Promise<Answer & { readonly secret: string }> {
  const setup = await caller.post('/auth/2fa/replace/setup');
  if (setup.status !== 200) return { ...setup, secret: '' };
  const secret: string = setup.body.secret;
  const answer = await caller.post('/auth/2fa/replace', { code, secret, newCode: currentCode(secret) });
  return { ...answer, secret };
}

/** In place of waiting until wrong codes are forgotten. */
export async function forgetWrongCodes({ write }: Stage, { id }: Person): Promise<void> {
  await write(
    `UPDATE administrators SET code_failures = 0, code_window_started_at = NULL, code_locks = 0,
      codes_locked_until = NULL, step_up_failures = 0 WHERE id = $1`,
    [id],
  );
}

/** In place of waiting while codes are locked. */
export async function passForCodes({ write }: Stage, { id }: Person, seconds: number): Promise<void> {
  await write(
    `UPDATE administrators SET
      code_window_started_at = code_window_started_at - make_interval(secs => $2),
      codes_locked_until = codes_locked_until - make_interval(secs => $2) WHERE id = $1`,
    [id, seconds],
  );
}

/** Sets how long ago the last code was shown in an administrator's sessions. */
export async function ageSecondFactor({ write }: Stage, id: string, seconds: number): Promise<void> {
  await write(
    `UPDATE sessions SET second_factor_at = now() - make_interval(secs => $2) WHERE administrator_id = $1`,
    [id, seconds],
  );
}

interface StoredFactors {
  readonly totp_secret: Buffer | null;
  readonly totp_last_step: number;
  readonly backup_code_salt: Buffer | null;
  readonly backup_codes: readonly Buffer[];
}

export async function storedFactors({ database }: Stage, { id }: Person): Promise<StoredFactors> {
  const { rows } = await database.query<StoredFactors>({
    text: `SELECT totp_secret, totp_last_step, backup_code_salt, backup_codes FROM administrators WHERE id = $1`,
    values: [id],
  });
  const [row] = rows;
  if (row === undefined) throw new Error('no such administrator');
  return { ...row, totp_last_step: Number(row.totp_last_step) };
}

/** Reasons of refused codes in the audit log, oldest first. */
export async function refusalReasons(stage: Stage, { email }: Person): Promise<string[]> {
  await untilLinked(stage);
  const { rows } = await stage.database.query<{ readonly reason: string }>({
    text: `SELECT metadata->>'reason' AS reason FROM audit_log
      WHERE actor_email = $1 AND status = 'failure' AND metadata ? 'reason' AND action LIKE 'two_factor.%' ORDER BY sequence`,
    values: [email],
  });
  return rows.map(({ reason }) => reason);
}
