import { describe, expect, it } from 'vitest';
import { applyToLatest } from './apply-to-latest.ts';

interface Search {
  readonly status?: string | undefined;
  readonly network?: string | undefined;
  readonly page?: number | undefined;
}

describe('applyToLatest', () => {
  const shown: Search = { status: 'paid', page: 2 };

  it('keeps a change that is not shown yet', () => {
    const next = { ...shown, network: 'TRON', page: undefined };
    expect(applyToLatest<Search>(shown, next)({ status: 'expired' })).toEqual({
      status: 'expired',
      network: 'TRON',
    });
  });

  it('gives exactly what the screen asked for if it showed the latest parameters', () => {
    for (const next of [
      {},
      { status: 'expired', page: 2 },
      { ...shown, network: 'TRON' },
      { page: undefined },
    ]) {
      expect(applyToLatest<Search>(shown, next)(shown), JSON.stringify(next)).toEqual(next);
    }
  });
});
