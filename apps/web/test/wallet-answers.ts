export function walletAnswer(id: number, other: object = {}) {
  return {
    id: String(id),
    uuid: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
    address: `0x52908400098527886E0F7030069857D2E416${String(id).padStart(4, '0')}`,
    blockchain: 'ETH',
    type: 'outbound',
    createdAt: '2026-03-03T12:04:05.678Z',
    portfolio: null,
    currentLock: null,
    transactionCounts: { mainnet: { confirmed: 0 }, testnet: { confirmed: 0 } },
    explorerUrl: null,
    ...other,
  };
}

export function portfolioAnswer(other: object = {}) {
  return {
    native: { symbol: 'ETH', balance: '12.34567', valueUsd: '45678.9' },
    tokens: [],
    totalValueUsd: '45678.9',
    error: null,
    isPartial: false,
    source: 'chain',
    asOf: '2026-03-03T12:00:00.000Z',
    blockNumber: '19000000',
    ...other,
  };
}
