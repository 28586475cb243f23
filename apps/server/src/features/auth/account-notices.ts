import type { DatabaseTransaction } from '../../infra/db/database.ts';
import type { Outbox } from '../../infra/outbox/outbox.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';

type Notice =
  | {
      readonly kind:
        | 'password_changed'
        | 'two_factor_disabled'
        | 'two_factor_enabled'
        | 'authenticator_replaced'
        | 'backup_codes_replaced'
        | 'new_sign_in'
        | 'codes_locked'
        | 'wrong_codes'
        | 'password_expired'
        | 'sign_in_blocked';
    }
  | { readonly kind: 'backup_code_used'; readonly codesLeft: number };

export type NotifyAdministrator = (
  transaction: DatabaseTransaction,
  administrator: { readonly email: string },
  notice: Notice,
  origin: RequestOrigin,
) => Promise<void>;

export function createNotifyAdministrator({
  outbox,
  now,
}: {
  readonly outbox: Pick<Outbox, 'enqueueMail'>;
  readonly now: () => number;
}): NotifyAdministrator {
  return async (transaction, { email }, notice, { ipAddress, userAgent }) => {
    const trace = { at: new Date(now()).toISOString(), ipAddress, userAgent };
    await outbox.enqueueMail(transaction, { ...notice, to: email, trace });
  };
}
