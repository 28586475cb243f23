import type { Client } from 'pg';
import { masterKeyRing } from '../../apps/server/src/infra/crypto/master-keys.ts';
import { sealExistingRows } from '../../apps/server/src/infra/sealed-rows/seal-existing-rows.ts';
import { MASTER_KEY } from './administrator.ts';

/** Seals rows that a benchmark wrote, as the product would have. */
export async function sealRows(client: Client): Promise<void> {
  await sealExistingRows(client, masterKeyRing(MASTER_KEY));
}
