import { sql } from 'kysely';
import { databaseNow } from '../../../infra/database-now.ts';
import type { DatabaseReader } from '../../../infra/db/database.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import type { Administrator } from '../administrators/administrator-store.ts';
import { readDeviceSince } from '../sign-in/known-devices.ts';

const HOUR_MS = 60 * 60 * 1_000;
const NEW_INSTALLATION_MS = 24 * HOUR_MS;

export interface HoldSettings {
  /** Replaced factors release no private key for this many hours; 0 turns it off. */
  readonly keyHoldHours: number;
  /** Whether a device that was not seen before is held, too. */
  readonly keyHoldNewDevices: boolean;
}

/**
 * Returns until when a code releases no private key. Somebody who relays two codes owns the factors from then on, but gets
 * no key before the owner had time to notice. Exempt are first factors, and the first day of an installation.
 */
export async function findHold(
  { sealedRows, keyHoldHours, keyHoldNewDevices }: HoldSettings & { readonly sealedRows: SealedRows },
  reader: DatabaseReader,
  administrator: Administrator,
  { kind, origin }: { readonly kind: 'totp' | 'backup'; readonly origin: RequestOrigin },
): Promise<Date | undefined> {
  if (keyHoldHours === 0) return undefined;
  const now = await databaseNow(reader);
  const replacedAt =
    kind === 'totp' ? administrator.authenticator_replaced_at : administrator.backup_codes_replaced_at;
  const deviceSince = keyHoldNewDevices
    ? ((await readDeviceSince(reader, sealedRows, administrator.id, origin)) ?? new Date(now))
    : undefined;
  const newest = Math.max(replacedAt?.getTime() ?? 0, deviceSince?.getTime() ?? 0);
  const until = newest + keyHoldHours * HOUR_MS;
  if (until <= now || (await isNewInstallation(reader, now))) return undefined;
  return new Date(until);
}

async function isNewInstallation(reader: DatabaseReader, now: number): Promise<boolean> {
  const { since } = await reader
    .selectFrom('administrators')
    .select(sql<Date>`min(created_at)`.as('since'))
    .executeTakeFirstOrThrow();
  return since.getTime() > now - NEW_INSTALLATION_MS;
}
