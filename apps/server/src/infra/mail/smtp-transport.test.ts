import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LOOPBACK_CERTIFICATE } from '../../../test/loopback-certificate.ts';
import { type SmtpSink, startSmtpSink } from '../../../test/smtp-sink.ts';
import { createTestOutbox, type TestOutbox } from '../../../test/test-outbox.ts';
import type { OutboxWorker } from '../outbox/outbox-worker.ts';
import { createMailHandlers } from './mail-handlers.ts';
import type { MailMessage } from './mail-message.ts';
import { smtpClientName } from './smtp-client-name.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const FROM = { name: 'Halyard', address: 'no-reply@halyard.example' };
const HOSTILE = 'Mozilla/5.0\r\nBcc: eve@evil.example\r\n\r\n<script>';

let test: TestOutbox;
const sinks: SmtpSink[] = [];

beforeAll(async () => {
  test = await createTestOutbox();
});
beforeEach(async () => await test.clear());
afterEach(async () => {
  for (const sink of sinks.splice(0)) await sink.stop();
});
afterAll(async () => await test.close());

async function startSink(...options: Parameters<typeof startSmtpSink>): Promise<SmtpSink> {
  const sink = await startSmtpSink(...options);
  sinks.push(sink);
  return sink;
}

function workerTo(url: string, limits: { sendMs?: number; replyMs?: number } = {}): OutboxWorker {
  const deliver = createSmtpTransport({ url, from: FROM, sendMs: 10_000, replyMs: 10_000, ...limits });
  const links = { publicUrl: 'https://admin.example.com', inviteUrl: undefined };
  return test.createWorker(createMailHandlers({ deliver, from: FROM, productName: 'Halyard', links }));
}

const urlOf = ({ port }: SmtpSink) => `smtp://127.0.0.1:${port}`;

function notice(to: string, userAgent = 'Mozilla/5.0'): MailMessage {
  return {
    kind: 'new_sign_in',
    to,
    trace: { at: '2026-03-01T12:00:00.000Z', ipAddress: '192.0.2.1', userAgent },
  };
}

const recipients = (sink: SmtpSink) => sink.received.map((mail) => mail.recipients.join());
const states = async () => (await test.entries()).map(({ state }) => state);

