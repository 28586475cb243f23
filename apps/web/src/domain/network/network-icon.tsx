import type { Network } from '@halyard/contract/networks';
import type { ReactNode } from 'react';
import { networkOf } from './network.ts';

interface Icon {
  /** The currency whose logo the icon is based on. BSC uses BNB. */
  readonly currency: string;
  readonly shapes: ReactNode;
}

/** Simplified network logos on a 16 x 16 grid. */
const ICONS: Readonly<Record<Network, Icon>> = {
  ETH: {
    currency: 'ETH',
    shapes: (
      <>
        <path d="M8 1 3.6 8.2 8 10.8l4.4-2.6z" />
        <path d="M3.6 9.5 8 15l4.4-5.5L8 12.1z" opacity="0.65" />
      </>
    ),
  },
  POLYGON: {
    currency: 'POL',
    shapes: (
      <path
        d="m5.1 4.1 2.9 1.7v4.4l2.9 1.7 2.9-1.7V6.8l-2.9-1.7L8 6.8M5.1 11.9l2.9-1.7M5.1 11.9 2.2 10.2V5.8l2.9-1.7"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.6"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    ),
  },
  BSC: {
    currency: 'BNB',
    shapes: (
      <path d="m8 6.2 1.8 1.8L8 9.8 6.2 8zM8 1.4l3.7 3.7-1.5 1.5L8 4.4 5.8 6.6 4.3 5.1zM8 14.6l-3.7-3.7 1.5-1.5L8 11.6l2.2-2.2 1.5 1.5zM1.4 8l1.5-1.5L4.4 8 2.9 9.5zM14.6 8l-1.5 1.5L11.6 8l1.5-1.5z" />
    ),
  },
  TRON: {
    currency: 'TRX',
    shapes: (
      <path
        d="M2 2.2 10.9 3.9 14 6.7 7 14.2zM2 2.2 8 7.4 7 14.2M8 7.4 14 6.7M8 7.4l2.9-3.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.15"
        strokeLinejoin="round"
      />
    ),
  },
};

const UNKNOWN: Icon = {
  currency: '?',
  shapes: <circle cx="8" cy="8" r="5" fill="none" stroke="currentColor" strokeWidth="1.4" />,
};

/** A network's icon, hidden from screen readers because its name follows. */
export function NetworkIcon({ blockchain }: { readonly blockchain: string }) {
  const network = networkOf(blockchain);
  const { currency, shapes } = network === undefined ? UNKNOWN : ICONS[network];
  return (
    <svg
      viewBox="0 0 16 16"
      fill="currentColor"
      aria-hidden="true"
      data-currency={currency}
      className="size-6 shrink-0 rounded-full bg-surface-sunken p-1 text-ink-quiet"
    >
      {shapes}
    </svg>
  );
}
