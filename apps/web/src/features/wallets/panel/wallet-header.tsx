import { ORDERS } from '@halyard/contract/runtime-settings';
import { Link } from '@tanstack/react-router';
import { KeyRound } from 'lucide-react';
import { ChangedAddress } from '../../../domain/network/changed-address.tsx';
import { ExplorerLink } from '../../../domain/network/explorer-link.tsx';
import { networkName } from '../../../domain/network/network.ts';
import { NetworkIcon } from '../../../domain/network/network-icon.tsx';
import { useRuntimeSettings } from '../../../domain/product/use-runtime-settings.ts';
import { Button } from '../../../shared/ui/button.tsx';
import { CopyIconButton } from '../../../shared/ui/copy-icon-button.tsx';
import { CopyableText } from '../../../shared/ui/copyable-text.tsx';
import { RELATED_LINK } from '../../../shared/ui/related-fact.tsx';
import { WalletTime } from '../wallet-time.tsx';
import { walletType } from '../wallet-type.ts';
import type { WalletRecord } from './wallet-record.ts';

interface WalletHeaderProps {
  readonly wallet: WalletRecord;
  readonly onBackup: () => void;
}

export function WalletHeader({ wallet, onBackup }: WalletHeaderProps) {
  const { id, uuid, address, blockchain, type, createdAt, explorerUrl, isPrivateKeyHeld } = wallet;
  const hasOrders = useRuntimeSettings().screens?.includes(ORDERS);
  return (
    <div className="grid shrink-0 grid-cols-1 gap-2 px-(--gutter) pb-2">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="flex min-w-0 items-center gap-2">
          <NetworkIcon blockchain={blockchain} />
          <span className="min-w-0 font-medium">
            <CopyableText text={networkName(blockchain)} />
          </span>
          {type ? <CopyableText text={walletType(type)} /> : null}
        </div>
        <Button variant="secondary" disabled={!isPrivateKeyHeld} onClick={onBackup}>
          <KeyRound aria-hidden="true" className="size-4" />
          Backup
        </Button>
      </div>
      <dl className="grid grid-cols-[3.75rem_minmax(0,1fr)] items-center gap-x-2 md:grid-cols-[3.75rem_minmax(0,1fr)_auto_auto]">
        <dt className={NAME}>ID</dt>
        <dd className={VALUE}>
          <CopyableText text={id} monospaced />
        </dd>
        <dt className={NAME}>Created</dt>
        <dd className={VALUE}>
          <WalletTime instant={createdAt} />
          {createdAt ? (
            <CopyIconButton text={createdAt} label={`Copy ${createdAt}`} className="-my-2 ml-1" />
          ) : null}
        </dd>
        <dt className={NAME}>UUID</dt>
        <dd className={`${VALUE} md:col-span-3`}>{uuid ? <LongText text={uuid} /> : '—'}</dd>
        <dt className={NAME}>Address</dt>
        <dd className={`${VALUE} md:col-span-3`}>
          {address === '' ? (
            <ChangedAddress />
          ) : (
            <>
              <LongText text={address} />
              <ExplorerLink url={explorerUrl} label="Address in the explorer" />
            </>
          )}
        </dd>
        {hasOrders ? (
          <>
            <dt className={NAME}>Related</dt>
            <dd className={`${VALUE} gap-4 md:col-span-3`}>
              <Link to="/orders" search={{ walletId: id }} className={RELATED_LINK}>
                Orders
              </Link>
              <Link
                to="/audit-logs"
                search={{ resourceType: 'wallet', resourceId: id }}
                className={RELATED_LINK}
              >
                Audit entries
              </Link>
            </dd>
          </>
        ) : null}
      </dl>
    </div>
  );
}

/** Wraps instead of cutting text off. */
function LongText({ text }: { readonly text: string }) {
  return (
    <>
      <bdi translate="no" className="text-balance font-mono text-sm [overflow-wrap:anywhere]">
        {text}
      </bdi>
      <CopyIconButton text={text} label={`Copy ${text}`} className="-my-2" />
    </>
  );
}

const NAME = 'flex min-h-7 items-center text-ink-quiet text-sm max-md:min-h-9';
const VALUE = 'flex min-h-7 min-w-0 items-center max-md:min-h-9';
