import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import { createEnvironmentKeyWrapper } from '../crypto/key-wrapper.ts';
import { createOutbox } from '../outbox/outbox.ts';
import type { MailMessage } from './mail-message.ts';

const MESSAGE: MailMessage = {
  kind: 'invitation',
  to: 'ada@example.com',
  invitedBy: 'bob@example.com',
  token: 'invitation-token',
  expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
};

let here: TestApplication;
let elsewhere: TestApplication;

beforeAll(async () => {
  here = await startTestApplication({ publicUrl: undefined });
  elsewhere = await startTestApplication({ publicUrl: 'https://back.example.com', productName: 'Fjord' });
});
afterAll(async () => {
  await here.close();
  await elsewhere.close();
});

async function send({ database, masterKeys, deliverMail }: TestApplication) {
  const outbox = createOutbox({ keys: createEnvironmentKeyWrapper(masterKeys) });
  await database.transaction((transaction) => outbox.enqueueMail(transaction, MESSAGE));
  return await deliverMail();
}

describe('a product without an SMTP server', () => {
  // @spec O.10
  it('writes each mail to one file', async () => {
    const mails = await send(elsewhere);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatchObject({ to: 'ada@example.com', subject: "You've been invited to Fjord" });
    expect(mails[0]?.text).toContain('https://back.example.com/invite?token=invitation-token');
    expect(await elsewhere.deliverMail()).toEqual([]);
    expect(elsewhere.logged()).not.toContain('invitation-token');
  });

  // @spec O.17
  it('links to its own address if it has no public URL', async () => {
    const [mail] = await send(here);
    expect(mail?.text).toContain('http://127.0.0.1:3000/invite?token=invitation-token');
  });
});
