import { z } from 'zod';
import { askSource } from '../source/ask-source.ts';
import type { Source } from '../source/fetch-source.ts';
import { base58check } from './base58check.ts';

/** A number of the node's JSON, kept as text by `parseExactJson`. */
const units = z
  .string()
  .regex(/^\d{1,40}$/)
  .transform(BigInt);
const safeNumber = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

/** Rejects errors, which the node returns with status 200 and this key. */
const noError = { Error: z.undefined().optional() };

const blockAnswer = z.object({
  ...noError,
  blockID: z.string(),
  block_header: z.object({
    raw_data: z.object({ number: safeNumber.optional(), timestamp: safeNumber.optional() }),
  }),
});

/** Empty for an unused address; a balance of 0 is omitted. */
const accountAnswer = z.union([
  z.strictObject({}).transform(() => undefined),
  z.object({ ...noError, address: z.string(), balance: units.optional() }),
]);

/** Rejects a reverted call, which has a message and a result of zeros. */
const constantAnswer = z.object({
  ...noError,
  result: z.object({ result: z.literal(true), message: z.undefined().optional() }),
  constant_result: z.tuple([z.string().regex(/^[\da-f]{64}$/i)]),
});

/** Part of a TRON full node's API, see developers.tron.network. Invalid responses reject with SourceFailure. */
export interface TronApi {
  readonly readBlock: (number: 'latest' | '0') => Promise<{
    readonly id: string;
    readonly number: number | undefined;
    /** Milliseconds since 1970. */
    readonly timestamp: number | undefined;
  }>;
  /** In sun (1 TRX is a million sun); undefined if the response is about another address. */
  readonly readBalance: (address: string) => Promise<bigint | undefined>;
  /** In the token's smallest units. */
  readonly readTokenBalance: (address: string, tokenAddress: string) => Promise<bigint>;
}

export function createTronApi(source: Source, apiKey: string | undefined, signal: AbortSignal): TronApi {
  const ask = async <Answer extends z.ZodType>(path: string, body: object, answer: Answer) =>
    await askSource(
      source,
      { path, body, answer, ...(apiKey !== undefined && { headers: { 'TRON-PRO-API-KEY': apiKey } }) },
      signal,
    );

  return {
    readBlock: async (number) => {
      // Leave out the transactions, which exceed the maximum response size.
      const body = { ...(number === '0' && { id_or_num: number }), detail: false };
      const { blockID: id, block_header: header } = await ask('/wallet/getblock', body, blockAnswer);
      return { id, number: header.raw_data.number, timestamp: header.raw_data.timestamp };
    },

    readBalance: async (address) => {
      const account = await ask('/wallet/getaccount', { address, visible: true }, accountAnswer);
      if (account === undefined) return 0n;
      return account.address === address ? (account.balance ?? 0n) : undefined;
    },

    readTokenBalance: async (address, tokenAddress) => {
      const body = {
        owner_address: address,
        contract_address: tokenAddress,
        function_selector: 'balanceOf(address)',
        parameter: addressParameter(address),
        visible: true,
      };
      const answer = await ask('/wallet/triggerconstantcontract', body, constantAnswer);
      return BigInt(`0x${answer.constant_result[0]}`);
    },
  };
}

/** Encodes an address for a contract call: its 20 bytes without the network prefix, padded to 32. */
function addressParameter(address: string): string {
  return Buffer.from(base58check.decode(address)).subarray(1).toString('hex').padStart(64, '0');
}
