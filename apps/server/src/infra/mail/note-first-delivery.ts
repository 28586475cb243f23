import type { Database } from '../db/database.ts';
import { reachMark } from '../db/installation-marks.ts';
import type { DeliverMail } from './mail-transport.ts';

/** Remembers in the database that a mail server has accepted a mail. Until then, mails only became files. */
export function notingFirstDelivery(
  deliver: DeliverMail,
  { database, now }: { readonly database: Database; readonly now: () => number },
): DeliverMail {
  let isNoted = false;
  return async (mail, signal) => {
    await deliver(mail, signal);
    if (isNoted) return;
    // The mail is delivered, whether this works or not. The next one tries it again.
    isNoted = await database
      .transaction((transaction) => reachMark(transaction, 'mail.smtp', new Date(now())))
      .then(
        () => true,
        () => false,
      );
  };
}
