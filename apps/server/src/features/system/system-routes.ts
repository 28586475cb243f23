import { readSystem } from '@halyard/contract/system';
import type { Mount } from '../../http/mount.ts';
import type { SystemService } from './system-service.ts';

export function mountSystem(mount: Mount, service: SystemService): void {
  mount(readSystem, async () => await service.read());
}
