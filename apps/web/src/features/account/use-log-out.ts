import type { AccountSession } from '@halyard/contract/account';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { useSession } from '../../domain/session/use-session.ts';
import { fieldsOf } from '../../shared/api/answer-fields.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { describeDevice } from '../../shared/format/describe-device.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { accountSessionsQuery } from './account-queries.ts';

/** HTTP codes of a session that no longer exists. */
const ALREADY_ENDED: readonly number[] = [404];

export type LogOutTarget =
  | { readonly kind: 'one'; readonly session: AccountSession }
  | { readonly kind: 'others'; readonly sessions: readonly AccountSession[] };

/** Ends sessions. Resolves with whether this succeeded. Ending the current session logs out. */
export function useLogOut(): (target: LogOutTarget) => Promise<boolean> {
  const api = useApi();
  const session = useSession();
  const queryClient = useQueryClient();

  async function endOne({ id, userAgent }: AccountSession): Promise<void> {
    const { name } = describeDevice(userAgent);
    try {
      await api.delete('/auth/sessions/:id', { params: { id }, ownMessageFor: ALREADY_ENDED });
      toast.success(`Logged out ${name}`);
    } catch (error) {
      if (!(error instanceof ApiError && ALREADY_ENDED.includes(error.httpStatus))) {
        throw error;
      }
      toast.success(`${name} was already logged out`);
    }
  }

  async function endOthers(): Promise<void> {
    const { ended } = await api.delete('/auth/sessions', { accepts: isCount });
    toast.success(`Logged out ${formatCount(ended)} ${ended === 1 ? 'session' : 'sessions'}`);
  }

  return async (target) => {
    if (target.kind === 'one' && target.session.current) {
      await session.logout();
      return true;
    }
    try {
      await (target.kind === 'one' ? endOne(target.session) : endOthers());
    } catch {
      return false;
    }
    void queryClient.invalidateQueries(accountSessionsQuery(api));
    return true;
  };
}

function isCount(body: unknown): boolean {
  return typeof fieldsOf<{ readonly ended: number }>(body).ended === 'number';
}
