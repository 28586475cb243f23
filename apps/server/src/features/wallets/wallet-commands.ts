import { parseArgs } from 'node:util';
import { networkInput } from '@halyard/contract/fields';
import { NETWORKS } from '@halyard/contract/networks';
import { WALLET_TYPES } from '@halyard/contract/wallets';
import { z } from 'zod';
import type { CreatedWallet } from './create-wallet.ts';

const OPTIONS = `--network ${NETWORKS.join('|')} --type ${WALLET_TYPES.join('|')}`;

export const WALLET_USAGE = [
  `wallets create              create a wallet with a new private key: ${OPTIONS}`,
];

const wallet = z.strictObject({ network: networkInput, type: z.enum(WALLET_TYPES) });

/** Runs `wallets <command>`. Returns false if it failed; the reason was printed. */
export async function runWalletCommand(
  create: (wallet: Pick<CreatedWallet, 'network' | 'type'>) => Promise<CreatedWallet>,
  [command, ...args]: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  if (command !== 'create') {
    print(`wallets: expected create ${OPTIONS}`);
    return false;
  }
  const wanted = wallet.safeParse(optionsIn(args));
  if (!wanted.success) {
    print(`wallets create: expected ${OPTIONS}`);
    return false;
  }
  const { id, uuid, address } = await create(wanted.data);
  print(`id:      ${id}`);
  print(`uuid:    ${uuid}`);
  print(`address: ${address}`);
  print('The private key is stored encrypted. To back it up, use the dashboard.');
  return true;
}

/** Returns undefined for unknown options. */
function optionsIn(args: readonly string[]): object | undefined {
  try {
    const options = { network: { type: 'string' }, type: { type: 'string' } } as const;
    return { ...parseArgs({ args: [...args], options }).values };
  } catch {
    return undefined;
  }
}
