import { isWithinYears, YEARS_EXPECTED } from '@halyard/contract/fields';
import type { redeemInvitation } from '@halyard/contract/platform-feed';
import type { z } from 'zod';
import type { ServiceKey } from '../../http/call.ts';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import { invalidField, Problem } from '../../infra/problem.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import { invitationAccepted } from './invitation-audit.ts';
import { endInvitation, lockInvitationOfToken } from './invitation-store.ts';
import { hasUserWithEmail, insertInvitedUser } from './invited-users.ts';

export type Redemption = z.output<NonNullable<(typeof redeemInvitation)['body']>>;

export interface RedemptionService {
  /** @throws Problem `invalid_token`, `validation_error` or `user_exists`; the last one keeps the link valid */
  readonly redeem: (
    redemption: Redemption,
    sender: { readonly serviceKey: ServiceKey; readonly origin: RequestOrigin },
  ) => Promise<{ readonly userUuid: string; readonly email: string }>;
}

/** The only way to accept an invitation: a fed user with the same email leaves it pending. */
export function createRedemptionService(parts: {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
}): RedemptionService {
  const { database, sealedRows, appendAudit } = parts;
  return {
    async redeem({ token, user: { uuid, name, createdAt: text } }, sender) {
      const createdAt = requireUsableInstant(text);
      return await database.transaction(async (transaction) => {
        const invitation = await lockInvitationOfToken(transaction, sealedRows, token);
        if (invitation?.status !== 'pending' || invitation.isExpired) {
          throw new Problem(
            'invalid_token',
            'The invitation link is invalid, expired or used. Ask an administrator for a new one.',
          );
        }
        const { email } = invitation;
        const isTaken =
          (await hasUserWithEmail(transaction, email)) ||
          !(await insertInvitedUser(transaction, { uuid, name, email, createdAt }));
        if (isTaken)
          throw new Problem(
            'user_exists',
            'A user with this uuid or email exists. Sign that user in instead.',
          );
        await endInvitation(transaction, sealedRows, invitation, 'accepted');
        await appendAudit(transaction, invitationAccepted(invitation, uuid, sender));
        return { userUuid: uuid, email };
      });
    },
  };
}

/** Keeps milliseconds, the precision that the product stores and shows. */
function requireUsableInstant(text: string): Date {
  if (isWithinYears(text)) return new Date(text);
  throw invalidField('user.createdAt', 'out_of_range', YEARS_EXPECTED);
}
