import type { Invitation } from '@halyard/contract/invitations';
import { useQueryClient } from '@tanstack/react-query';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { REFUSALS } from '../../shared/api/refusals.ts';
import { announceFailure } from '../../shared/query/announce-failure.ts';
import { useAct } from '../../shared/query/use-act.ts';
import { toast } from '../../shared/ui/overlay/toast.ts';
import { INVITATIONS_KEY } from './invitations-queries.ts';
import { CONFLICTS } from './invite-problem.ts';

/** HTTP codes for an invitation that was deleted, accepted or revoked in the meantime. */
const OUTDATED: readonly number[] = [404, 409];

function useInvalidateInvitations() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: [INVITATIONS_KEY] });
}

export function useInvite() {
  const api = useApi();
  const invalidate = useInvalidateInvitations();
  return useAct(async (email: string) => {
    await api.post('/invitations', {
      body: { email },
      ownMessageFor: REFUSALS,
      ownMessageForStatus: Object.keys(CONFLICTS),
    });
    toast.success('Invitation sent successfully');
    invalidate();
  });
}

export function useResendInvitation() {
  const api = useApi();
  return useInvitationAction({
    call: ({ id }) => api.post('/invitations/:id/resend', { params: { id }, ownMessageFor: REFUSALS }),
    success: ({ email }) => `Invitation resent to ${email}`,
    failure: 'Failed to resend invitation',
  });
}

export function useRevokeInvitation() {
  const api = useApi();
  return useInvitationAction({
    call: ({ id }) => api.delete('/invitations/:id', { params: { id }, ownMessageFor: REFUSALS }),
    success: ({ email }) => `Invitation for ${email} revoked`,
    failure: 'Failed to revoke invitation',
  });
}

interface InvitationAction {
  readonly call: (invitation: Invitation) => Promise<void>;
  readonly success: (invitation: Invitation) => string;
  readonly failure: string;
}

function useInvitationAction({ call, success, failure }: InvitationAction) {
  const invalidate = useInvalidateInvitations();
  return useAct(async (invitation: Invitation) => {
    try {
      await call(invitation);
    } catch (error) {
      announceFailure(failure, error);
      if (error instanceof ApiError && OUTDATED.includes(error.httpStatus)) {
        invalidate();
      }
      throw error;
    }
    toast.success(success(invitation));
    invalidate();
  });
}
