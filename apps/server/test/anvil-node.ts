import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Interface, toQuantity } from 'ethers';
import { MULTICALL_ADDRESS } from '../src/infra/chain/evm-multicall.ts';

const ANVIL = fileURLToPath(import.meta.resolve('@foundry-rs/anvil/bin.mjs'));
const MULTICALL_CODE = readHex('multicall3.hex');
const TOKEN_CODE = readHex('test-token.hex');

const token = new Interface(['function mint(address to, uint256 value)']);

/** A real EVM node on loopback with its own chain, in which each transaction is a block. */
export interface AnvilNode {
  readonly url: string;
  readonly setBalance: (address: string, wei: bigint) => Promise<void>;
  readonly deployToken: () => Promise<string>;
  readonly mint: (token: string, to: string, units: bigint) => Promise<void>;
  readonly blockNumber: () => Promise<bigint>;
  readonly stop: () => Promise<void>;
}

interface Receipt {
  readonly contractAddress: string;
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
  await rpc(url, 'anvil_setCode', MULTICALL_ADDRESS, MULTICALL_CODE);
  const [from] = await rpc<string[]>(url, 'eth_accounts');
  const transact = async (transaction: { readonly to?: string; readonly data: string }) => {
    const hash = await rpc(url, 'eth_sendTransaction', { from, ...transaction });
    return await readReceipt(url, hash);
  };
  return {
    url,
    setBalance: async (address, wei) => await rpc(url, 'anvil_setBalance', address, toQuantity(wei)),
    deployToken: async () => (await transact({ data: TOKEN_CODE })).contractAddress,
    mint: async (to, holder, units) => {
      await transact({ to, data: token.encodeFunctionData('mint', [holder, units]) });
    },
    blockNumber: async () => BigInt(await rpc<string>(url, 'eth_blockNumber')),
    stop: async () => {
      child.kill();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Waits for the receipt, because the node may answer before it has mined the transaction. */
async function readReceipt(url: string, hash: unknown): Promise<Receipt> {
  for (;;) {
    const receipt = await rpc<Receipt | null>(url, 'eth_getTransactionReceipt', hash);
    if (receipt !== null) return receipt;
    await pause(10);
  }
}

async function rpc<Result = void>(url: string, method: string, ...params: unknown[]): Promise<Result> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: Result; error?: { message: string } };
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
  return result;
}

function readHex(name: string): string {
  return readFileSync(new URL(`data/${name}`, import.meta.url), 'utf8').trim();
}
