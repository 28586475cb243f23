import { createHash } from 'node:crypto';
import { NETWORKS, type Network } from '@halyard/contract/networks';
import type { WalletType } from '@halyard/contract/wallets';
import { deriveWallet } from '../../infra/chain/wallet-address.ts';
import type { RandomSource } from './random-source.ts';
import { DAY_MS, firstDayOf } from './sample-calendar.ts';

export interface SampleWallet {
  readonly uuid: string;
  readonly network: Network;
  readonly type: WalletType;
  readonly address: string;
  /** 32 bytes in hexadecimal. */
  readonly privateKey: string;
  /** Unix time in milliseconds. */
  readonly createdAt: number;
}

/** Key numbers by network. The EVM networks share the first key. */
const OUTBOUND_KEYS: Readonly<Record<Network, readonly number[]>> = {
  ETH: [0, 1, 2],
  POLYGON: [0, 3],
  BSC: [0, 4],
  TRON: [5, 6, 7],
};
const FIRST_INBOUND_KEY = 100;
const LEAD_DAYS = 3;

/** Creates wallets with real keys that anyone can derive from the seed. Never send funds to them. */
export type NewSampleWallet = (
  wallet: Pick<SampleWallet, 'network' | 'type' | 'createdAt'>,
  keyNumber?: number,
) => SampleWallet;

export function createWalletMaker(random: RandomSource, seed: number): NewSampleWallet {
  let nextKey = FIRST_INBOUND_KEY;
  return (wallet, keyNumber = nextKey++) => {
    const privateKey = createHash('sha256').update(`sample wallet ${seed} ${keyNumber}`).digest();
    const { address } = deriveWallet(wallet.network, privateKey);
    return { ...wallet, uuid: random.uuid(), address, privateKey: privateKey.toString('hex') };
  };
}

export function createOutboundWallets(
  random: RandomSource,
  newWallet: NewSampleWallet,
  now: Date,
): SampleWallet[] {
  const begin = firstDayOf(now).getTime() - LEAD_DAYS * DAY_MS;
  return NETWORKS.flatMap((network) =>
    OUTBOUND_KEYS[network].map((key) =>
      newWallet({ network, type: 'outbound', createdAt: begin + DAY_MS * random.next() }, key),
    ),
  );
}
