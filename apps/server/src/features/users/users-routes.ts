import { listUsers } from '@halyard/contract/users';
import type { Mount } from '../../http/mount.ts';
import { presentUserPage } from './users-presenter.ts';
import type { UsersService } from './users-service.ts';

export function mountUsers(mount: Mount, users: UsersService): void {
  mount(listUsers, async ({ query }) => presentUserPage(await users.list(query)));
}
