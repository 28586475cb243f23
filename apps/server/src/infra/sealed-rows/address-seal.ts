import type { MasterKey, MasterKeyRing } from '../crypto/master-keys.ts';
import { hasRightSeal, sealOf } from './row-seal.ts';

/** A wallet's address, bound to its wallet. Money sent to a changed address is lost. */
export interface SealedAddress {
  readonly uuid: string;
  readonly network: string;
  readonly type: string;
  readonly address: string;
}

export function sealAddress({ uuid, network, type, address }: SealedAddress, key: MasterKey): Buffer {
  return sealOf('wallets', { uuid, network, type, address }, key);
}

export function hasRightAddress(
  {
    uuid,
    network,
    type,
    address,
    address_seal: seal,
  }: SealedAddress & { readonly address_seal: Buffer | null },
  ring: MasterKeyRing,
): boolean {
  return hasRightSeal(
    'wallets',
    { uuid, network, type, address, seal } as { readonly seal: Buffer | null },
    ring,
  );
}
