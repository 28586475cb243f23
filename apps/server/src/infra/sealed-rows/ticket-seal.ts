import type { MasterKey, MasterKeyRing } from '../crypto/master-keys.ts';
import { hasRightSeal, sealOf } from './row-seal.ts';

/** The content of one download, bound to its session. */
export interface SealedTicket {
  readonly ticketHash: Buffer;
  readonly sessionId: string;
  readonly administratorId: string;
  /** As JSON. */
  readonly request: string;
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

function sealedPart({ ticketHash, sessionId, administratorId, request }: SealedTicket): object {
  return { ticketHash, sessionId, administratorId, request };
}