describe('createSmtpTransport', () => {
  // @spec O.19
  it('delivers one message in text and HTML to its recipient only', async () => {
    const sink = await startSink();
    await test.enqueueMail(notice('ada@example.com', HOSTILE));
    await workerTo(urlOf(sink)).runOnce();
    const [entry] = await test.entries();
    expect(sink.received).toHaveLength(1);
    expect(sink.received[0]).toMatchObject({
      recipients: ['ada@example.com'],
      to: 'ada@example.com',
      messageId: `<${entry?.id}@halyard.example>`,
      text: expect.stringContaining('2026-03-01 12:00 UTC'),
      html: expect.stringContaining('192.0.2.1'),
      headers: { from: 'Halyard <no-reply@halyard.example>', 'auto-submitted': 'auto-generated' },
    });
    expect(Object.keys(sink.received[0]?.headers ?? {}).toSorted()).toEqual([
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
  });

  it.each([
    ['https://admin.example.com', FROM.address, 'admin.example.com'],
    ['https://büro.example:8443', FROM.address, 'xn--bro-hoa.example'],
    ['https://192.0.2.1', FROM.address, '[192.0.2.1]'],
    // The test's server writes names in lower case.
    ['https://[2001:db8::1]', FROM.address, '[ipv6:2001:db8::1]'],
    ['http://halyard:3000', FROM.address, 'halyard.example'],
    ['http://back_office.example', FROM.address, 'halyard.example'],
    ['http://localhost:3000', FROM.address, 'halyard.example'],
    ['http://127.0.0.1:3000', FROM.address, 'halyard.example'],
    ['http://[::1]:3000', FROM.address, 'halyard.example'],
    [undefined, FROM.address, 'halyard.example'],
    ['http://halyard', 'no-reply@halyard', expect.stringMatching(/\.|^\[127\.0\.0\.1]$/)],
  ])('greets the server of %s and sender %s as %s', async (publicUrl, sender, name) => {
    const greetings: unknown[] = [];
    const sink = await startSink({
      onMailFrom: (_address, session, done) => {
        greetings.push(session.hostNameAppearsAs);
        done();
      },
    });
    const deliver = createSmtpTransport({
      url: urlOf(sink),
      from: FROM,
      clientName: smtpClientName(publicUrl, sender),
    });
    const mail = { messageId: '1@example.com', date: new Date(), subject: '', text: '', html: '' };
    await deliver({ ...mail, to: 'ada@example.com' }, AbortSignal.timeout(10_000));
    expect(greetings).toEqual([name]);
  });

  it('sends headers in ASCII, with any product name and recipient domain', async () => {
    const raw: string[] = [];
    const sink = await startSink({
      onData: async (stream, _session, done) => {
        raw.push((await buffer(stream)).toString('latin1'));
        done();
      },
    });
    const from = { name: 'Bücher', address: 'post@xn--bcher-kva.example' };
    const deliver = createSmtpTransport({ url: urlOf(sink), from });
    const links = { publicUrl: 'https://admin.example.com', inviteUrl: undefined };
    const parts = { deliver, from, productName: 'Bücher', links };
    await test.enqueueMail(notice('ada@büro.example'));
    await test.createWorker(createMailHandlers(parts)).runOnce();
    const [headers = ''] = raw[0]?.split('\r\n\r\n') ?? [];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the range is ASCII.
    expect(headers).toMatch(/^[\x00-\x7f]+$/);
    expect(headers).toMatch(/^Message-ID: <[0-9a-f-]+@xn--bcher-kva\.example>\r$/m);
    expect(headers).toMatch(/^To: ada@xn--bro-hoa\.example\r$/m);
  });

  it.each([
    'a@example.com\r\nBcc: eve@evil.example',
    'a@example.com,eve@evil.example',
    'a@example.com>\r\nRCPT TO:<eve@evil.example',
    'Eve <eve@evil.example>',
    '"a@example.com eve"@evil.example',
    'a:eve@evil.example',
    'a(b)@evil.example',
  ])('never sends mail to %j', async (to) => {
    const sink = await startSink();
    await test.enqueueMail(notice(to));
    await workerTo(urlOf(sink)).runOnce();
    expect(sink.received).toEqual([]);
    expect(await states()).toEqual(['dead']);
  });

  it.each(['a:eve@evil.example', 'eve@evil.example(b)'])(
    'does not treat %j as a list of recipients',
    async (to) => {
      const sink = await startSink();
      const deliver = createSmtpTransport({ url: urlOf(sink), from: FROM });
      const mail = { messageId: '1@example.com', date: new Date(), subject: '', text: '', html: '' };
      await deliver({ ...mail, to }, AbortSignal.timeout(10_000)).catch(() => undefined);
      expect(recipients(sink)).not.toContain('eve@evil.example');
    },
  );

  it('keeps mail while the server is down and then delivers it in order', async () => {
    const sink = await startSink();
    const worker = workerTo(urlOf(sink));
    await sink.stop();
    const trace = { at: '2026-03-01T12:00:00.000Z', ipAddress: '192.0.2.1', userAgent: '' };
    const to = 'ada@example.com';
    const mails = [1, 2, 3].map((codesLeft) => ({ kind: 'backup_code_used', to, trace, codesLeft }) as const);
    await test.enqueueMail(...mails);
    for (let minutes = 0; minutes < 10; minutes++) {
      await worker.runOnce();
      await test.pass(60);
    }
    expect(await states()).toEqual(['waiting', 'waiting', 'waiting']);
    await sink.start();
    await test.pass(16 * 60);
    await worker.runOnce();
    expect(await states()).toEqual(['done', 'done', 'done']);
    expect(sink.received.map(({ text }) => /You have (\d) left/.exec(text)?.[1])).toEqual(['1', '2', '3']);
  });

  it('retries after a 4xx and gives up after a 5xx about recipient or content', async () => {
    const sink = await startSink();
    let busy = true;
    sink.conduct = (recipient) => {
      if (recipient === 'gone@example.com') return { at: 'RCPT', code: 550 };
      if (recipient === 'spam@example.com') return { at: 'DATA', code: 554 };
      return busy && recipient === 'busy@example.com' ? { at: 'RCPT', code: 451 } : 'take';
    };
    const to = ['gone', 'busy', 'spam', 'ada'].map((name) => `${name}@example.com`);
    await test.enqueueMail(...to.map((address) => notice(address)));
    const worker = workerTo(urlOf(sink));
    await worker.runOnce();
    expect(await states()).toEqual(['dead', 'waiting', 'dead', 'done']);
    expect((await test.entries()).map(({ last_error }) => last_error)).toEqual([
      'the mail server answered 550 5.1.1 to RCPT TO',
      'the mail server answered 451 4.2.0 to RCPT TO',
      'the mail server answered 554 4.2.0 to DATA',
      null,
    ]);
    const audit = await test.database.reader
      .selectFrom('audit_log')
      .select(['action', 'resource_identifier'])
      .where('resource_identifier', '=', 'gone@example.com')
      .execute();
    expect(audit).toEqual([{ action: 'mail.fail', resource_identifier: 'gone@example.com' }]);
    busy = false;
    await test.pass(2 * 60);
    await worker.runOnce();
    expect(recipients(sink)).toEqual(['ada@example.com', 'busy@example.com']);
  });

  it('keeps the mail if the server rejects the sender or sign-in', async () => {
    const sink = await startSink({
      onMailFrom: (_address, _session, done) => done(Object.assign(new Error('no'), { responseCode: 553 })),
    });
    await test.enqueueMail(notice('ada@example.com'));
    await workerTo(urlOf(sink)).runOnce();
    await workerTo(urlOf(sink).replace('127', 'user:wrong@127')).runOnce();
    expect(await states()).toEqual(['waiting']);
  });

  it('times out if the server hangs, while other mail is delivered', async () => {
    const sink = await startSink();
    sink.conduct = (recipient) => (recipient === 'slow@example.com' ? 'hang' : 'take');
    await test.enqueueMail(
      notice('slow@example.com'),
      notice('ada@example.com'),
      notice('slow@example.com'),
      notice('bob@example.com'),
    );
    await workerTo(urlOf(sink), { sendMs: 3_000 }).runOnce();
    expect(recipients(sink).toSorted()).toEqual(['ada@example.com', 'bob@example.com']);
    expect(await test.entries()).toMatchObject([
      { state: 'waiting', attempts: 1, last_error: 'the mail server did not accept it: EABORT' },
      { state: 'done' },
      { state: 'waiting', attempts: 0 },
      { state: 'done' },
    ]);
  });

  it('waits longer for the reply of a server that has the whole mail', async () => {
    const sink = await startSink({
      onData: async (stream, _session, done) => {
        await buffer(stream);
        await sleep(4_000);
        done();
      },
    });
    await test.enqueueMail(notice('ada@example.com'));
    await workerTo(urlOf(sink), { sendMs: 3_000 }).runOnce();
    expect(await test.entries()).toMatchObject([{ state: 'done', attempts: 1 }]);
  });

  it('times out if the server that has the whole mail never replies', async () => {
    const sink = await startSink();
    sink.conduct = () => 'take and hang';
    await test.enqueueMail(notice('ada@example.com'));
    await workerTo(urlOf(sink), { replyMs: 500 }).runOnce();
    expect(await test.entries()).toMatchObject([
      { state: 'waiting', attempts: 1, last_error: 'the mail server did not accept it: EABORT' },
    ]);
  });

  it('sends the same message again only if the response was lost', async () => {
    const sink = await startSink();
    let cutting = true;
    sink.conduct = (recipient) => (cutting && recipient === 'ada@example.com' ? 'take and cut' : 'take');
    const expiresAt = new Date(Date.now() + 1_800_000).toISOString();
    await test.enqueueMail(
      { kind: 'password_reset', to: 'ada@example.com', token: 'token-of-ada', expiresAt },
      notice('bob@example.com'),
    );
    const worker = workerTo(urlOf(sink));
    await worker.runOnce();
    cutting = false;
    await test.pass(2 * 60);
    await worker.runOnce();
    await worker.runOnce();
    expect(recipients(sink).toSorted()).toEqual(['ada@example.com', 'ada@example.com', 'bob@example.com']);
    const [first, second] = sink.received.filter((mail) => mail.to === 'ada@example.com');
    expect(second?.messageId).toBe(first?.messageId);
    expect(second?.text).toBe(first?.text);
    expect(second?.text).toContain('https://admin.example.com/reset-password?token=token-of-ada');
  });
});

describe('createSmtpTransport over TLS', () => {
  it('sends nothing to a remote server without TLS', async () => {
    // Only well-known loopback names count as loopback.
    const sink = await startSink({ host: '127.0.0.2', hideSTARTTLS: true, disabledCommands: ['STARTTLS'] });
    await test.enqueueMail(notice('ada@example.com'));
    await workerTo(`smtp://user:p%40ss%20word@127.0.0.2:${sink.port}`).runOnce();
    expect(sink.received).toEqual([]);
    expect(await states()).toEqual(['waiting']);
  });

  it('requires a valid certificate', async () => {
    const sink = await startSink({ host: '127.0.0.2' });
    const secureSink = await startSink({ secure: true });
    await test.enqueueMail(notice('ada@example.com'));
    await workerTo(`smtp://127.0.0.2:${sink.port}`).runOnce();
    await test.pass(2 * 60);
    await workerTo(`smtps://127.0.0.1:${secureSink.port}`).runOnce();
    expect([...sink.received, ...secureSink.received]).toEqual([]);
    expect(await states()).toEqual(['waiting']);
  });

  it('sends the credentials over STARTTLS and implicit TLS', async () => {
    setDefaultCACertificates([LOOPBACK_CERTIFICATE.cert]);
    const sink = await startSink({ host: '127.0.0.2' });
    const secureSink = await startSink({ secure: true });
    await test.enqueueMail(notice('ada@example.com'));
    await workerTo(`smtp://user%40x:p%40ss%20word@127.0.0.2:${sink.port}`).runOnce();
    await test.enqueueMail(notice('bob@example.com'));
    await workerTo(`smtps://user%40x:p%40ss%20word@localhost:${secureSink.port}`).runOnce();
    expect(sink.received).toMatchObject([{ to: 'ada@example.com', secure: true, user: 'user@x' }]);
    expect(secureSink.received).toMatchObject([{ to: 'bob@example.com', secure: true, user: 'user@x' }]);
  });
});
