import type { Revenue } from '@halyard/contract/overview';
import type { ApiCall } from '../script.ts';

const MERCHANTS = [
  'Wolfeschlegelsteinhausenbergerdorff Import-Export und Großhandel',
  '山田商店',
  '<i>Shop</i> & Sons',
  'حلويات الشام',
  'Lamp and Linen',
  'a-merchant-with-a-name-without-any-spaces-that-is-far-too-long',
  'Northwind Tea',
  'Ø',
  'Bikes for Everyone',
  'Ink & Paper',
];

const uuidOf = (position: number) => `00000000-0000-4000-9000-${String(900 + position).padStart(12, '0')}`;

/** Returns a revenue with ten merchants and eleven currencies. */
export function revenueOf(from: string, to: string, scale = 1): Revenue {
  const figures = (value: number) => ({
    revenueUsd: (value * scale).toFixed(6),
    orders: Math.max(1, Math.round((value * scale) / 11.3)),
  });
  return {
    from,
    to,
    ...figures(41_830.125),
    previous: { from: '2026-10-01', to: '2026-10-17', ...figures(40_596.12) },
    byNetwork: [
      { network: 'TRON', ...figures(25_100.1) },
      { network: 'ETH', ...figures(11_730.025) },
      { network: 'BSC', ...figures(5_000) },
      { network: 'POLYGON', revenueUsd: '0.000000000000000001', orders: 1 },
    ],
    byCurrency: [
      'USDT',
      'USDC',
      'ETH',
      'TRX',
      'BNB',
      'DAI',
      'POL',
      'BUSD',
      'WBTC',
      'LINK',
      'A1B2C3D4E5F6',
    ].map((currency, position) => ({ currency, ...figures(22_000 / 2 ** position) })),
    topMerchants: MERCHANTS.map((name, position) => {
      const { revenueUsd, orders } = figures(9_000.5 / (position + 1));
      const previous = position === 4 ? revenueUsd : ((7_000 * scale) / (position + 0.7)).toFixed(6);
      return { uuid: uuidOf(position), name, revenueUsd, previousRevenueUsd: previous, orders };
    }),
  };
}

export function friendlyRevenue({ query }: Pick<ApiCall, 'query'>): { readonly body: Revenue } {
  const from = query.get('from');
  const to = query.get('to');
  if (from !== null && to !== null) return { body: revenueOf(from, to, 0.4) };
  if (query.get('range') === 'month') return { body: revenueOf('2026-11-01', '2026-11-17') };
  if (query.get('range') === 'all')
    return { body: { ...revenueOf('2024-12-01', '2026-11-17', 30), previous: null } };
  return { body: revenueOf('2026-10-19', '2026-11-17', 1.2) };
}
