import type { Network } from '@halyard/contract/networks';
import type { WalletType } from '@halyard/contract/wallets';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';

/** SQL for the address of the row `wallet` with all that its seal covers, as JSON text. */
export const SEALED_ADDRESS = `jsonb_build_object('uuid', wallet.uuid, 'network', wallet.network, 'type', wallet.type,
  'address', wallet.address, 'seal', encode(wallet.address_seal, 'base64'))::text`;

interface SealedAddressCell {
  readonly uuid: string;
  readonly network: Network;
  readonly type: WalletType;
  readonly address: string;
  readonly seal: string | null;
}

/** Money follows an address, so one that was changed outside the product is not exported. */
export function ownAddress(cell: string, sealedRows: Pick<SealedRows, 'isOurAddress'>): string {
  const { seal, ...wallet } = JSON.parse(cell) as SealedAddressCell;
  const address_seal = seal === null ? null : Buffer.from(seal, 'base64');
  return sealedRows.isOurAddress({ ...wallet, address_seal })
    ? wallet.address
    : 'Hidden: address was altered';
}
