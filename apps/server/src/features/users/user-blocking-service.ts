import type { Session, StepUp } from '../../http/call.ts';
import { allowsWrite } from '../../http/if-match.ts';
import type { AppendAudit } from '../../infra/audit/append-audit.ts';
import type { Database } from '../../infra/db/database.ts';
import { Problem } from '../../infra/problem.ts';
import type { RequestOrigin } from '../../infra/request-origin.ts';
import { noSuchUser } from './no-such-user.ts';
import { type BlockEffectRow, readBlockEffect } from './user-queries.ts';
import { blockLockedUser, endCredentials, lockUser, unblockLockedUser } from './user-store.ts';
import { blockEtag } from './user-versions.ts';
import { userBlocked, userUnblocked } from './users-audit.ts';

/** Every method throws the Problem `not_found` for an unknown user. */
export interface UserBlockingService {
  readonly preview: (id: string) => Promise<BlockEffectRow>;
  /** The platform feed then rejects new records. Open orders can still be paid. @throws Problem `already_blocked` */
  readonly block: (
    session: Session,
    id: string,
    reason: string,
    stepUp: StepUp,
    origin: RequestOrigin,
  ) => Promise<void>;
  /** Does not restore sessions and API keys. @throws Problem `not_blocked`, or `changed_meanwhile` if `ifMatch` is stale */
  readonly unblock: (
    session: Session,
    user: { readonly id: string; readonly ifMatch: string | undefined },
    stepUp: StepUp,
    origin: RequestOrigin,
  ) => Promise<void>;
}

export function createUserBlockingService(parts: {
  readonly database: Database;
  readonly appendAudit: AppendAudit;
}): UserBlockingService {
  const { database, appendAudit } = parts;
  return {
    async preview(id) {
      const effect = await readBlockEffect(database.reader, id);
      if (effect === undefined) throw noSuchUser();
      return effect;
    },

    async block(session, id, reason, stepUp, origin) {
      await stepUp.transaction(async (transaction) => {
        const user = await lockUser(transaction, id);
        if (user.blocked_at !== null) throw new Problem('already_blocked', 'This user is already blocked');
        const at = await blockLockedUser(transaction, id, reason);
        const effect = await readBlockEffect(transaction, id);
        if (effect === undefined) throw noSuchUser();
        await endCredentials(transaction, id, at);
        await appendAudit(transaction, userBlocked({ session, user, origin }, { at, reason, effect }));
      });
    },

    async unblock(session, { id, ifMatch }, stepUp, origin) {
      await stepUp.transaction(async (transaction) => {
        const user = await lockUser(transaction, id);
        if (user.blocked_at === null) throw new Problem('not_blocked', 'This user is not blocked');
        if (!allowsWrite(ifMatch, blockEtag(user.blocked_at))) {
          throw new Problem(
            'changed_meanwhile',
            'This user has been blocked again in the meantime. Check the new block first.',
          );
        }
        const entry = userUnblocked({ session, user, origin });
        await appendAudit(transaction, entry, unblockLockedUser(transaction, id));
      });
    },
  };
}
