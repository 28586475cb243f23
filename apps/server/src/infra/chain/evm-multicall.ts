import { type Address, encodeFunctionData, getAddress, type Hex, parseAbi } from 'viem';
import type { ChainAsset } from './chain-assets.ts';

/** Multicall3 is at this address on every EVM network that we know: mds1/multicall on GitHub. */
export const MULTICALL_ADDRESS = '0xcA11bde05977b3631167028862bE2a173976CA11';

export const multicallAbi = parseAbi([
  'struct Call { address target; bool allowFailure; bytes callData; }',
  'struct Result { bool success; bytes returnData; }',
  'function aggregate3(Call[] calls) view returns (Result[] results)',
  'function getChainId() view returns (uint256)',
  'function getBlockNumber() view returns (uint256)',
  'function getCurrentBlockTimestamp() view returns (uint256)',
  'function getEthBalance(address) view returns (uint256)',
]);
const tokenAbi = parseAbi(['function balanceOf(address) view returns (uint256)']);

interface Call {
  readonly target: Address;
  readonly allowFailure: boolean;
  readonly callData: Hex;
}

/** What the block itself is asked, before any balance. */
export const BLOCK_CALLS: readonly Call[] = (
  ['getChainId', 'getBlockNumber', 'getCurrentBlockTimestamp'] as const
).map((functionName) => ({
  target: MULTICALL_ADDRESS,
  allowFailure: true,
  callData: encodeFunctionData({ abi: multicallAbi, functionName }),
}));

/** How one address is asked for one asset. */
export function balanceCall(address: string, { tokenAddress }: ChainAsset): Call {
  const args = [getAddress(address)] as const;
  return tokenAddress === null
    ? {
        target: MULTICALL_ADDRESS,
        allowFailure: true,
        callData: encodeFunctionData({ abi: multicallAbi, functionName: 'getEthBalance', args }),
      }
    : {
        target: getAddress(tokenAddress),
        allowFailure: true,
        callData: encodeFunctionData({ abi: tokenAbi, functionName: 'balanceOf', args }),
      };
}

/** The number that a call returned; undefined where it failed, or returned anything else. */
export function resultNumber(
  result: { readonly success: boolean; readonly returnData: Hex } | undefined,
): bigint | undefined {
  return result?.success === true && /^0x[\da-f]{64}$/i.test(result.returnData)
    ? BigInt(result.returnData)
    : undefined;
}
