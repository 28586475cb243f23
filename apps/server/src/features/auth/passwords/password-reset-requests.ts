import { emailKey } from '@halyard/contract/email-key';
import { z } from 'zod';
import type { AppendAudit } from '../../../infra/audit/append-audit.ts';
import { newToken } from '../../../infra/crypto/token.ts';
import type { DatabaseTransaction } from '../../../infra/db/database.ts';
import type { Outbox } from '../../../infra/outbox/outbox.ts';
import type { OutboxHandlers } from '../../../infra/outbox/outbox-handler.ts';
import { scaledLimit } from '../../../infra/rate-limiter.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { findAdministratorByEmail, lockAdministrator } from '../administrators/administrator-store.ts';
import { type ResetRefusalReason, resetRequested } from '../auth-audit.ts';
import { storeLink } from './password-reset-store.ts';

const KIND = 'password_reset_request';
const LINKS_PER_HOUR = 3;

const resetRequest = z.object({
  email: z.string(),
  origin: z.object({ requestId: z.string(), ipAddress: z.string(), userAgent: z.string() }),
});

export type ResetRequest = Readonly<z.infer<typeof resetRequest>>;

/** Uses the outbox, so that the timing does not reveal whether the account exists. */
export async function enqueueResetRequest(
  transaction: DatabaseTransaction,
  outbox: Outbox,
  request: ResetRequest,
): Promise<void> {
  const queue = `${KIND}:${emailKey(request.email)}`;
  await outbox.enqueue(transaction, { kind: KIND, queue, payload: request });
}

export function createResetRequestHandlers({
  sealedRows,
  appendAudit,
  outbox,
  rateLimitFactor,
}: {
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
  readonly outbox: Outbox;
  readonly rateLimitFactor: number;
}): OutboxHandlers {
  const linksPerHour = scaledLimit(LINKS_PER_HOUR, rateLimitFactor);

  async function workThrough(transaction: DatabaseTransaction, { email, origin }: ResetRequest) {
    const refuse = (reason: ResetRefusalReason) =>
      appendAudit(transaction, resetRequested({ email, reason }, origin));
    const found = await findAdministratorByEmail(transaction, sealedRows, email);
    if (found === undefined) return await refuse('unknown_email');
    const administrator = await lockAdministrator(transaction, sealedRows, found.id);
    if (administrator.disabled_at !== null) return await refuse('disabled');
    const token = newToken();
    const expiry = await storeLink(transaction, sealedRows, administrator, { token, linksPerHour });
    if (expiry === undefined) return await refuse('too_many');
    const expiresAt = expiry.toISOString();
    await outbox.enqueueMail(transaction, {
      kind: 'password_reset',
      to: administrator.email,
      token,
      expiresAt,
    });
    await appendAudit(transaction, resetRequested({ email, administrator }, origin));
  }

  return {
    [KIND]: {
      inTransaction: async (transaction, { payload }) =>
        await workThrough(transaction, resetRequest.parse(payload)),
    },
  };
}
