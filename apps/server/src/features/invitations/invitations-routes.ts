import {
  createInvitation,
  listInvitations,
  resendInvitation,
  revokeInvitation,
} from '@halyard/contract/invitations';
import { redeemInvitation } from '@halyard/contract/platform-feed';
import type { Mount } from '../../http/mount.ts';
import { presentInvitationPage } from './invitations-presenter.ts';
import type { InvitationsService } from './invitations-service.ts';
import type { RedemptionService } from './redemption-service.ts';

export function mountInvitations(
  mount: Mount,
  {
    invitations,
    redemption,
  }: { readonly invitations: InvitationsService; readonly redemption: RedemptionService },
): void {
  mount(listInvitations, async ({ query }) => presentInvitationPage(await invitations.list(query)));

  mount(createInvitation, async ({ body, session, stepUp, origin }) => {
    await invitations.create(body.email, { session, stepUp, origin });
  });

  mount(revokeInvitation, async ({ params, session, stepUp, origin }) => {
    await invitations.revoke(params.id, { session, stepUp, origin });
  });

  mount(resendInvitation, async ({ params, session, stepUp, origin }) => {
    await invitations.resend(params.id, { session, stepUp, origin });
  });

  mount(
    redeemInvitation,
    async ({ body, serviceKey, origin }) => await redemption.redeem(body, { serviceKey, origin }),
  );
}
