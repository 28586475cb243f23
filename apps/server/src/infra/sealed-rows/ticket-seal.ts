import { exportRequest } from '@halyard/contract/exports';
import type { MasterKey, MasterKeyRing } from '../crypto/master-keys.ts';
import { hasRightSeal, sealOf } from './row-seal.ts';

/** The columns of a prepared export that its seal covers: the content of one download, bound to its session. */
export interface SealedTicket {
  readonly ticket_hash: Buffer;
  readonly session_id: string;
  readonly administrator_id: string;
  readonly request: unknown;
}

export function sealTicket(ticket: SealedTicket, key: MasterKey): Buffer {
  return sealOf('exports', sealedPart(ticket), key);
}

export function hasRightTicket(
  { seal, ...ticket }: SealedTicket & { readonly seal: Buffer | null },
  ring: MasterKeyRing,
): boolean {
  return hasRightSeal('exports', { ...sealedPart(ticket), seal }, ring);
}

function sealedPart({ ticket_hash, session_id, administrator_id, request: stored }: SealedTicket): object {
  // The schema restores the order of the properties, which the database does not keep.
  const { data = stored } = exportRequest.safeParse(stored);
  const request = JSON.stringify(data);
  return { ticketHash: ticket_hash, sessionId: session_id, administratorId: administrator_id, request };
}
