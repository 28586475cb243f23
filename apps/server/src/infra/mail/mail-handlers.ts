import { isEmailAddress } from '@halyard/contract/email-address';
import { type OutboxEntry, type OutboxHandlers, PermanentFailure } from '../outbox/outbox-handler.ts';
import { renderMail } from './mail-layout.ts';
import type { MailMessage } from './mail-message.ts';
import { MAIL_KINDS, type MailSetting, mailTextOf } from './mail-texts.ts';
import type { DeliverMail, MailSender } from './mail-transport.ts';

export interface MailParts extends MailSetting {
  readonly deliver: DeliverMail;
  readonly from: MailSender;
}

/** Creates the handlers of every kind of mail. */
export function createMailHandlers(parts: MailParts): OutboxHandlers {
  const outside = async (entry: OutboxEntry, signal: AbortSignal) => await sendMail(parts, entry, signal);
  return Object.fromEntries(MAIL_KINDS.map((kind) => [`mail.${kind}`, { outside }]));
}

async function sendMail(parts: MailParts, entry: OutboxEntry, signal: AbortSignal): Promise<void> {
  // Sealed by `enqueueMail`.
  const message = entry.payload as MailMessage;
  const { to } = message;
  if (!isEmailAddress(to)) throw new PermanentFailure('the recipient is not a single email address');
  const mail = renderMail(mailTextOf(message, parts), parts.productName);
  const messageId = `${entry.id}@${parts.from.address.replace(/.*@/, '')}`;
  await parts.deliver({ ...mail, messageId, date: entry.createdAt, to }, signal);
}
