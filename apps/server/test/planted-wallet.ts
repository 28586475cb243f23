import { randomBytes, randomUUID } from 'node:crypto';
import type { Network } from '@halyard/contract/networks';
import type { WalletType } from '@halyard/contract/wallets';
import { sql } from 'kysely';
import { deriveWallet } from '../src/infra/chain/wallet-address.ts';
import { sealSecret } from '../src/infra/crypto/envelope.ts';
import { createEnvironmentKeyWrapper } from '../src/infra/crypto/key-wrapper.ts';
import type { MasterKeys } from '../src/infra/crypto/master-keys.ts';
import { walletKeyOwner } from '../src/infra/crypto/wallet-key-owner.ts';
import type { Database } from '../src/infra/db/database.ts';
import { sealAddress } from '../src/infra/sealed-rows/address-seal.ts';

export interface PlantedWallet {
  readonly id: string;
  readonly uuid: string;
  readonly network: Network;
  readonly type: WalletType;
  readonly address: string;
  readonly publicKey: string;
  readonly secret: Buffer;
}

/** Inserts a wallet with a new key, sealed under the current one of `masterKeys`. */
export async function plantWallet(
  { database, masterKeys }: { readonly database: Database; readonly masterKeys: MasterKeys },
  options: {
    readonly network?: Network;
    readonly type?: WalletType;
    readonly isKeyHeld?: boolean;
    readonly uuid?: string;
    /** Sealed in place of the wallet's own key. */
    readonly sealed?: Buffer;
  } = {},
): Promise<PlantedWallet> {
  const { network = 'ETH', type = 'outbound', isKeyHeld = true, uuid = randomUUID() } = options;
  const secret = randomBytes(32);
  const { address, publicKey } = deriveWallet(network, secret);
  const owner = walletKeyOwner({ uuid, network, address });
  const envelope = await sealSecret(
    createEnvironmentKeyWrapper(masterKeys),
    owner,
    options.sealed ?? Buffer.from(secret),
  );
  const { rows } = await database.transaction((transaction) =>
    sql<{
      id: string;
    }>`INSERT INTO wallets (uuid, network, type, address, created_at, public_key, private_key, address_seal)
      VALUES (${uuid}, ${network}, ${type}, ${address}, now(), ${isKeyHeld ? publicKey : null},
        ${isKeyHeld ? envelope : null}, ${sealAddress({ uuid, network, type, address }, masterKeys()[0])})
      RETURNING id::text`.execute(transaction),
  );
  const [row] = rows;
  if (row === undefined) throw new Error('an insert returned no row');
  return { id: row.id, uuid, network, type, address, publicKey, secret };
}

/** Returns every encoding in which a key could appear in a text. Compare both sides in lower case. */
export function tracesOf(secret: Buffer): readonly string[] {
  const hex = secret.toString('hex');
  const encodings = ['base64', 'base64url'] as const;
  return [
    hex,
    ...[secret, Buffer.from(hex), Buffer.from(hex.toUpperCase()), Buffer.from(`0x${hex}`)].flatMap((bytes) =>
      encodings.map((encoding) => bytes.toString(encoding).replaceAll('=', '')),
    ),
    Buffer.from(hex).toString('hex'),
    [...secret].join(','),
  ].map((text) => text.toLowerCase());
}
