import type { FieldError } from '@halyard/contract/error-body';
import type { FeedWallet } from '@halyard/contract/platform-feed-wallets';
import { parseAddress } from '../../infra/chain/wallet-address.ts';
import { itemError } from './feed-batch.ts';
import type { SealedKey } from './wallet-keys.ts';
import type { StoredWallet } from './wallet-records.ts';

export function findInvalidAddresses(wallets: readonly FeedWallet[]): FieldError[] {
  return wallets.flatMap(({ network, address }, position) => {
    if (parseAddress(network, address) !== undefined) return [];
    return itemError('wallets', position, 'address', {
      code: 'invalid_address',
      message: 'Not an address of this network, or its checksum is wrong. Compare it with your records.',
    });
  });
}

/** @param sealedKeys the valid keys, by wallet uuid */
export function findMismatchedKeys(
  wallets: readonly FeedWallet[],
  sealedKeys: ReadonlyMap<string, SealedKey>,
): FieldError[] {
  return wallets.flatMap(({ uuid, privateKey }, position) => {
    if (privateKey === undefined || sealedKeys.has(uuid)) return [];
    return itemError('wallets', position, 'privateKey', {
      code: 'key_mismatch',
      message: 'Does not match the address. Send the key of this address, or leave it out.',
    });
  });
}

/** Finds changes of network, type, address or creation time, which are fixed. */
export function findChangedWallets(
  wallets: readonly FeedWallet[],
  stored: readonly StoredWallet[],
): FieldError[] {
  const before = new Map(stored.map((wallet) => [wallet.uuid, wallet]));
  return wallets.flatMap((wallet, position) =>
    changesOf(wallet, before.get(wallet.uuid)).map((field) =>
      itemError('wallets', position, field, {
        code: 'already_known',
        message: 'Cannot change after creation. Send the stored value, or a new uuid.',
      }),
    ),
  );
}

function changesOf(wallet: FeedWallet, before: StoredWallet | undefined): string[] {
  if (before === undefined) return [];
  return [
    ...(before.network === wallet.network ? [] : ['network']),
    ...(before.type === wallet.type ? [] : ['type']),
    ...(before.address === wallet.address ? [] : ['address']),
    ...(before.created_at.getTime() === Date.parse(wallet.createdAt) ? [] : ['createdAt']),
  ];
}

export function findTakenAddresses(
  wallets: readonly FeedWallet[],
  stored: readonly StoredWallet[],
): FieldError[] {
  return wallets.flatMap(({ uuid, network, address }, position) => {
    const isTaken = stored.some(
      (other) => other.uuid !== uuid && other.network === network && other.address === address,
    );
    if (!isTaken) return [];
    return itemError('wallets', position, 'address', {
      code: 'address_taken',
      message: 'Another wallet has this address. Send the uuid of that wallet.',
    });
  });
}
