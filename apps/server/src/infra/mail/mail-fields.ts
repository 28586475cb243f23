import type { SendMailOptions } from 'nodemailer';
import type { MailSender, OutgoingMail } from './mail-transport.ts';

/** A mail as nodemailer takes it: exactly one recipient, whatever the headers say, and no file or address read. */
export function mailFieldsOf(from: MailSender, mail: OutgoingMail): SendMailOptions {
  const { messageId, date, to, subject, text, html } = mail;
  return {
    from: { ...from },
    to: { name: '', address: to },
    // As objects: text would be parsed as a list of addresses and groups.
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
