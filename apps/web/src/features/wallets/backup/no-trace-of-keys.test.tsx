import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openWalletPanel } from '../../../../test/open-wallet-panel.ts';
import { walletAnswer } from '../../../../test/wallet-answers.ts';

const KEY = `0x${'c0ffee'.repeat(10)}beef`;
const CODE = '135790';
const PASSPHRASE = 'correct horse battery';

/** Forms that a copy of the key could have. */
const TRACES = [KEY.slice(2), KEY.slice(2).toUpperCase(), btoa(KEY), PASSPHRASE];

const logged: unknown[] = [];

beforeEach(() => {
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...values) => void logged.push(...values));
  }
});

afterEach(() => vi.restoreAllMocks());

/** Returns all strings reachable from the objects, including the React tree of an element. */
function textsReachableFrom(...roots: readonly unknown[]): Set<string> {
  const texts = new Set<string>();
  const seen = new Set<unknown>(roots);
  for (const value of seen) {
    if (typeof value === 'string') {
      texts.add(value);
    }
    for (const part of partsOf(value)) {
      seen.add(part);
    }
  }
  return texts;
}

function partsOf(value: unknown): readonly unknown[] {
  if ((typeof value !== 'object' && typeof value !== 'function') || value === null || value === window) {
    return [];
  }
  const own = Object.values(Object.getOwnPropertyDescriptors(value)).map((property) => property.value);
  return value instanceof Map || value instanceof Set ? [...own, ...value.keys(), ...value.values()] : own;
}

function tracesIn(texts: Iterable<string>): readonly string[] {
  return [...texts].filter((text) => [...TRACES, CODE].some((trace) => text.includes(trace)));
}

it.each(['closed', 'left for another wallet'])(
  'WalletBackupDialog leaves no key behind after it was %s',
  async (how) => {
    const { user, container, services, router } = await openWalletPanel('', {
      'GET /wallets/1/backup': {
        body: {
          address: walletAnswer(1).address,
          publicKey: '0x04',
          privateKey: KEY,
          blockchain: 'ETH',
          type: 'outbound',
        },
      },
    });
    const everything = () => [
      ...textsReachableFrom(container, services, router),
      document.documentElement.outerHTML,
      JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        history.state,
        location.href,
        document.cookie,
      ]),
      logged.map(String).join('\n'),
    ];

    await user.click(await screen.findByRole('button', { name: 'Backup' }));
    await user.type(await screen.findByRole('textbox', { name: 'Authenticator code' }), CODE);
    await user.click(await screen.findByRole('button', { name: 'Reveal Private Key' }));
    await user.click(screen.getByRole('button', { name: 'Encrypt with a passphrase' }));
    await user.type(screen.getByLabelText('Passphrase'), PASSPHRASE);
    // Proves that the search finds an existing key.
    const shown = tracesIn(everything());
    expect(shown).toContain(KEY);
    expect(shown).toContain(PASSPHRASE);

    if (how === 'closed') {
      await user.click(screen.getByRole('button', { name: 'Close' }));
    } else {
      await router.navigate({ to: '/wallets', search: { wallet: '2' } });
    }
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Wallet Backup' })).toBeNull());
    await waitFor(() => expect(tracesIn(everything())).toEqual([]));
  },
);
