import type { RandomSource } from './random-source.ts';
import { actOf, type SampleAct, type SampleAdministrator } from './sample-administrators.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './sample-calendar.ts';

const SECOND_MS = 1_000;

/** Creates the accounts' first entries, written by commands and at the first sign-in. */
export function createBeginnings(
  random: RandomSource,
  administrators: readonly SampleAdministrator[],
  begin: number,
): SampleAct[] {
  return administrators.flatMap((administrator, index) => {
    const { id, email } = administrator;
    const at = begin + (index + 1) * 4 * MINUTE_MS;
    const resource = { type: 'admin', id, identifier: email } as const;
    const created = {
      action: 'administrator.create',
      category: 'configuration',
      description: 'Administrator created',
      status: 'success',
      actor: { type: 'system' },
      resource,
    } as const;
    const enabled = {
      action: 'two_factor.enable',
      category: 'authentication',
      description: 'Two-factor authentication enabled',
      resource,
    } as const;
    return [{ at, entry: created }, actOf(random, administrator, at + 2 * MINUTE_MS, enabled)];
  });
}

/** Creates the sign-ins of most working days, with some typing errors. */
export function createSignIns(
  random: RandomSource,
  administrators: readonly SampleAdministrator[],
  { begin, end }: { readonly begin: number; readonly end: number },
): SampleAct[] {
  const firstDay = begin - (begin % DAY_MS) + DAY_MS;
  const days = Array.from(
    { length: Math.ceil((end - firstDay) / DAY_MS) },
    (_, day) => firstDay + day * DAY_MS,
  );
  return days.flatMap((day) => {
    const isWeekend = [0, 6].includes(new Date(day).getUTCDay());
    return administrators.flatMap((administrator) =>
      random.chance(isWeekend ? 0.08 : 0.7)
        ? createDay(random, administrator, day + (7 + 3 * random.next()) * HOUR_MS)
        : [],
    );
  });
}

function createDay(random: RandomSource, administrator: SampleAdministrator, at: number): SampleAct[] {
  const sessionId = random.uuid();
  const goneAt = at + (4 + 5 * random.next()) * HOUR_MS;
  return [
    ...(random.chance(0.06) ? [createFailure(random, administrator, at - 30 * SECOND_MS)] : []),
    ...createSignIn(random, administrator, at, sessionId),
    ...(random.chance(0.5)
      ? [
          actOf(random, administrator, goneAt, {
            action: 'auth.logout',
            category: 'authentication',
            description: 'Logged out',
            resource: { type: 'session', id: sessionId },
          }),
        ]
      : []),
  ];
}

/** Creates a sign-in with password and code, at most half a minute long. */
export function createSignIn(
  random: RandomSource,
  administrator: SampleAdministrator,
  at: number,
  sessionId: string,
): SampleAct[] {
  const { id, email } = administrator;
  const code = {
    action: 'two_factor.verify',
    category: 'authentication',
    resource: { type: 'admin', id, identifier: email },
  } as const;
  const rejected = {
    ...code,
    description: '2FA code rejected',
    status: 'failure',
    errorMessage: 'Invalid verification code',
    metadata: { reason: 'wrong', session_ended: false },
  } as const;
  return [
    actOf(random, administrator, at, {
      action: 'auth.login',
      category: 'authentication',
      description: 'Password accepted, 2FA code required',
      resource: { type: 'session', id: sessionId },
    }),
    ...(random.chance(0.05) ? [actOf(random, administrator, at + 9 * SECOND_MS, rejected)] : []),
    actOf(random, administrator, at + random.integer(12, 28) * SECOND_MS, {
      ...code,
      description: 'Signed in with 2FA',
      metadata: { method: 'totp' },
    }),
  ];
}

/** Creates a wrong password. The actor is anonymous, because the typed email proves nothing. */
function createFailure(random: RandomSource, administrator: SampleAdministrator, at: number): SampleAct {
  const { email } = administrator;
  return actOf(random, administrator, at, {
    action: 'auth.login',
    category: 'authentication',
    description: 'Sign-in failed',
    status: 'failure',
    actor: { type: 'anonymous', email },
    resource: { type: 'session', identifier: email },
    errorMessage: 'Invalid email or password',
    metadata: { reason: 'wrong_password' },
  });
}
