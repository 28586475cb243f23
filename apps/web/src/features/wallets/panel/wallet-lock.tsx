import { MERCHANT } from '@halyard/contract/runtime-settings';
import { Link } from '@tanstack/react-router';
import { useRuntimeSettings } from '../../../domain/product/use-runtime-settings.ts';
import { CopyIconButton } from '../../../shared/ui/copy-icon-button.tsx';
import { CopyableText } from '../../../shared/ui/copyable-text.tsx';
import { Fact, FactList } from '../../../shared/ui/fact-list.tsx';
import { PanelSection } from '../../../shared/ui/panel-section.tsx';
import { RELATED_LINK } from '../../../shared/ui/related-fact.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { WalletTime } from '../wallet-time.tsx';
import type { WalletLockRecord } from './wallet-record.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

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
      <Fact name="Merchant ID">{merchantId === null ? null : <MerchantId id={merchantId} />}</Fact>
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

/** A link to the merchant's panel if there is one. Other servers may use other ids. */
function MerchantId({ id }: { readonly id: string }) {
  const { screens } = useRuntimeSettings();
  return screens?.includes(MERCHANT) && UUID.test(id) ? (
    <span className="flex min-w-0 items-center gap-1">
      <Link
        to="/merchants"
        search={{ merchant: id }}
        className={`font-mono text-sm [overflow-wrap:anywhere] max-md:-my-1 ${RELATED_LINK}`}
      >
        <bdi translate="no">{id}</bdi>
      </Link>
      <CopyIconButton text={id} label={`Copy ${id}`} className="-my-2" />
    </span>
  ) : (
    <CopyableText text={id} monospaced />
  );
}
