import { refusal } from '../answers.ts';
import type { ApiCall, Script, ScriptedAnswer } from '../script.ts';
import { addressOfWallet, type FriendlyWallet, friendlyWallet } from './friendly-wallets.ts';

const PAGE = 20;
const TRANSACTIONS = 45;
const MINUTE_MS = 60_000;
const OUTBOUND = 9;

/** A well-known example key. */
export const PRIVATE_KEY = '0x4c0883a69102937d6231471b5dbb6204fe5129617082792ae468d01a3f362318';
export const ADDRESS_OF_KEY = '0x2c7536E3605D9C16a7a3D7b1898e529396a65c23';

const DIRECTIONS = ['incoming', 'outgoing', 'internal'] as const;
const STATUSES = ['confirmed', 'confirmed', 'pending', 'confirming', 'failed', 'dropped'] as const;
const TYPES = ['payment', 'sweep', 'payout', 'gas_topup', 'refund', 'fee', 'adjustment'] as const;
const AMOUNTS = [
  ['1234.5', 'USDT', '1234.50'],
  ['0.123456789012345678', 'ETH', '412.51'],
  ['98765432109876543210.123456789012345678', 'USDC', '98765432109876543210.12'],
  ['0.000000000000000001', 'ETH', null],
  ['0', 'BUSD', '0.00'],
] as const;
const ORDERS = [
  { merchantOrderId: 'M-1001', status: 'paid' },
  null,
  { merchantOrderId: `an-order-id-that-somebody-really-has-${'x'.repeat(40)}`, status: 'expired' },
] as const;

const LOCK = {
  merchantId: '0b1f6a52-7a39-4c6e-9a57-6a1c2d9b7e10',
  currency: 'USDT',
  networkId: 'eth-mainnet',
  lockedAt: '2026-11-20T09:30:00.000Z',
};

/** Panels of the outbound wallets. The code 123456 reveals the key. */
export function friendlyWalletPanels(): Script {
  const wallets = Array.from({ length: OUTBOUND }, (_, position) => friendlyWallet(position));
  return Object.assign({}, ...wallets.map(panelOf));
}

function panelOf(wallet: FriendlyWallet, position: number): Script {
  const path = `/wallets/${wallet.id}`;
  let portfolio = wallet.portfolio;
  return {
    [`GET ${path}`]: () => ({ body: detailsOf({ ...wallet, portfolio }, position) }),
    [`POST ${path}/refresh`]: () => {
      const asOf = new Date().toISOString();
      portfolio = portfolio && { ...portfolio, asOf, error: null };
      return { status: 202, body: { requestedAt: asOf } };
    },
    [`GET ${path}/transactions`]: ({ query }) => transactionsOf(position, query),
    [`GET ${path}/backup`]: ({ headers }) => backupOf(wallet, headers['x-2fa-code']),
  };
}

function detailsOf(wallet: FriendlyWallet, position: number) {
  return {
    ...wallet,
    currentLock: position % 2 === 0 ? LOCK : null,
    isPrivateKeyHeld: position !== 6,
    backups: { count: position, lastAt: position === 0 ? null : '2026-11-20T09:30:00.000Z' },
    transactionExplorerUrl: wallet.blockchain === 'ETH' ? 'https://etherscan.io/tx/{hash}' : null,
    ledger: [
      ['ETH', '12.34567890123456789', '12.34567890123456789', '0', 'equal'],
      ['USDT', '100.5', '90.5', '10', 'in_flight'],
      ['USDC', '98765432109876543210.5', '200.5', '0', 'unexplained'],
    ].map(([symbol, chainBalance, ledgerBalance, inFlight, verdict]) => ({
      symbol,
      chainBalance,
      ledgerBalance,
      inFlight,
      verdict,
    })),
  };
}

