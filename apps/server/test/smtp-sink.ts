import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';
import { LOOPBACK_CERTIFICATE } from './loopback-certificate.ts';
import { parseMail, type SentMail } from './mailbox.ts';

export interface ReceivedMail extends SentMail {
  readonly recipients: readonly string[];
  readonly secure: boolean;
  readonly user: string | undefined;
}

/** How the server treats a mail. `take and …` accepts it, then hangs or disconnects before the reply. */
type Conduct =
  | 'take'
  | 'hang'
  | 'take and hang'
  | 'take and cut'
  | { readonly at: 'RCPT' | 'DATA'; readonly code: number };

/** A real SMTP server on loopback. */
export interface SmtpSink {
  readonly port: number;
  readonly received: readonly ReceivedMail[];
  /** How the server treats mails to a recipient, asked at RCPT TO and after DATA. A test can replace this at any time. */
  conduct: (recipient: string, stage: 'RCPT' | 'DATA') => Conduct;
  readonly stop: () => Promise<void>;
  /** Starts listening again on the same port. */
  readonly start: () => Promise<void>;
}

export async function startSmtpSink(
  options: { readonly host?: string } & SMTPServerOptions = {},
): Promise<SmtpSink> {
  const { host = '127.0.0.1', ...rest } = options;
  const received: ReceivedMail[] = [];
  let server: SMTPServer | undefined;
  let port = 0;

  const start = async () => {
    server = new SMTPServer({
      ...LOOPBACK_CERTIFICATE,
      authOptional: true,
      onRcptTo({ address }, _session, done) {
        const conduct = sink.conduct(address, 'RCPT');
        if (conduct === 'hang') return;
        done(typeof conduct === 'object' && conduct.at === 'RCPT' ? refusal(conduct.code) : null);
      },
      async onData(stream, session, done) {
        const raw = await buffer(stream).catch(() => undefined);
        // The sender disconnected while sending.
        if (raw === undefined) return;
        const recipients = session.envelope.rcptTo.map(({ address }) => address);
        const conduct = sink.conduct(recipients[0] ?? '', 'DATA');
        if (typeof conduct === 'object') return done(refusal(conduct.code));
        const user = session.user === undefined ? undefined : String(session.user);
        received.push({ ...(await parseMail(raw)), recipients, secure: session.secure, user });
        if (conduct === 'take and hang') return;
        if (conduct === 'take and cut') return cut(server, session);
        done(null);
      },
      onAuth: ({ username, password }, _session, done) =>
        password === 'p@ss word' ? done(null, { user: username }) : done(refusal(535)),
      ...rest,
    });
    server.on('error', () => undefined);
    server.listen(port, host);
    await once(server.server, 'listening');
    port = (server.server.address() as AddressInfo).port;
  };
  const sink: SmtpSink = {
    get port() {
      return port;
    },
    received,
    conduct: () => 'take',
    start,
    stop: async () => {
      const stopping = server;
      if (stopping === undefined) return;
      server = undefined;
      for (const connection of stopping.connections) connection._socket.destroy();
      await new Promise<void>((resolve) => stopping.close(resolve));
    },
  };
  await start();
  return sink;
}

function cut(server: SMTPServer | undefined, session: SMTPServerSession): void {
  for (const connection of server?.connections ?? []) {
    if (connection.id === session.id) connection._socket.destroy();
  }
}

function refusal(code: number): Error {
  return Object.assign(new Error(`${code === 550 ? '5.1.1' : '4.2.0'} refused`), { responseCode: code });
}
