import {
  blockUser,
  listUserAuditLogs,
  listUserMerchants,
  listUsers,
  previewBlock,
  previewServiceFee,
  readUser,
  readUserSettings,
  unblockUser,
  updateUserSettings,
} from '@halyard/contract/users';
import type { Mount } from '../../http/mount.ts';
import type { UserBlockingService } from './user-blocking-service.ts';
import type { UserSettingsService } from './user-settings-service.ts';
import { blockEtag, settingsEtag } from './user-versions.ts';
import {
  presentBlockEffect,
  presentFeePreview,
  presentUser,
  presentUserAuditLogs,
  presentUserMerchant,
  presentUserPage,
  presentUserSettings,
} from './users-presenter.ts';
import type { UsersService } from './users-service.ts';

export function mountUsers(
  mount: Mount,
  {
    users,
    settings,
    blocking,
  }: {
    readonly users: UsersService;
    readonly settings: UserSettingsService;
    readonly blocking: UserBlockingService;
  },
): void {
  mount(listUsers, async ({ query }) => presentUserPage(await users.list(query)));

  mount(readUser, async ({ params, setEtag }) => {
    const user = await users.read(params.id);
    setEtag(blockEtag(user.blocked_at));
    return presentUser(user);
  });

  mount(readUserSettings, async ({ params, setEtag }) => {
    const found = presentUserSettings(await settings.read(params.id));
    setEtag(settingsEtag(found));
    return found;
  });

  mount(updateUserSettings, async ({ session, params, body, ifMatch, setEtag, stepUp, origin }) => {
    const change = { id: params.id, settings: body, ifMatch };
    setEtag(settingsEtag(await settings.update(session, change, stepUp, origin)));
  });

  mount(previewServiceFee, async ({ params, query }) =>
    presentFeePreview(await settings.previewFee(params.id, query.rate)),
  );

  mount(previewBlock, async ({ params }) => presentBlockEffect(await blocking.preview(params.id)));

  mount(blockUser, async ({ session, params, body, stepUp, origin }) => {
    await blocking.block(session, params.id, body.reason, stepUp, origin);
  });

  mount(unblockUser, async ({ session, params, ifMatch, setEtag, stepUp, origin }) => {
    await blocking.unblock(session, { id: params.id, ifMatch }, stepUp, origin);
    setEtag(blockEtag(null));
  });

  mount(listUserMerchants, async ({ params }) => (await users.merchants(params.id)).map(presentUserMerchant));

  mount(listUserAuditLogs, async ({ params, query }) =>
    presentUserAuditLogs(await users.auditLogs(params.id, query)),
  );
}
