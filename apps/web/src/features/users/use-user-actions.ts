import type { User } from '@halyard/contract/users';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { useUnmountSignal } from '../../shared/lib/use-unmount-signal.ts';
import { announceFailure } from '../../shared/query/announce-failure.ts';
import { useAct } from '../../shared/query/use-act.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { isUser, parseUser } from './parse-user.ts';
import type { SavedSettings } from './saved-settings.ts';
import { isConflict } from './settings-conflict.ts';
import { numericSettings, type SettingsDraft, settingsToSend } from './settings-draft.ts';
import { readUserSettings, userSettingsQuery } from './user-panel-queries.ts';
import { USERS_KEY } from './users-queries.ts';

interface UserAction<Input> {
  readonly call: (input: Input) => Promise<void>;
  readonly success: string;
  readonly failure: string;
  /** Whether the caller shows this failure itself. */
  readonly isShownElsewhere?: (error: unknown) => boolean;
}

/** HTTP codes for a user who was deleted, blocked, unblocked or changed in the meantime. */
export const OUTDATED: readonly number[] = [404, 409, 412];

/** Shows the result of an action in a toast, and refetches the panel and the list. */
function useUserAction<Input = void>(action: UserAction<Input>) {
  const { call, success, failure, isShownElsewhere } = action;
  const queryClient = useQueryClient();
  const refetch = () => void queryClient.invalidateQueries({ queryKey: [USERS_KEY] });
  return useAct(async (input: Input) => {
    try {
      await call(input);
    } catch (error) {
      if (!isShownElsewhere?.(error)) {
        announceFailure(failure, error);
      }
      if (error instanceof ApiError && OUTDATED.includes(error.httpStatus)) {
        refetch();
      }
      throw error;
    }
    toast.success(success);
    refetch();
  });
}

interface SettingsToSave {
  readonly edited: Partial<SettingsDraft>;
  /** The settings that were edited. */
  readonly saved: SavedSettings;
}

/**
 * Saves edited settings. If they have changed, the server reports a conflict. A server without ETags does not, so
 * the latest values of the other settings are sent.
 */
export function useSaveUserSettings(uuid: string) {
  const api = useApi();
  const queryClient = useQueryClient();
  const unmountSignal = useUnmountSignal();
  const { queryKey } = userSettingsQuery(api, uuid);
  return useUserAction({
    call: async ({ edited, saved }: SettingsToSave) => {
      const latest = await readUserSettings(api, uuid, { unasked: true }).catch(() => ({}));
      let etag: string | undefined;
      await api.put('/users/:id/settings', {
        params: { id: uuid },
        body: settingsToSend(edited, latest),
        ...(saved.etag !== undefined && { headers: { 'if-match': saved.etag } }),
        onHeaders: (headers) => {
          etag = headers.get('etag') ?? undefined;
        },
        ownMessageFor: REFUSALS,
      });
      queryClient.setQueryData(queryKey, (old) => old && { ...old, ...numericSettings(edited), etag });
    },
    success: 'User settings updated successfully',
    failure: 'Failed to update user settings',
    // The panel may have been closed, and shows nothing then.
    isShownElsewhere: (error) => isConflict(error) && !unmountSignal().aborted,
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

/** Unblocks only if the user's block is still the one that is shown. */
export function useUnblockUser({ uuid, email, blockedAt }: User) {
  const api = useApi();
  const params = { id: uuid };
  return useUserAction({
    call: async () => {
      let etag: string | undefined;
      const onHeaders = (headers: Headers) => {
        etag = headers.get('etag') ?? undefined;
      };
      const read = { params, unasked: true, onHeaders, accepts: isUser };
      const current = await api.get('/users/:id', read).catch(() => undefined);
      if (current && isOtherBlock(parseUser(current).blockedAt, blockedAt)) {
        throw new ApiError({
          httpStatus: 409,
          message: 'This user has been blocked again in the meantime. Check the new block first.',
        });
      }
      await api.post('/users/:id/unblock', {
        params,
        ...(etag !== undefined && { headers: { 'if-match': etag } }),
        ownMessageFor: REFUSALS,
      });
    },
    success: `User ${email} has been unblocked`,
    failure: 'Failed to unblock user',
  });
}

function isOtherBlock(current: string | null, shown: string | null): boolean {
  return current !== null && shown !== null && Date.parse(current) !== Date.parse(shown);
}
