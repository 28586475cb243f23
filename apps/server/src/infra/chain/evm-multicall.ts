import { keccak_256 } from '@noble/hashes/sha3.js';
import type { ChainAsset } from './chain-assets.ts';

/** Multicall3 is at this address on every EVM network that we read: github.com/mds1/multicall. */
export const MULTICALL_ADDRESS = '0xcA11bde05977b3631167028862bE2a173976CA11';

/** A call to a contract; `data` is its selector and arguments, as hex digits without `0x`. */
export interface ContractCall {
  readonly target: string;
  readonly data: string;
}

const WORD_DIGITS = 64;

/** Calls that describe the block: the chain's id, the block's number and its time in seconds. */
export const BLOCK_CALLS: readonly ContractCall[] = [
  'getChainId()',
  'getBlockNumber()',
  'getCurrentBlockTimestamp()',
].map((signature) => ({ target: MULTICALL_ADDRESS, data: selectorOf(signature) }));

const ETH_BALANCE = selectorOf('getEthBalance(address)');
const TOKEN_BALANCE = selectorOf('balanceOf(address)');
const AGGREGATE = selectorOf('aggregate3((address,bool,bytes)[])');

export function balanceCall(address: string, { tokenAddress }: ChainAsset): ContractCall {
  return tokenAddress === null
    ? { target: MULTICALL_ADDRESS, data: ETH_BALANCE + addressWord(address) }
    : { target: tokenAddress, data: TOKEN_BALANCE + addressWord(address) };
}

/** Encodes the data of one `aggregate3` call. Each inner call may fail. */
export function encodeAggregate(calls: readonly ContractCall[]): string {
  const bodies = calls.map(({ target, data }) => {
    const padded = data.padEnd(Math.ceil(data.length / WORD_DIGITS) * WORD_DIGITS, '0');
    return addressWord(target) + word(1) + word(0x60) + word(data.length / 2) + padded;
  });
  let offset = calls.length * 32;
  const offsets = bodies.map((body) => {
    const own = word(offset);
    offset += body.length / 2;
    return own;
  });
  return `0x${AGGREGATE}${word(0x20)}${word(calls.length)}${offsets.join('')}${bodies.join('')}`;
}

/** Decodes the result of `aggregate3`. A number is undefined if its call did not return one. */
export function decodeAggregate(data: string): readonly (bigint | undefined)[] | undefined {
  const digits = data.slice(2);
  const wordAt = (byte: bigint) => {
    const begin = Number(byte) * 2;
    const found = digits.slice(begin, begin + WORD_DIGITS);
    return found.length === WORD_DIGITS ? BigInt(`0x${found}`) : undefined;
  };
  const list = wordAt(0n);
  const count = list === undefined ? undefined : wordAt(list);
  if (list === undefined || count === undefined || count > digits.length / WORD_DIGITS) return undefined;

  const begin = list + 32n;
  return Array.from({ length: Number(count) }, (_, index) => {
    const offset = wordAt(begin + BigInt(index) * 32n);
    if (offset === undefined) return undefined;
    const result = begin + offset;
    const bytes = wordAt(result + 32n);
    if (bytes === undefined || wordAt(result) !== 1n || wordAt(result + bytes) !== 32n) return undefined;
    return wordAt(result + bytes + 32n);
  });
}

function selectorOf(signature: string): string {
  return Buffer.from(keccak_256(Buffer.from(signature)).subarray(0, 4)).toString('hex');
}

function addressWord(address: string): string {
  return address.slice(2).toLowerCase().padStart(WORD_DIGITS, '0');
}

function word(value: number): string {
  return value.toString(16).padStart(WORD_DIGITS, '0');
}
