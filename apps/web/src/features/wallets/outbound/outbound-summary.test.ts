import { describe, expect, it } from 'vitest';
import { listedWallet } from '../listed-wallet.ts';
import { outboundSummary } from './outbound-summary.ts';

const walletWith = (portfolio: object | null, blockchain = 'ETH') =>
  listedWallet({ id: 1, address: '0x1', blockchain, portfolio });

describe('the total', () => {
  it('is what the server says', () => {
    expect(outboundSummary([walletWith({ totalValueUsd: '5' })], { totalValueUsd: '5' })).toMatchObject({
      totalValueUsd: '5',
      gaps: [],
    });
  });

  it('is not known where no wallet is, whatever the server adds up', () => {
    const wallets = [walletWith(null), walletWith({ totalValueUsd: null, error: 'down' })];
    expect(outboundSummary(wallets, { totalValueUsd: '0', isPartial: true })).toMatchObject({
      totalValueUsd: null,
      gaps: ['No wallet values available.'],
    });
  });

  it('is what the server says also where only the server knows', () => {
    expect(outboundSummary([walletWith(null)], { totalValueUsd: '0.00' }).totalValueUsd).toBeNull();
    expect(outboundSummary([walletWith(null)], { totalValueUsd: '1,234.50' })).toMatchObject({
      totalValueUsd: '1,234.50',
      gaps: ['Value unavailable for 1 wallet.', 'Affected: Ethereum.'],
    });
  });

  it('is nothing where there is no wallet', () => {
    expect(outboundSummary([], { totalValueUsd: '0' }).totalValueUsd).toBe('0');
  });

  it('says what is missing in it, and where', () => {
    const wallets = [
      walletWith({ totalValueUsd: '5' }, 'BSC'),
      walletWith({ totalValueUsd: null, error: 'down' }, 'TRON'),
      walletWith(null, 'TRON'),
      walletWith({ totalValueUsd: '1', isPartial: true }, 'MATIC'),
      walletWith(
        { totalValueUsd: '1', isPartial: false, error: 'down', asOf: '2026-03-03T12:00:00Z' },
        'ETH',
      ),
    ];
    expect(outboundSummary(wallets, { totalValueUsd: '7', isPartial: true }).gaps).toEqual([
      'Value unavailable for 2 wallets.',
      'Value incomplete or outdated for 2 wallets.',
      'Affected: TRON, Polygon, Ethereum.',
    ]);
  });

  it('is partial where only the server knows why', () => {
    const wallets = [walletWith({ totalValueUsd: '5' })];
    expect(outboundSummary(wallets, { totalValueUsd: '5', isPartial: true }).gaps).toEqual([
      'Part of the value is unavailable.',
    ]);
  });
});

it.each([
  [['chain'], 'chain', true],
  [['ledger', 'ledger'], 'ledger', false],
  [['chain', 'ledger'], 'both', true],
  [[null], undefined, false],
])('balances from %j come from %s', (sources, source, comparesLedger) => {
  const wallets = sources.map((one) => walletWith({ totalValueUsd: '5', source: one }));
  expect(outboundSummary(wallets, {})).toMatchObject({ source, comparesLedger });
});

it('is as old as its oldest part', () => {
  const instants = ['2026-03-03T12:00:00.000Z', '2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'];
  const wallets = instants.map((asOf) => walletWith({ asOf }));
  expect(outboundSummary([...wallets, walletWith(null)], {}).asOf).toBe('2026-03-01T12:00:00.000Z');
});
