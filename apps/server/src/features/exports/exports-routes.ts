import { downloadExport, startExport } from '@halyard/contract/exports';
import type { Mount } from '../../http/mount.ts';
import type { ExportsService } from './exports-service.ts';

export function mountExports(mount: Mount, exports: ExportsService): void {
  mount(startExport, async ({ body, session, stepUp, origin }) => ({
    address: await exports.start(body, { session, stepUp, origin }),
  }));

  mount(
    downloadExport,
    async ({ params, session, origin }) => await exports.open(params.ticket, session, origin),
  );
}