function transactionsOf(wallet: number, query: ApiCall['query']): ScriptedAnswer {
  const all = Array.from({ length: wallet === 8 ? 0 : TRANSACTIONS }, (_, position) => transaction(position));
  const found = all.filter(
    ({ type, currency, status }) =>
      isAsked(query, 'type', type) &&
      isAsked(query, 'currency', currency) &&
      isAsked(query, 'status', status),
  );
  const offset = Number(query.get('offset') ?? 0);
  return {
    body: {
      transactions: found.slice(offset, offset + PAGE),
      pagination: { totalCount: found.length, nextCursor: null },
    },
  };
}

function isAsked(query: ApiCall['query'], name: string, value: string): boolean {
  return !query.has(name) || query.get(name) === value;
}

function transaction(position: number) {
  const [amount, currency, usdAmount] = AMOUNTS[position % AMOUNTS.length] ?? AMOUNTS[0];
  return {
    id: `00000000-0000-4000-c000-${String(position).padStart(12, '0')}`,
    direction: DIRECTIONS[position % DIRECTIONS.length] ?? 'incoming',
    status: STATUSES[position % STATUSES.length] ?? 'confirmed',
    hash: position % 7 === 2 ? null : `0x${String(position).padStart(64, 'ab')}`,
    amount,
    currency,
    usdAmount,
    type: TYPES[position % TYPES.length] ?? 'payment',
    networkFee: position % 4 === 3 ? null : '0.000021000000000000',
    testnet: position % 9 === 4,
    createdAt: new Date(Date.UTC(2026, 10, 20, 9, 30) - position * 37 * MINUTE_MS).toISOString(),
    relatedOrder: ORDERS[position % ORDERS.length] ?? null,
  };
}

function backupOf({ blockchain, type }: FriendlyWallet, code: unknown): ScriptedAnswer {
  if (code !== '123456') {
    return refusal(403, code === undefined ? '2fa_verification_required' : 'invalid_code', {
      attemptsRemaining: 2,
    });
  }
  const isTron = blockchain === 'TRON';
  return {
    body: {
      address: isTron ? addressOfWallet(1) : ADDRESS_OF_KEY,
      publicKey: `0x04${'ab'.repeat(64)}`,
      privateKey: isTron ? PRIVATE_KEY.slice(2) : PRIVATE_KEY,
      blockchain,
      type,
    },
  };
}

const HOSTILE = '<img src=x onerror="window.__x=1">\u202E'.repeat(300);

/** Audit entries of a wallet, including every kind of bad input. */
export function walletAuditLogs(): ScriptedAnswer {
  const entry = {
    id: '1',
    action: 'wallet.backup',
    actionCategory: 'wallet_operation',
    description: 'Wallet backup downloaded',
    status: 'success',
    createdAt: '2026-11-20T09:30:00.000Z',
    actor: { type: 'admin', id: 'a', email: 'margarethe.von-hohenlohe-langenburg@operations.example.com' },
    resource: { type: 'wallet', id: '1', identifier: ADDRESS_OF_KEY },
    requestId: '0b1f6a52-7a39-4c6e-9a57-6a1c2d9b7e10',
    ipAddress: '203.0.113.7',
    userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
    errorMessage: null,
    metadata: { reason: 'Cold storage moves to another vendor', attempts: 1 },
    changes: { lastBackupAt: { before: null, after: '2026-11-20T09:30:00.000Z' } },
  };
  const hostile = {
    ...entry,
    id: '2',
    action: HOSTILE,
    description: HOSTILE,
    status: 'failure',
    actor: { type: HOSTILE, id: HOSTILE, email: HOSTILE },
    resource: { type: 'wallet', id: HOSTILE, identifier: HOSTILE },
    userAgent: HOSTILE,
    errorMessage: HOSTILE,
    metadata: { [HOSTILE]: HOSTILE, error: HOSTILE },
    changes: { [HOSTILE]: { before: HOSTILE, after: { [HOSTILE]: HOSTILE } } },
  };
  const partial = {
    ...entry,
    id: '3',
    action: 'wallet.lock',
    description: 'Wallet locked',
    status: 'partial',
  };
  return { body: { logs: [entry, hostile, partial], totalCount: 1_234 } };
}
