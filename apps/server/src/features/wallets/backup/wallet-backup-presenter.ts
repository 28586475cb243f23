import type { WalletBackup } from '@halyard/contract/wallets';
import type { OpenedKey } from './open-wallet-key.ts';
import type { FoundWallet } from './wallet-backup-store.ts';

/** Formats the key as `0x…` on EVM and as plain hexadecimal on TRON. */
export function presentWalletBackup({
  wallet: { address, network, type },
  key: { publicKey, privateKey },
}: {
  readonly wallet: FoundWallet;
  readonly key: OpenedKey;
}): WalletBackup {
  return {
    address,
    publicKey,
    privateKey: network === 'TRON' ? privateKey : `0x${privateKey}`,
    blockchain: network,
    type,
  };
}
