import type { User } from '@halyard/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { announceFailure } from '../../shared/query/announce-failure.ts';
import { useAct } from '../../shared/query/use-act.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { type SettingsDraft, settingsIn, settingsToSend } from './settings-draft.ts';
import { readUserSettings, userSettingsQuery } from './user-queries.ts';
import { USERS_KEY } from './users-queries.ts';

interface UserAction<Input> {
  readonly call: (input: Input) => Promise<void>;
  readonly success: string;
  readonly failure: string;
  readonly onDone?: (input: Input) => void;
}

/** The user is not what the screen shows: gone, or blocked or unblocked by somebody else. */
const OUTDATED: readonly number[] = [404, 409];

/** Says how an action on a user ended, and has the panel and the list read again. */
function useUserAction<Input = void>({ call, success, failure, onDone }: UserAction<Input>) {
  const queryClient = useQueryClient();
  const refetchVisible = () => void queryClient.invalidateQueries({ queryKey: [USERS_KEY] });
  return useAct(async (input: Input) => {
    try {
      await call(input);
    } catch (error) {
      announceFailure(failure, error);
      if (error instanceof ApiError && OUTDATED.includes(error.httpStatus)) {
        refetchVisible();
      }
      throw error;
    }
    toast.success(success);
    onDone?.(input);
    refetchVisible();
  });
}

/**
 * Reads what is saved just before, so that what somebody else has changed since is not taken back. Where it cannot be
 * read, what was typed is sent alone.
 */
export function useSaveUserSettings(uuid: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const { queryKey } = userSettingsQuery(api, uuid);
  return useUserAction({
    call: async (typed: Partial<SettingsDraft>) => {
      const shown = Object.keys(typed).length > 0 ? {} : (queryClient.getQueryData(queryKey) ?? {});
      const saved = await readUserSettings(api, uuid, { unasked: true }).catch(() => shown);
      await api.put('/users/:id/settings', {
        params: { id: uuid },
        body: settingsToSend(typed, saved),
        ownMessageFor: REFUSALS,
      });
    },
    success: 'User settings updated successfully',
    failure: 'Failed to update user settings',
    onDone: (typed) => queryClient.setQueryData(queryKey, (old) => old && { ...old, ...settingsIn(typed) }),
  });
}

export function useBlockUser({ uuid, email }: User) {
  const api = useApi();
  return useUserAction({
    call: (reason: string) =>
      api.post('/users/:id/block', { params: { id: uuid }, body: { reason }, ownMessageFor: REFUSALS }),
    success: `User ${email} has been blocked`,
    failure: 'Failed to block user',
  });
}

export function useUnblockUser({ uuid, email }: User) {
  const api = useApi();
  return useUserAction({
    call: () => api.post('/users/:id/unblock', { params: { id: uuid }, ownMessageFor: REFUSALS }),
    success: `User ${email} has been unblocked`,
    failure: 'Failed to unblock user',
  });
}
