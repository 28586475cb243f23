import { randomUUID } from 'node:crypto';
import type { Json } from '@halyard/audit-proof/canonical-json';
import { emailKey } from '@halyard/contract/email-key';
import { sealSecret } from '../crypto/envelope.ts';
import type { KeyWrapper } from '../crypto/key-wrapper.ts';
import type { DatabaseTransaction } from '../db/database.ts';
import type { MailMessage } from '../mail/mail-message.ts';

/** Work for the handler of `kind` after the commit. */
export interface NewOutboxEntry {
  readonly kind: string;
  /** Entries of one queue are processed one by one, in order. */
  readonly queue: string;
  readonly payload: Json;
  /** By the database's clock. Expired entries are skipped. */
  readonly expiresAt?: Date;
}

/** Stores work in the transaction that causes it, so that it runs if and only if the transaction commits. */
export interface Outbox {
  readonly enqueue: (transaction: DatabaseTransaction, entry: NewOutboxEntry) => Promise<void>;
  /** Mails to one recipient are sent in the order of these calls. */
  readonly enqueueMail: (transaction: DatabaseTransaction, message: MailMessage) => Promise<void>;
}

/** Seals each payload for its entry, so that tokens cannot be read from the database. */
export function createOutbox({ keys }: { readonly keys: KeyWrapper }): Outbox {
  const enqueue: Outbox['enqueue'] = async (transaction, { kind, queue, payload, expiresAt }) => {
    const id = randomUUID();
    const sealed = await sealSecret(keys, { kind: 'outbox_entry', id }, Buffer.from(JSON.stringify(payload)));
    await transaction
      .insertInto('outbox')
      .values({ id, kind, queue, payload: sealed, expires_at: expiresAt ?? null })
      .execute();
  };
  return {
    enqueue,
    enqueueMail: async (transaction, message) =>
      await enqueue(transaction, {
        kind: `mail.${message.kind}`,
        queue: emailKey(message.to),
        payload: JSON.parse(JSON.stringify(message)),
        ...('expiresAt' in message && { expiresAt: new Date(message.expiresAt) }),
      }),
  };
}
