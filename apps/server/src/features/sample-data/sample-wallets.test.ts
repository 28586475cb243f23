import { createECDH, createHash } from 'node:crypto';
import { NATIVE_SYMBOLS, NETWORKS } from '@halyard/contract/networks';
import {
  type FeedWalletTransaction,
  feedWallet,
  feedWalletLock,
  feedWalletTransaction,
} from '@halyard/contract/platform-feed-wallets';
import { TRANSACTION_STATUSES, TRANSACTION_TYPES } from '@halyard/contract/wallets';
import { base58 } from '@scure/base';
import { computeAddress, keccak256 } from 'ethers';
import { describe, expect, it } from 'vitest';
import { ledgerChanges } from '../../../test/sample-ledger.ts';
import { createRandomSource } from './random-source.ts';
import { createSampleData } from './sample-data.ts';
import { createWalletMaker } from './sample-wallets.ts';

const NOW = new Date('2026-03-17T14:20:00.000Z');
const { orders, wallets, walletLocks, walletTransactions } = createSampleData(7, NOW);
const walletOf = new Map(wallets.map((wallet) => [wallet.uuid, wallet]));
const orderOf = new Map(orders.map((order) => [order.uuid, order]));

const ofType = (type: string) => walletTransactions.filter((transaction) => transaction.type === type);

/** Uses another curve implementation than the product. */
function tronAddressOf(privateKey: string): string {
  const curve = createECDH('secp256k1');
  curve.setPrivateKey(privateKey, 'hex');
  const hash = keccak256(curve.getPublicKey().subarray(1));
  const bytes = Buffer.from(`41${hash.slice(-40)}`, 'hex');
  const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
  return base58.encode(Buffer.concat([bytes, sha256(sha256(bytes)).subarray(0, 4)]));
}

describe('sample wallets', () => {
  it('creates valid wallets on all networks with unique ids and addresses', () => {
    expect(wallets.filter((wallet) => !feedWallet.safeParse(wallet).success)).toEqual([]);
    expect(walletLocks.filter((lock) => !feedWalletLock.safeParse(lock).success)).toEqual([]);
    for (const network of NETWORKS) {
      const own = wallets.filter((wallet) => wallet.network === network);
      expect(own.filter(({ type }) => type === 'inbound').length).toBeGreaterThan(150);
      expect(own.filter(({ type }) => type === 'outbound').length).toBeGreaterThanOrEqual(2);
      expect(new Set(own.map(({ address }) => address)).size).toBe(own.length);
    }
    const outbound = wallets.filter(({ type }) => type === 'outbound');
    expect(outbound.length).toBeGreaterThanOrEqual(8);
    expect(outbound.length).toBeLessThanOrEqual(12);
    expect(wallets.length - outbound.length).toBeGreaterThanOrEqual(2_000);
    expect(walletOf.size).toBe(wallets.length);
  });

  it('creates private keys that match their addresses according to independent libraries', {
    timeout: 120_000,
  }, () => {
    for (const { network, address, privateKey = '' } of wallets) {
      const derived = network === 'TRON' ? tronAddressOf(privateKey) : computeAddress(`0x${privateKey}`);
      expect(derived).toBe(address);
    }
  });

  it('creates different keys for another seed', () => {
    const newWallet = createWalletMaker(createRandomSource(7), 8);
    const known = new Set(wallets.map(({ privateKey }) => privateKey));
    for (let number = 0; number < 200; number++) {
      const { privateKey } = newWallet({ network: 'ETH', type: 'inbound', createdAt: 0 }, number);
      expect(known).not.toContain(privateKey);
    }
  });

  it('locks wallets for open orders, each for only one', () => {
    expect(walletLocks.length).toBeGreaterThan(10);
    expect(new Set(walletLocks.map(({ walletUuid }) => walletUuid)).size).toBe(walletLocks.length);
    const open = orders.filter(({ status }) => status === 'pending');
    for (const { walletUuid, lock } of walletLocks) {
      const { network, createdAt } = walletOf.get(walletUuid) ?? {};
      expect(open).toContainEqual(
        expect.objectContaining({
          merchantUuid: lock?.merchantId,
          currency: lock?.currency,
          network,
          createdAt: lock?.lockedAt,
        }),
      );
      expect(lock?.networkId).toBe(network);
      expect((createdAt ?? '') < (lock?.lockedAt ?? '')).toBe(true);
    }
  });
});

