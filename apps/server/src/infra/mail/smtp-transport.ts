import {
  createTransport,
  type NodemailerError,
  type SMTPTransportOptions,
  type Transporter,
} from 'nodemailer';
import { LOOPBACK_HOSTS } from '../loopback-hosts.ts';
import { PermanentFailure, TemporaryFailure } from '../outbox/outbox-handler.ts';
import { mailFieldsOf } from './mail-fields.ts';
import type { DeliverMail, MailSender } from './mail-transport.ts';

/** Timeout until the server has the whole mail. A retry after it cannot send a duplicate. */
const SEND_MS = 40_000;
/**
 * Timeout of the reply to a whole mail. A server that checks mails for longer gets them again. Half of what RFC 5321, 4.5.3.2.6,
 * recommends, because a reset link of 30 minutes may wait for the reply and a retry.
 */
const REPLY_MS = 5 * 60_000;
const CONNECT_MS = 10_000;

const DEFAULT_PORTS = { 'smtp:': 587, 'smtps:': 465 };

export interface SmtpOptions {
  /** `smtp://` (STARTTLS, but plain on loopback) or `smtps://`, with the user and password in it. */
  readonly url: string;
  readonly from: MailSender;
  /** Name in EHLO. Strict servers reject the default of a host without a dot in its name. */
  readonly clientName?: string | undefined;
  readonly sendMs?: number;
  readonly replyMs?: number;
}

/** Delivers to an SMTP server over TLS with a valid certificate, one connection per mail. */
export function createSmtpTransport(options: SmtpOptions): DeliverMail {
  const { url, from, clientName, sendMs = SEND_MS, replyMs = REPLY_MS } = options;
  const settings = {
    ...connectionOf(url),
    socketTimeout: Math.max(sendMs, replyMs),
    ...(clientName && { name: clientName }),
  };
  return async (mail, signal) => {
    const limit = new AbortController();
    const abort = () => limit.abort();
    let timer = setTimeout(abort, sendMs);
    const transport = createTransport(settings);
    onMailSent(transport, () => {
      clearTimeout(timer);
      timer = setTimeout(abort, replyMs);
    });
    try {
      const cutOff = AbortSignal.any([signal, limit.signal]);
      await transport.sendMail({ ...mailFieldsOf(from, mail), signal: cutOff });
    } catch (error) {
      throw failureOf(error);
    } finally {
      clearTimeout(timer);
    }
  };
}

/** Calls `onSent` when nodemailer has read the whole mail, which it starts only after the server accepts DATA. */
function onMailSent(transport: Transporter, onSent: () => void): void {
  transport.use('stream', ({ message }, done) => {
    message.processFunc((content) => content.once('end', onSent));
    done();
  });
}

function connectionOf(text: string): SMTPTransportOptions {
  const { protocol, hostname, port, username, password } = new URL(text);
  const secure = protocol === 'smtps:';
  const isLoopback = LOOPBACK_HOSTS.has(hostname.toLowerCase());
  return {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: port === '' ? DEFAULT_PORTS[secure ? 'smtps:' : 'smtp:'] : Number(port),
    secure,
    requireTLS: !secure && !isLoopback,
    ignoreTLS: !secure && isLoopback,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** Treats only a 5xx about recipient or mail as final. Omits the server's text, which may quote the mail. */
function failureOf(error: unknown): Error {
  const { code, originalCode, command, responseCode, response, permanent } = error as NodemailerError;
  if (responseCode === undefined) {
    const what = originalCode ?? code ?? 'unknown';
    return new TemporaryFailure(`the mail server did not accept it: ${what}`, { cause: error });
  }
  const [, enhanced = ''] = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(response ?? '') ?? [];
  const reason = `the mail server answered ${responseCode} ${enhanced}`.trim();
  const said = `${reason} to ${command ?? 'the connection'}`;
  const isFinal = permanent === true && (command === 'RCPT TO' || command === 'DATA');
  return isFinal
    ? new PermanentFailure(said, { cause: error })
    : new TemporaryFailure(said, { cause: error });
}
