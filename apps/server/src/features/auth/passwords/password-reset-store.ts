import { tokenHash } from '../../../infra/crypto/token.ts';
import { databaseNow } from '../../../infra/database-now.ts';
import type { DatabaseReader, DatabaseTransaction } from '../../../infra/db/database.ts';
import { readOurs, type SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { type Administrator, changeAdministrator } from '../administrators/administrator-store.ts';

const MINUTE_MS = 60_000;
const LINK_LIFETIME_MS = 30 * MINUTE_MS;
const HOUR_MS = 60 * MINUTE_MS;

export interface OpenLink {
  readonly administratorId: string;
  readonly email: string;
  readonly passwordHash: string;
  readonly expiresAt: Date;
}

/**
 * Stores the token's hash in the administrator's row, which voids an earlier link. Returns the expiry time; undefined if
 * the last hour had `linksPerHour` links. The row must be locked.
 */
export async function storeLink(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  { id, reset_links_sent }: Administrator,
  { token, linksPerHour }: { readonly token: string; readonly linksPerHour: number },
): Promise<Date | undefined> {
  const now = await databaseNow(transaction);
  const recent = reset_links_sent.filter((at) => at.getTime() > now - HOUR_MS);
  if (recent.length >= linksPerHour) return undefined;
  const expiresAt = new Date(now + LINK_LIFETIME_MS);
  await changeAdministrator(transaction, sealedRows, id, () => ({
    reset_link_hash: tokenHash(token),
    reset_link_expires_at: expiresAt,
    reset_links_sent: [...recent, new Date(now)],
  }));
  return expiresAt;
}

export async function findLink(
  reader: DatabaseReader,
  sealedRows: SealedRows,
  token: string,
): Promise<OpenLink | undefined> {
  const administrator = await readOurs(sealedRows, 'administrators', async () =>
    reader
      .selectFrom('administrators')
      .selectAll()
      .where('reset_link_hash', '=', tokenHash(token))
      .executeTakeFirst(),
  );
  if (administrator === undefined || !(await isOpenLink(reader, administrator, token))) return undefined;
  const { id, email, password_hash: passwordHash, reset_link_expires_at: expiresAt } = administrator;
  return expiresAt === null ? undefined : { administratorId: id, email, passwordHash, expiresAt };
}

/** Whether the link is the administrator's last one, and neither used, void nor expired. */
export async function isOpenLink(
  reader: DatabaseReader,
  { disabled_at, reset_link_hash, reset_link_expires_at }: Administrator,
  token: string,
): Promise<boolean> {
  if (disabled_at !== null || reset_link_hash === null || reset_link_expires_at === null) return false;
  return (
    reset_link_hash.equals(tokenHash(token)) && reset_link_expires_at.getTime() > (await databaseNow(reader))
  );
}

export async function voidLinks(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
  administratorId: string,
): Promise<void> {
  await changeAdministrator(transaction, sealedRows, administratorId, () => NO_LINK);
}

/** Returns how many links were not expired. */
export async function voidAllLinks(
  transaction: DatabaseTransaction,
  sealedRows: SealedRows,
): Promise<number> {
  const rows = await transaction
    .selectFrom('administrators')
    .select('id')
    .where('reset_link_hash', 'is not', null)
    .orderBy('id')
    .execute();
  const now = await databaseNow(transaction);
  let open = 0;
  for (const { id } of rows) {
    const administrator = await sealedRows.lock(transaction, 'administrators', id);
    if (administrator === undefined) continue;
    if ((administrator.reset_link_expires_at?.getTime() ?? 0) > now) open++;
    await sealedRows.change(transaction, 'administrators', administrator, NO_LINK);
  }
  return open;
}

const NO_LINK = { reset_link_hash: null, reset_link_expires_at: null };
