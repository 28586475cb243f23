import type { ReceivedMail } from '../../../apps/server/test/smtp-sink.ts';
import type { Stage } from './stage.ts';

const PATIENCE_MS = 15_000;
const PAUSE_MS = 100;

/** Waits for the newest mail with this subject. Returns undefined if none comes. */
export async function receivedMail(
  { mails }: Stage,
  to: string,
  subject: RegExp,
): Promise<ReceivedMail | undefined> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const mail = mails.received.findLast((each) => each.to === to && subject.test(each.subject));
    if (mail !== undefined || performance.now() > until) return mail;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}

/** The token in the link of a mail. */
export async function receivedToken(stage: Stage, to: string, subject: RegExp): Promise<string> {
  const mail = await receivedMail(stage, to, subject);
  const token = /token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no mail with a link to ${to}`);
  return token;
}

/** Asks for a reset link and returns its token. */
export async function requestResetToken(stage: Stage, email: string): Promise<string> {
  const caller = stage.newCaller();
  await caller.get('/auth/csrf-cookie');
  await caller.post('/auth/password/reset/initiate', { email });
  return await receivedToken(stage, email, /^Reset your/);
}
