import { mkdir, open, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import { errorCode } from '../error-code.ts';
import { TemporaryFailure } from '../outbox/outbox-handler.ts';
import { mailFieldsOf } from './mail-fields.ts';
import type { DeliverMail, MailSender, OutgoingMail } from './mail-transport.ts';

/** Writes mails atomically to private files, sorted by time. A mail has the same name at every attempt. */
export function createMailFiles(directory: string, from: MailSender): DeliverMail {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return async (mail) => {
    const { message } = await composer.sendMail(mailFieldsOf(from, mail));
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const name = fileNameOf(mail);
      const draft = join(directory, `.${name}.draft`);
      await writeFile(draft, message, { mode: 0o600, flush: true });
      await rename(draft, join(directory, name));
      await syncDirectory(directory);
    } catch (error) {
      throw new TemporaryFailure(`the mail file could not be written: ${errorCode(error)}`, { cause: error });
    }
  };
}

function fileNameOf({ date, messageId }: OutgoingMail): string {
  const time = date.toISOString().replace(/[-:]/g, '');
  return `${time}-${messageId.replace(/@.*/, '')}.eml`;
}

async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory);
  await handle.sync().finally(() => handle.close());
}
