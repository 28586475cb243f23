import { createHash } from 'node:crypto';
import type { ApiCall, Script } from '../script.ts';

const BLOCKCHAINS = ['ETH', 'TRON', 'MATIC', 'BSC'] as const;
const SYMBOLS = { ETH: 'ETH', TRON: 'TRX', MATIC: 'POL', BSC: 'BNB' } as const;
const INBOUND_COUNT = 47;
const PAGE = 20;
const MINUTE_MS = 60_000;

/** Holdings of each outbound wallet. The first one is complete. */
const PORTFOLIOS = [
  { native: ['12.345678901234567890', '41251.0731'], tokens: ['USDT', 'USDC'], total: '1284905.3704' },
  { native: ['98765432109876.543210', '24592592.5'], tokens: ['USDT'], total: '98765432109876.54' },
  { native: ['0.00004', '0.00002'], tokens: [], total: '0.00002' },
  { native: ['7', null], tokens: ['BUSD', 'USDT', 'USDC'], total: '1200', isPartial: true },
  {
    native: ['3.5', '11200'],
    tokens: ['USDT'],
    total: '11300',
    error: 'ETH: the node did not answer in 4 s',
  },
  { native: null, tokens: [], total: null, error: 'TRON: the node answers for another chain' },
  null,
  { native: ['0', '0'], tokens: ['USDT'], total: '0' },
  { native: ['1500.25', '4801234.99'], tokens: [], total: '4801234.99' },
] as const;

type Blockchain = (typeof BLOCKCHAINS)[number];

/** Positions 0 to 8 are outbound wallets, positions from 100 are inbound. */
export function addressOfWallet(position: number): string {
  const hash = createHash('sha256').update(`wallet ${position}`).digest('hex');
  return blockchainOf(position) === 'TRON'
    ? `T${hash.slice(0, 33).replaceAll('0', 'z')}`
    : `0x${hash.slice(0, 40)}`;
}

export function idOfWallet(position: number): string {
  return String(position + 1);
}

function blockchainOf(position: number): Blockchain {
  return BLOCKCHAINS[position % BLOCKCHAINS.length] ?? 'ETH';
}

export function friendlyWallet(position: number, asOf = new Date()) {
  const address = addressOfWallet(position);
  return {
    id: idOfWallet(position),
    uuid: `00000000-0000-4000-b000-${String(position).padStart(12, '0')}`,
    address,
    blockchain: blockchainOf(position),
    type: position < PORTFOLIOS.length ? 'outbound' : 'inbound',
    createdAt: new Date(Date.UTC(2026, 10, 20, 9, 30) - position * 3 * 60 * MINUTE_MS).toISOString(),
    portfolio: portfolioOf(position, asOf),
    currentLock: null,
    transactionCounts: {
      mainnet: { confirmed: (position * position * 977) % 1_234_567 },
      testnet: { confirmed: position % 5 === 3 ? position : 0 },
    },
    explorerUrl: blockchainOf(position) === 'ETH' ? `https://etherscan.io/address/${address}` : null,
  };
}

export type FriendlyWallet = ReturnType<typeof friendlyWallet>;

function portfolioOf(position: number, asOf: Date) {
  const { native, tokens, total, ...doubts } = PORTFOLIOS[position] ?? { total: undefined };
  if (total === undefined) {
    return null;
  }
  return {
    native: native && { symbol: SYMBOLS[blockchainOf(position)], balance: native[0], valueUsd: native[1] },
    tokens: tokens.map((symbol, index) => ({
      symbol,
      address: addressOfWallet(900 + index),
      balance: `${100 * (index + 1)}.5`,
      valueUsd: `${100 * (index + 1)}.5`,
    })),
    totalValueUsd: total,
    error: null,
    isPartial: 'error' in doubts,
    source: 'chain',
    asOf: asOf.toISOString(),
    blockNumber: '21000000',
    ...doubts,
  };
}

/** Outbound wallets, some with missing data, and many inbound ones. */
export function friendlyWallets(): Script {
  let asOf = new Date(Date.now() - 4 * MINUTE_MS);
  const outbound = () => PORTFOLIOS.map((_, position) => friendlyWallet(position, asOf));
  const inbound = Array.from({ length: INBOUND_COUNT }, (_, position) => friendlyWallet(100 + position));
  return {
    'GET /wallets/outbound': ({ query }) => ({
      body: {
        wallets: query.has('ledger') ? outbound().slice(0, 1) : outbound(),
        totalValueUsd: '98765438209316.9004',
        isPartial: true,
      },
    }),
    'POST /wallets/outbound/refresh': () => {
      asOf = new Date();
      return { status: 202, body: { requestedAt: asOf.toISOString() } };
    },
    'GET /wallets/inbound': ({ query }) => ({ body: inboundPage(inbound, query) }),
  };
}

function inboundPage(wallets: readonly FriendlyWallet[], query: ApiCall['query']) {
  const network = query.get('blockchain')?.replace('POLYGON', 'MATIC');
  const search = (query.get('search') ?? '').toLowerCase();
  const found = wallets.filter(
    ({ blockchain, address }) =>
      (network === undefined || network === blockchain) && address.toLowerCase().includes(search),
  );
  const offset = Number(query.get('offset') ?? 0);
  return { wallets: found.slice(offset, offset + PAGE), pagination: { totalCount: found.length } };
}
