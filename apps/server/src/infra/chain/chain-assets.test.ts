import { NATIVE_SYMBOLS, NETWORKS, STABLECOINS } from '@halyard/contract/networks';
import { formatUnits } from 'ethers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHAIN_ASSETS } from './chain-assets.ts';
import { chainBalances } from './chain-reader.ts';
import { parseAddress } from './wallet-address.ts';

describe.each(NETWORKS)('CHAIN_ASSETS of %s', (network) => {
  const assets = CHAIN_ASSETS[network];

  it('starts with the native currency and lists each stablecoin once', () => {
    const [native, ...tokens] = assets;
    expect(native).toMatchObject({ symbol: NATIVE_SYMBOLS[network], tokenAddress: null });
    const symbols = tokens.map(({ symbol }) => symbol);
    expect(symbols).toEqual(STABLECOINS.filter((symbol) => symbols.includes(symbol)));
  });

  it('has token addresses with valid checksums', () => {
    for (const { tokenAddress } of assets) {
      if (tokenAddress !== null) expect(parseAddress(network, tokenAddress)).toBe(tokenAddress);
    }
  });
});

describe('chainBalances', () => {
  it('formats amounts in whole units as ethers does', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 2n ** 128n), fc.integer({ min: 0, max: 18 }), (units, decimals) => {
        const asset = { symbol: 'X', tokenAddress: null, decimals };
        expect(chainBalances({ subject: 'It' }, [asset], [units])).toEqual([
          { symbol: 'X', tokenAddress: null, balance: formatUnits(units, decimals).replace(/\.0$/, '') },
        ]);
      }),
    );
  });

  it.each([-1n, 2n ** 128n + 1n, undefined])('rejects the amount %s', (units) => {
    const asset = { symbol: 'X', tokenAddress: null, decimals: 6 };
    expect(chainBalances({ subject: 'It' }, [asset], [units])).toMatchObject({
      message: 'It returned an invalid X balance',
    });
  });
});
