import { emailKey } from '@halyard/contract/email-key';
import { sql } from 'kysely';
import { networkOf } from '../../../infra/address-network.ts';
import type { DatabaseReader } from '../../../infra/db/database.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRow } from '../../../infra/sealed-rows/row-seal.ts';
import { readNewest, type SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { USER_AGENT_MAX } from '../sessions/session-store.ts';

/** Looks for a full sign-in of the last month from the same network and browser, of any version. */
export async function isKnownDevice(
  reader: DatabaseReader,
  sealedRows: SealedRows,
  administratorId: string,
  sessionId: string,
  origin: RequestOrigin,
): Promise<boolean> {
  const sessions = await readSessionsOfDevice(reader, sealedRows, administratorId, origin);
  return sessions.some(({ id }) => id !== sessionId);
}

/**
 * Whether the owner of an account signed in from this network within a month. Reads the same for unknown emails, so that
 * the timing does not reveal accounts.
 */
export async function isKnownNetwork(
  reader: DatabaseReader,
  sealedRows: SealedRows,
  { email, network }: { readonly email: string; readonly network: string },
): Promise<boolean> {
  const rows = await readNewest(sealedRows, 'sessions', async () => {
    const found = await sql<SealedRow<'sessions'>>`
      SELECT DISTINCT ON (ip_address) sessions.* FROM sessions JOIN administrators ON administrators.id = administrator_id
      WHERE administrators.email_key IN (${emailKey(email)}, lower(${email})) AND stage = 'full'`.execute(
      reader,
    );
    return found.rows;
  });
  return rows.some((row) => networkOf(row.ip_address) === network && sealedRows.isOurs('sessions', row));
}

/** When the earliest full session of the last month from this device began. Undefined for a new device. */
export async function readDeviceSince(
  reader: DatabaseReader,
  sealedRows: SealedRows,
  administratorId: string,
  origin: RequestOrigin,
): Promise<Date | undefined> {
  const [earliest] = await readSessionsOfDevice(reader, sealedRows, administratorId, origin);
  return earliest?.created_at;
}

/** Reads the full sessions of the last month from this device, oldest first. */
async function readSessionsOfDevice(
  reader: DatabaseReader,
  sealedRows: SealedRows,
  administratorId: string,
  origin: RequestOrigin,
): Promise<readonly SealedRow<'sessions'>[]> {
  const sessions = await readNewest(sealedRows, 'sessions', async () =>
    reader
      .selectFrom('sessions')
      .selectAll()
      .where('administrator_id', '=', administratorId)
      .where('stage', '=', 'full')
      .orderBy('created_at')
      .execute(),
  );
  const device = deviceOf(origin.ipAddress, origin.userAgent);
  return sessions.filter(
    (session) =>
      deviceOf(session.ip_address, session.user_agent) === device && sealedRows.isOurs('sessions', session),
  );
}

function deviceOf(ipAddress: string, userAgent: string): string {
  return `${networkOf(ipAddress)} ${userAgent.slice(0, USER_AGENT_MAX).replace(/[\d._]+/g, '')}`;
}
