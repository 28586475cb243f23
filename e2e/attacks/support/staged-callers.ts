import type { Access } from '@halyard/contract/endpoint';
import type { Answer, Caller, Sending } from './caller.ts';
import type { Replica, Stage } from './stage.ts';

/** How far a caller has signed in. */
export type CallerStage = 'none' | 'verify' | 'enrol' | 'full';

/** A client before sign-in, with a CSRF token. */
export async function newVisitor(
  { newCaller }: Stage,
  options?: Parameters<Stage['newCaller']>[0],
): Promise<Caller> {
  const caller = newCaller(options);
  await caller.get('/auth/csrf-cookie');
  return caller;
}

/** A client at this stage of sign-in, with a new account. */
export async function newCallerAt(stage: Stage, at: CallerStage): Promise<Caller> {
  if (at === 'none') return await newVisitor(stage);
  const caller = stage.newCaller();
  if (at === 'enrol') await caller.signIn(await stage.newAdministrator());
  else {
    const { person, caller: full } = await stage.newEnrolled();
    if (at === 'full') return full;
    await caller.signIn(person);
  }
  return caller;
}

/** A client with the same cookie, on a network of its own. */
export function copyOf(stage: Stage, { cookie, csrfToken }: Caller, on?: Replica): Caller {
  return Object.assign(stage.newCaller(on === undefined ? {} : { on }), { cookie, csrfToken });
}

/** The first stage that an endpoint admits. */
function stageFor(access: Access): CallerStage {
  return access.kind === 'session' ? (access.stages[0] ?? 'full') : 'none';
}

export type Send = (access: Access, method: string, path: string, sending?: Sending) => Promise<Answer>;

/**
 * Sends each call from a client at the stage that its endpoint needs. Signs in again, with a new account, if an earlier
 * call ended the session, as some payloads do.
 */
export function sendAsNeeded(stage: Stage, on: Replica): Send {
  const callers = new Map<CallerStage, Promise<Caller>>();
  const callerAt = async (at: CallerStage): Promise<Caller> => {
    const caller = callers.get(at) ?? newCallerAt(stage, at);
    callers.set(at, caller);
    return await caller;
  };
  return async (access, method, path, sending) => {
    const at = stageFor(access);
    const used = await callerAt(at);
    const answer = await copyOf(stage, used, on).send(method, path, sending);
    if (answer.status !== 401 || answer.body?.status !== 'unauthenticated') return answer;
    if ((await callers.get(at)) === used) callers.delete(at);
    return await copyOf(stage, await callerAt(at), on).send(method, path, sending);
  };
}
