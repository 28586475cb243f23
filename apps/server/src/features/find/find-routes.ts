import { findRecords } from '@halyard/contract/find';
import type { Mount } from '../../http/mount.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';
import { presentFound } from './find-presenter.ts';
import type { FindService } from './find-service.ts';

export function mountFind(
  mount: Mount,
  { find, addresses }: { readonly find: FindService; readonly addresses: Pick<SealedRows, 'isOurAddress'> },
): void {
  mount(findRecords, async ({ query }) => presentFound(await find.find(query.q), addresses));
}
