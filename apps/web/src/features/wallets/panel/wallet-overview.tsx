import type { UseQueryResult } from '@tanstack/react-query';
import { OpenExceptionsLink } from '../../../domain/exceptions/open-exceptions-link.tsx';
import { PanelSection } from '../../../shared/ui/panel-section.tsx';
import { WalletLedger } from '../transactions/wallet-ledger.tsx';
import { WalletTime } from '../wallet-time.tsx';
import { WalletLock } from './wallet-lock.tsx';
import { WalletPortfolio } from './wallet-portfolio.tsx';
import type { WalletRecord } from './wallet-record.ts';

interface WalletOverviewProps {
  readonly walletId: string;
  readonly wallet: WalletRecord;
  readonly read: UseQueryResult<WalletRecord>;
}

export function WalletOverview({ walletId, wallet, read }: WalletOverviewProps) {
  return (
    // The key swaps the list's data at once, so that nothing shifts.
    <div key={read.data ? 'read' : 'listed'} className="grid gap-7">
      <WalletPortfolio walletId={walletId} wallet={wallet} read={read} />
      {wallet.ledger.length > 0 ? <WalletLedger rows={wallet.ledger} /> : null}
      <WalletLock lock={wallet.currentLock} failed={read.isError} />
      <WalletBackups wallet={wallet} />
      <OpenExceptionsLink of={{ walletId: wallet.id }}>
        {(link) => <PanelSection title="Exceptions">{link}</PanelSection>}
      </OpenExceptionsLink>
    </div>
  );
}

function WalletBackups({ wallet: { isPrivateKeyHeld, backups } }: { readonly wallet: WalletRecord }) {
  if (isPrivateKeyHeld && backups === undefined) {
    return null;
  }
  return (
    <PanelSection title="Backups">
      {isPrivateKeyHeld ? null : (
        <p className="text-ink-quiet text-sm">
          This wallet can't be backed up: its private key isn't stored.
        </p>
      )}
      {backups === undefined ? null : (
        <p className="text-sm">
          <span>{timesOf(backups.count)}</span>
          {backups.lastAt === null ? null : (
            <>
              , last on <WalletTime instant={backups.lastAt} />
            </>
          )}
        </p>
      )}
    </PanelSection>
  );
}

function timesOf(count: number): string {
  if (count === 0) {
    return 'Never backed up';
  }
  return count === 1 ? 'Backed up once' : `Backed up ${count} times`;
}
