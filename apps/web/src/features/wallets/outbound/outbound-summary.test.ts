import { describe, expect, it } from 'vitest';
import { parseWallet } from '../listed-wallet.ts';
import { outboundSummary } from './outbound-summary.ts';

const walletWith = (portfolio: object | null, blockchain = 'ETH') =>
  parseWallet({ id: 1, address: '0x1', blockchain, portfolio });

describe('outboundSummary', () => {
  it('uses the total of the server', () => {
    expect(outboundSummary([walletWith({ totalValueUsd: '5' })], { totalValueUsd: '5' })).toMatchObject({
      totalValueUsd: '5',
      gaps: [],
    });
  });

  it('has no total if no wallet has a known value', () => {
    const wallets = [walletWith(null), walletWith({ totalValueUsd: null, error: 'down' })];
    expect(outboundSummary(wallets, { totalValueUsd: '0', isPartial: true })).toMatchObject({
      totalValueUsd: null,
      gaps: ['No wallet values available.'],
    });
  });

  it('uses the total of the server if no wallet has a value', () => {
    expect(outboundSummary([walletWith(null)], { totalValueUsd: '0.00' }).totalValueUsd).toBeNull();
    expect(outboundSummary([walletWith(null)], { totalValueUsd: '1,234.50' })).toMatchObject({
      totalValueUsd: '1,234.50',
      gaps: ['Value unavailable for 1 wallet.', 'Affected: Ethereum.'],
    });
  });

  it('has a total of zero without wallets', () => {
    expect(outboundSummary([], { totalValueUsd: '0' }).totalValueUsd).toBe('0');
  });

  it('lists the missing values and their networks', () => {
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

  it('reports an incomplete total even if every wallet is complete', () => {
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
])('outboundSummary combines the sources %j into %s', (sources, source, comparesLedger) => {
  const wallets = sources.map((one) => walletWith({ totalValueUsd: '5', source: one }));
  expect(outboundSummary(wallets, {})).toMatchObject({ source, comparesLedger });
});

it('outboundSummary returns the time of the oldest balance', () => {
  const instants = ['2026-03-03T12:00:00.000Z', '2026-03-01T12:00:00.000Z', '2026-03-02T12:00:00.000Z'];
  const wallets = instants.map((asOf) => walletWith({ asOf }));
  expect(outboundSummary([...wallets, walletWith(null)], {}).asOf).toBe('2026-03-01T12:00:00.000Z');
});
