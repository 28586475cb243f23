import { CopyableText } from '../../../shared/ui/copyable-text.tsx';
import { Fact, FactList } from '../../../shared/ui/fact-list.tsx';
import { PanelSection } from '../../../shared/ui/panel-section.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { WalletTime } from '../wallet-time.tsx';
import type { WalletLockRecord } from './wallet-record.ts';

interface WalletLockProps {
  /** Null if the wallet is not locked; undefined while unknown. */
  readonly lock: WalletLockRecord | null | undefined;
  readonly failed: boolean;
}

export function WalletLock({ lock, failed }: WalletLockProps) {
  return (
    <PanelSection title="Current Lock">
      {lock ? <LockFacts lock={lock} /> : null}
      {lock === null ? <p className="text-ink-quiet text-sm">Not locked</p> : null}
      {lock === undefined && failed ? (
        <p className="text-ink-quiet text-sm">Couldn't load the current lock.</p>
      ) : null}
      {lock === undefined && !failed ? <Skeleton className="h-5 w-40" /> : null}
    </PanelSection>
  );
}

function LockFacts({ lock }: { readonly lock: WalletLockRecord }) {
  const { merchantId, currency, networkId, lockedAt } = lock;
  return (
    <FactList>
      <Fact name="Merchant ID">
        {merchantId === null ? null : <CopyableText text={merchantId} monospaced />}
      </Fact>
      <Fact name="Currency">{currency === null ? null : <bdi translate="no">{currency}</bdi>}</Fact>
      <Fact name="Network ID">
        {networkId === null ? null : (
          <bdi translate="no" className="font-mono text-sm">
            {networkId}
          </bdi>
        )}
      </Fact>
      <Fact name="Locked At">{lockedAt === null ? null : <WalletTime instant={lockedAt} />}</Fact>
    </FactList>
  );
}
