import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type InvitationDesk, openInvitationDesk } from '../../../test/invitation-desk.ts';
import { type SmtpSink, startSmtpSink } from '../../../test/smtp-sink.ts';

let desk: InvitationDesk;
let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtpSink();
  desk = await openInvitationDesk({ smtpUrl: `smtp://127.0.0.1:${sink.port}` });
});
afterAll(async () => {
  await desk.account.test.close();
  await sink.stop();
});
beforeEach(async () => {
  sink.conduct = () => 'take';
  await desk.clear();
});

/** Invites Nova and tries once to deliver the mail. */
async function mailAfter(code?: number) {
  if (code !== undefined) sink.conduct = () => ({ at: 'RCPT', code });
  await desk.invited();
  await desk.account.test.deliverMail();
  return (await desk.only()).mail;
}

it('an invitation shows that its mail was sent', async () => {
  await desk.invited();
  expect((await desk.only()).mail).toEqual({ state: 'sending', reason: null });
  await desk.account.test.deliverMail();
  expect((await desk.only()).mail).toEqual({ state: 'sent', reason: null });
});

it('an invitation shows why its mail was rejected, until it is sent again', async () => {
  expect(await mailAfter(550)).toEqual({
    state: 'failed',
    reason: 'the mail server answered 550 5.1.1 to RCPT TO',
  });
  sink.conduct = () => 'take';
  await desk.resend((await desk.only()).id);
  expect((await desk.only()).mail).toEqual({ state: 'sending', reason: null });
  await desk.account.test.deliverMail();
  expect((await desk.only()).mail).toEqual({ state: 'sent', reason: null });
});

it('an invitation shows why its mail is delayed', async () => {
  expect(await mailAfter(451)).toEqual({
    state: 'delayed',
    reason: 'the mail server answered 451 4.2.0 to RCPT TO',
  });
});

it('an invitation shows that its mail expired before the server accepted it', async () => {
  await mailAfter(451);
  await desk.account.test.database.transaction((transaction) =>
    transaction.updateTable('outbox').set({ expires_at: sql`now()`, due_at: sql`now()` }).execute(),
  );
  await desk.account.test.deliverMail();
  expect((await desk.only()).mail).toMatchObject({ state: 'failed' });
});

it('a revoked invitation and one without a known mail show nothing', async () => {
  await mailAfter(550);
  await desk.account.execute('DELETE FROM outbox');
  expect((await desk.only()).mail).toBeNull();
  await desk.revoke((await desk.only()).id);
  expect((await desk.only()).mail).toBeNull();
});
