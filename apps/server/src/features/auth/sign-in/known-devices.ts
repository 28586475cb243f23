import { networkOf } from '../../../infra/address-network.ts';
import type { DatabaseReader } from '../../../infra/db/database.ts';
import type { RequestOrigin } from '../../../infra/request-origin.ts';
import type { SealedRows } from '../../../infra/sealed-rows/sealed-rows.ts';
import { USER_AGENT_MAX } from '../sessions/session-store.ts';

/** Looks for a full sign-in of the last month from the same network and browser, of any version. */
export async function isKnownDevice(
  reader: DatabaseReader,
  sealedRows: SealedRows,
  administratorId: string,
  sessionId: string,
  origin: RequestOrigin,
): Promise<boolean> {
  const earlier = await reader
    .selectFrom('sessions')
    .selectAll()
    .where('administrator_id', '=', administratorId)
    .where('stage', '=', 'full')
    .where('id', '!=', sessionId)
    .execute();
  const device = deviceOf(origin.ipAddress, origin.userAgent);
  return earlier.some(
    (session) =>
      deviceOf(session.ip_address, session.user_agent) === device && sealedRows.isOurs('sessions', session),
  );
}

/** When the earliest full session of the last month from this device began. */
export async function readDeviceSince(
  reader: DatabaseReader,
  sealedRows: SealedRows,
  administratorId: string,
  origin: RequestOrigin,
): Promise<Date | undefined> {
  const sessions = await reader
    .selectFrom('sessions')
    .selectAll()
    .where('administrator_id', '=', administratorId)
    .where('stage', '=', 'full')
    .orderBy('created_at')
    .execute();
  const device = deviceOf(origin.ipAddress, origin.userAgent);
  return sessions.find(
    (session) =>
      deviceOf(session.ip_address, session.user_agent) === device && sealedRows.isOurs('sessions', session),
  )?.created_at;
}

function deviceOf(ipAddress: string, userAgent: string): string {
  return `${networkOf(ipAddress)} ${userAgent.slice(0, USER_AGENT_MAX).replace(/[\d._]+/g, '')}`;
}