describe('sample transactions', () => {
  it('creates valid transactions of every type and status in chronological order', () => {
    expect(walletTransactions.length).toBeGreaterThanOrEqual(50_000);
    const wrong = walletTransactions.filter(
      (transaction) => !feedWalletTransaction.safeParse(transaction).success,
    );
    expect(wrong).toEqual([]);
    expect(new Set(walletTransactions.map(({ uuid }) => uuid)).size).toBe(walletTransactions.length);
    for (const type of TRANSACTION_TYPES) expect(ofType(type).length).toBeGreaterThan(10);
    for (const status of TRANSACTION_STATUSES)
      expect(
        walletTransactions.filter((transaction) => transaction.status === status).length,
      ).toBeGreaterThan(5);
    expect(walletTransactions.some(({ direction }) => direction === 'internal')).toBe(true);
    expect(walletTransactions.filter(({ testnet }) => testnet).length).toBeGreaterThan(100);
    const times = walletTransactions.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted());
    expect((times.at(-1) ?? '') <= NOW.toISOString()).toBe(true);
    const early = walletTransactions.filter(
      ({ walletUuid, createdAt }) => createdAt < (walletOf.get(walletUuid)?.createdAt ?? ''),
    );
    expect(early).toEqual([]);
  });

  it('never makes a balance negative', () => {
    const held = new Map<string, bigint>();
    const overdrawn = walletTransactions.filter((transaction) => {
      const native = NATIVE_SYMBOLS[walletOf.get(transaction.walletUuid)?.network ?? 'ETH'];
      return ledgerChanges(transaction, native).some(({ asset, balance, inFlight }) => {
        const key = `${transaction.walletUuid} ${asset}`;
        // Pending outgoing amounts must be covered; pending incoming amounts do not count yet.
        const left = (held.get(key) ?? 0n) + balance + (inFlight < 0n ? inFlight : 0n);
        held.set(key, left);
        return left < 0n;
      });
    });
    expect(overdrawn).toEqual([]);
  });

  it('creates one confirmed payment per paid order with its amount and network, and two that are exceptions', () => {
    const paid = orders.filter(({ status }) => status === 'paid');
    const payments = ofType('payment').filter(
      ({ status, orderUuid }) => status === 'confirmed' && orderOf.get(orderUuid ?? '')?.status === 'paid',
    );
    expect(payments).toHaveLength(paid.length + 2);
    const paymentOf = new Map(payments.toReversed().map((payment) => [payment.orderUuid, payment]));
    for (const { uuid, network, currency, amount, amountUsd, testnet, paidAt } of paid) {
      const payment = paymentOf.get(uuid);
      expect(walletOf.get(payment?.walletUuid ?? '')).toMatchObject({ network, type: 'inbound' });
      expect(payment).toMatchObject({
        direction: 'incoming',
        currency,
        amountUsd,
        testnet,
        createdAt: paidAt,
      });
      expect(Number(payment?.amount)).toBe(Number(amount));
    }
  });

  it('records transfers between two wallets on both sides with the same hash', () => {
    const sides = new Map<string | null | undefined, FeedWalletTransaction[]>();
    for (const transaction of [...ofType('sweep'), ...ofType('gas_topup')]) {
      sides.set(transaction.hash, [...(sides.get(transaction.hash) ?? []), transaction]);
    }
    const lost = [...sides.values()].filter((both) => both.length === 1).flat();
    expect(lost.every(({ status }) => status === 'failed' || status === 'dropped')).toBe(true);
    for (const both of sides.values()) {
      if (both.length === 1) continue;
      const [from, to] = both.toSorted((a, b) => b.direction.localeCompare(a.direction));
      const { type, currency, amount, networkFee, createdAt, status } = from ?? {};
      expect(both).toHaveLength(2);
      expect(from?.direction).toBe('outgoing');
      expect(to).toMatchObject({
        direction: 'incoming',
        type,
        currency,
        amount,
        networkFee,
        createdAt,
        status,
      });
      const [sender, receiver] = [from, to].map((side) => walletOf.get(side?.walletUuid ?? ''));
      expect(sender?.network).toBe(receiver?.network);
      expect([sender?.type, receiver?.type]).toEqual(
        type === 'sweep' ? ['inbound', 'outbound'] : ['outbound', 'inbound'],
      );
    }
  });

  it('sends payouts and refunds from outbound wallets, and refunds only for ended orders', () => {
    for (const { walletUuid, direction } of [...ofType('payout'), ...ofType('refund')]) {
      expect([walletOf.get(walletUuid)?.type, direction]).toEqual(['outbound', 'outgoing']);
    }
    for (const { orderUuid } of ofType('refund')) {
      expect(['expired', 'cancelled']).toContain(orderOf.get(orderUuid ?? '')?.status);
    }
  });

  it('values transactions at the order prices of the same day', () => {
    const priceOn = new Map<string, number>();
    for (const { currency, amount, amountUsd, createdAt } of orders) {
      priceOn.set(`${currency} ${createdAt.slice(0, 10)}`, Number(amountUsd) / Number(amount));
    }
    const odd = walletTransactions.filter(({ currency, amount, amountUsd, createdAt }) => {
      const price = priceOn.get(`${currency} ${createdAt.slice(0, 10)}`);
      if (price === undefined || Number(amountUsd) < 10) return false;
      return Math.abs(Number(amountUsd) / Number(amount) / price - 1) > 0.06;
    });
    expect(odd).toEqual([]);
  });
});
