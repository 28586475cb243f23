import { readGettingStarted } from '@halyard/contract/getting-started';
import type { Mount } from '../../http/mount.ts';
import type { GettingStartedService } from './getting-started-service.ts';

export function mountGettingStarted(mount: Mount, service: GettingStartedService): void {
  mount(readGettingStarted, async ({ session }) => await service.read(session.administrator.id));
}
