import type { MasterKey, MasterKeyRing } from '../crypto/master-keys.ts';
import { hasRightSeal, sealOf } from './row-seal.ts';

/** What one download may take, bound to its session. */
export interface SealedTicket {
  readonly ticketHash: Buffer;
  readonly sessionId: string;
  /** As JSON. */
  readonly request: string;
}

export function sealTicket({ ticketHash, sessionId, request }: SealedTicket, key: MasterKey): Buffer {
  return sealOf('exports', { ticketHash, sessionId, request }, key);
}

export function hasRightTicket(
  { ticketHash, sessionId, request, seal }: SealedTicket & { readonly seal: Buffer | null },
  ring: MasterKeyRing,
): boolean {
  const ticket = { ticketHash, sessionId, request, seal };
  return hasRightSeal('exports', ticket as { readonly seal: Buffer | null }, ring);
}
