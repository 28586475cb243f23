import { randomUUID } from 'node:crypto';
import type { Network } from '@halyard/contract/networks';
import type { WalletType } from '@halyard/contract/wallets';
import type { AppendAudit, AuditEntry } from '../../infra/audit/append-audit.ts';
import { deriveWallet, newPrivateKey } from '../../infra/chain/wallet-address.ts';
import { sealSecret } from '../../infra/crypto/envelope.ts';
import type { KeyWrapper } from '../../infra/crypto/key-wrapper.ts';
import { walletKeyOwner } from '../../infra/crypto/wallet-key-owner.ts';
import type { Database } from '../../infra/db/database.ts';
import type { SealedRows } from '../../infra/sealed-rows/sealed-rows.ts';

export interface CreatedWallet {
  readonly id: string;
  readonly uuid: string;
  readonly network: Network;
  readonly type: WalletType;
  readonly address: string;
}

/** Stores the new private key only encrypted. */
export async function createWallet(
  parts: {
    readonly database: Database;
    readonly keys: KeyWrapper;
    readonly sealedRows: Pick<SealedRows, 'sealAddress'>;
    readonly appendAudit: AppendAudit;
    readonly now: () => number;
  },
  { network, type }: Pick<CreatedWallet, 'network' | 'type'>,
): Promise<CreatedWallet> {
  const { database, keys, appendAudit, now } = parts;
  const uuid = randomUUID();
  const { address, publicKey, envelope } = await newSealedKey(keys, uuid, network);
  return await database.transaction(async (transaction) => {
    const { id } = await transaction
      .insertInto('wallets')
      .values({
        uuid,
        network,
        type,
        address,
        created_at: new Date(now()),
        public_key: publicKey,
        private_key: envelope,
        address_seal: parts.sealedRows.sealAddress({ uuid, network, type, address }),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const wallet = { id: String(id), uuid, network, type, address };
    await appendAudit(transaction, walletCreated(wallet));
    return wallet;
  });
}

async function newSealedKey(keys: KeyWrapper, uuid: string, network: Network) {
  const privateKey = newPrivateKey();
  try {
    const { address, publicKey } = deriveWallet(network, privateKey);
    const envelope = await sealSecret(keys, walletKeyOwner({ uuid, network, address }), privateKey);
    return { address, publicKey, envelope };
  } finally {
    privateKey.fill(0);
  }
}

function walletCreated({ id, uuid, network, type, address }: CreatedWallet): AuditEntry {
  return {
    action: 'wallet.create',
    category: 'wallet_operation',
    description: 'Wallet created',
    status: 'success',
    actor: { type: 'system' },
    resource: { type: 'wallet', id, identifier: address },
    metadata: { uuid, network, type },
  };
}
