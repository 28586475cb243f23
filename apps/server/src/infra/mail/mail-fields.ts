import type { SendMailOptions } from 'nodemailer';
import type { MailSender, OutgoingMail } from './mail-transport.ts';

/** Converts a mail for nodemailer: exactly one recipient, and no access to files or URLs. */
export function mailFieldsOf(from: MailSender, mail: OutgoingMail): SendMailOptions {
  const { messageId, date, to, subject, text, html } = mail;
  return {
    from: { ...from },
    to: { name: '', address: to },
    // Use objects, because nodemailer parses text as a list of addresses.
    envelope: { from: { name: '', address: from.address }, to: [{ name: '', address: to }] },
    subject,
    text,
    html,
    date,
    messageId: `<${messageId}>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
