import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Address, createTestClient, type Hex, http, parseAbi, publicActions, walletActions } from 'viem';
import { MULTICALL_ADDRESS } from '../src/infra/chain/evm-multicall.ts';

const ANVIL = fileURLToPath(import.meta.resolve('@foundry-rs/anvil/bin.mjs'));
/** As it is on the main networks, at its address there; from viem, which carries it for chains without one. */
const MULTICALL_CODE = readHex('multicall3.hex');
const TOKEN_CODE = readHex('test-token.hex');

const tokenAbi = parseAbi(['function mint(address to, uint256 value)']);

/** A real EVM node on loopback, with a chain of its own in which each transaction is a block. */
export interface AnvilNode {
  readonly url: string;
  readonly setBalance: (address: string, wei: bigint) => Promise<void>;
  /** Deploys an ERC-20; resolves with its address. */
  readonly deployToken: () => Promise<string>;
  readonly mint: (token: string, to: string, units: bigint) => Promise<void>;
  readonly blockNumber: () => Promise<bigint>;
  readonly stop: () => Promise<void>;
}

export async function startAnvil({ chainId }: { readonly chainId: number }): Promise<AnvilNode> {
  const child = spawn(process.execPath, [ANVIL, '--port', '0', '--chain-id', String(chainId)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const port = await new Promise<string>((resolve, reject) => {
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk;
      const found = /Listening on 127\.0\.0\.1:(\d+)/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`anvil ended: ${said}`)));
  });
  const url = `http://127.0.0.1:${port}`;
  const client = createTestClient({ mode: 'anvil', transport: http(url) })
    .extend(publicActions)
    .extend(walletActions);
  await client.setCode({ address: MULTICALL_ADDRESS, bytecode: MULTICALL_CODE });
  const [account] = await client.getAddresses();
  if (account === undefined) throw new Error('anvil has no account');
  const settled = async (hash: Hex) => await client.waitForTransactionReceipt({ hash });
  return {
    url,
    setBalance: async (address, value) => await client.setBalance({ address: address as Address, value }),
    deployToken: async () => {
      const hash = await client.deployContract({ abi: tokenAbi, bytecode: TOKEN_CODE, account, chain: null });
      const { contractAddress } = await settled(hash);
      if (contractAddress == null) throw new Error('the token was not deployed');
      return contractAddress;
    },
    mint: async (token, to, units) => {
      const hash = await client.writeContract({
        address: token as Address,
        abi: tokenAbi,
        functionName: 'mint',
        args: [to as Address, units],
        account,
        chain: null,
      });
      await settled(hash);
    },
    blockNumber: async () => await client.getBlockNumber({ cacheTime: 0 }),
    stop: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

function readHex(name: string): Hex {
  return readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8').trim() as Hex;
}
