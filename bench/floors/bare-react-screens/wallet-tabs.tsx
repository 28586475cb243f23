import type { OutboundWallets } from '@halyard/contract/wallets';
import { useAnswer } from './use-answer.ts';

/** Outbound wallets are not paginated. */
export function WalletTabs({ inbound }: { readonly inbound: number | undefined }) {
  const outbound = useAnswer<OutboundWallets>('/wallets/outbound')?.wallets.length;
  return (
    <div role="tablist" aria-label="Wallets" className="tabs">
      <button type="button" role="tab" aria-selected="false">
        Outbound {outbound === undefined ? null : `(${outbound})`}
      </button>
      <button type="button" role="tab" aria-selected="true">
        Inbound {inbound === undefined ? null : `(${inbound})`}
      </button>
    </div>
  );
}
