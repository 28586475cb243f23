import type { InvitationStatus } from '@halyard/contract/invitations';
import type { Session, StepUp } from '../../http/call.ts';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { ListPage, ListPageQuery } from '../../infra/creation-list/creation-list.ts';
import { readListPage } from '../../infra/creation-list/read-list-page.ts';
import { newToken } from '../../infra/crypto/token.ts';
import type { Database, DatabaseTransaction } from '../../infra/db/database.ts';
import type { Outbox } from '../../infra/outbox/outbox.ts';
import { Problem } from '../../infra/problem.ts';
import { scaledLimit } from '../../infra/rate-limiter.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import {
  invitationCreated,
  invitationRenewed,
  invitationResent,
  invitationRevoked,
} from './invitation-audit.ts';
import { toInvitedEmail } from './invitation-email.ts';
import {
  INVITATION_LIST,
  type InvitationRow,
  type InvitationScope,
  readInvitationPage,
} from './invitation-list.ts';
import {
  endInvitation,
  insertInvitation,
  type LockedInvitation,
  lockInvitation,
  lockPendingInvitation,
  type OpenInvitation,
  readResendWait,
  renewInvitation,
} from './invitation-store.ts';
import { hasUserWithEmail } from './invited-users.ts';

const RESENDS_PER_HOUR = 3;

interface InvitationAct {
  readonly session: Session;
  readonly stepUp: StepUp;
  readonly origin: RequestOrigin;
}

interface InvitationListQuery extends Omit<ListPageQuery<InvitationScope>, 'scope'> {
  readonly status?: InvitationStatus | undefined;
  /** Takes precedence over `status`. */
  readonly id?: string | undefined;
}

export interface InvitationsService {
  readonly list: (query: InvitationListQuery) => Promise<ListPage<InvitationRow>>;
  /** Renews an expired invitation. @throws Problem `user_exists`, `invitation_exists` */
  readonly create: (email: string, act: InvitationAct) => Promise<void>;
  /** @throws Problem `not_found`, `invitation_not_pending` */
  readonly revoke: (id: string, act: InvitationAct) => Promise<void>;
  /** Also renews an expired invitation. @throws Problem `not_found`, `invitation_not_pending`, `rate_limited` */
  readonly resend: (id: string, act: InvitationAct) => Promise<void>;
}

interface InvitationParts {
  readonly database: Database;
  readonly sealedRows: SealedRows;
  readonly appendAudit: AppendAudit;
  readonly outbox: Outbox;
  readonly rateLimitFactor: number;
}

export function createInvitationsService(parts: InvitationParts): InvitationsService {
  const { database, sealedRows, appendAudit } = parts;
  const resendsPerHour = scaledLimit(RESENDS_PER_HOUR, parts.rateLimitFactor);
  return {
    list: async ({ status, id, ...page }) => {
      if (id !== undefined) return await readInvitationPage(database, id, page);
      const scope: InvitationScope = status ?? 'all';
      return await readListPage<InvitationRow, InvitationScope>(database, INVITATION_LIST, {
        ...page,
        scope,
      });
    },
    create: async (typed, act) => await createInvitation(parts, toInvitedEmail(typed), act),
    async revoke(id, { session: { administrator }, stepUp, origin }) {
      await stepUp.transaction(async (transaction) => {
        const invitation = requirePending(await lockInvitation(transaction, sealedRows, id));
        const entry = invitationRevoked(invitation, { administrator, origin });
        await appendAudit(transaction, entry, endInvitation(transaction, sealedRows, invitation, 'revoked'));
      });
    },
    resend: async (id, act) => await resendInvitation(parts, id, resendsPerHour, act),
  };
}

async function createInvitation(
  { sealedRows, appendAudit, outbox }: InvitationParts,
  email: string,
  { session: { administrator }, stepUp, origin }: InvitationAct,
): Promise<void> {
  const token = newToken();
  await stepUp.transaction(async (transaction) => {
    const pending = await lockPendingInvitation(transaction, sealedRows, email);
    // Check after the lock, because a redemption may just have created the user.
    if (await hasUserWithEmail(transaction, email)) {
      throw new Problem('user_exists', 'User already exists with this email');
    }
    if (pending?.isExpired === false) throw alreadyInvited();
    const invitation =
      pending === undefined
        ? await insertInvitation(transaction, sealedRows, email, token)
        : await renewInvitation(transaction, sealedRows, pending, { token, isResent: false });
    if (invitation === undefined) throw alreadyInvited();
    await mailInvitation(outbox, transaction, invitation, token, administrator.email);
    const act = { administrator, origin };
    await appendAudit(
      transaction,
      pending === undefined
        ? invitationCreated(invitation, act)
        : invitationRenewed(pending, invitation, act),
    );
  });
}

async function resendInvitation(
  { sealedRows, appendAudit, outbox }: InvitationParts,
  id: string,
  resendsPerHour: number,
  { session: { administrator }, stepUp, origin }: InvitationAct,
): Promise<void> {
  const token = newToken();
  await stepUp.transaction(async (transaction) => {
    const before = requirePending(await lockInvitation(transaction, sealedRows, id));
    const retryAfterSeconds = await readResendWait(transaction, before, resendsPerHour);
    if (retryAfterSeconds > 0) {
      throw new Problem(
        'rate_limited',
        `You can resend an invitation once a minute, up to ${resendsPerHour} times an hour`,
        { retryAfterSeconds },
      );
    }
    const invitation = await renewInvitation(transaction, sealedRows, before, { token, isResent: true });
    await mailInvitation(outbox, transaction, invitation, token, administrator.email);
    await appendAudit(transaction, invitationResent(before, invitation, { administrator, origin }));
  });
}

async function mailInvitation(
  outbox: Outbox,
  transaction: DatabaseTransaction,
  { email: to, expiresAt }: OpenInvitation,
  token: string,
  invitedBy: string,
): Promise<void> {
  await outbox.enqueueMail(transaction, {
    kind: 'invitation',
    to,
    invitedBy,
    token,
    expiresAt: expiresAt.toISOString(),
  });
}

function requirePending(invitation: LockedInvitation | undefined): LockedInvitation {
  if (invitation === undefined) throw new Problem('not_found', 'Invitation not found');
  if (invitation.status !== 'pending') {
    throw new Problem('invitation_not_pending', `This invitation was already ${invitation.status}`);
  }
  return invitation;
}

function alreadyInvited(): Problem {
  return new Problem('invitation_exists', 'Pending invitation already exists for this email');
}
