import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { WalletMinimal } from 'lucide-react';
import { useEffect } from 'react';
import { useApi } from '../../../domain/session/use-api.ts';
import { whenIdle } from '../../../shared/lib/when-idle.ts';
import { LazyTab } from '../../../shared/ui/lazy-tab.tsx';
import { SlideOverTitle } from '../../../shared/ui/overlay/slide-over-title.tsx';
import { useLazyDialog } from '../../../shared/ui/overlay/use-lazy-dialog.ts';
import { RecordLoadError } from '../../../shared/ui/record-load-error.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import { Tabs } from '../../../shared/ui/tabs.tsx';
import type { ListedWallet } from '../listed-wallet.ts';
import { WalletHeader } from './wallet-header.tsx';
import { WalletOverview } from './wallet-overview.tsx';
import type { WalletPanelSearch, WalletTab } from './wallet-panel-search.ts';
import { transactionsQuery, walletAuditQuery } from './wallet-queries.ts';
import { recordOfListed, type WalletRecord } from './wallet-record.ts';

const loadBackup = () =>
  import('../backup/wallet-backup-dialog.tsx').then(({ WalletBackupDialog }) => WalletBackupDialog);
const loadTransactions = () =>
  import('../transactions/wallet-transactions.tsx').then(({ WalletTransactions }) => WalletTransactions);
const loadAuditLogs = () => import('./wallet-audit-logs.tsx').then(({ WalletAuditLogs }) => WalletAuditLogs);

function prefetchTabs(): void {
  for (const load of [loadTransactions, loadAuditLogs]) void load().catch(() => undefined);
}

interface WalletPanelProps {
  readonly walletId: string;
  readonly listed: ListedWallet | undefined;
  readonly read: UseQueryResult<WalletRecord>;
  readonly tab: WalletTab;
  readonly onTab: (tab: WalletTab) => void;
  readonly state: WalletPanelSearch;
  readonly onState: (state: WalletPanelSearch) => void;
  readonly onClose: () => void;
}

export function WalletPanel(props: WalletPanelProps) {
  const { walletId, listed, read, tab, onTab, state, onState, onClose } = props;
  const api = useApi();
  const wallet = read.data ?? (listed && recordOfListed(listed));
  const enabled = wallet !== undefined;
  const transactions = useQuery({ ...transactionsQuery(api, walletId, {}), enabled });
  const auditLogs = useQuery({ ...walletAuditQuery(api, wallet?.id ?? walletId), enabled });
  const backup = useLazyDialog(loadBackup);
  useEffect(() => whenIdle(prefetchTabs), []);

  if (!wallet) {
    return (
      <>
        <SlideOverTitle title="Wallet Details" onClose={onClose} />
        <WalletNotLoaded read={read} />
      </>
    );
  }
  return (
    <>
      <SlideOverTitle title="Wallet Details" onClose={onClose} />
      <WalletHeader wallet={wallet} onBackup={backup.open} />
      <Tabs
        label="Wallet"
        value={tab}
        onChange={onTab}
        tabs={[
          {
            value: 'overview',
            label: 'Overview',
            content: <WalletOverview walletId={walletId} wallet={wallet} read={read} />,
          },
          {
            value: 'transactions',
            label: 'Transactions',
            count: transactions.data?.totalCount ?? 'unknown',
            content: (
              <LazyTab
                noun="transactions"
                load={loadTransactions}
                props={{ walletId, wallet, state, onState }}
              />
            ),
          },
          {
            value: 'audit-logs',
            label: 'Audit Logs',
            count: auditLogs.data?.totalCount ?? 'unknown',
            content: (
              <LazyTab
                noun="audit logs"
                load={loadAuditLogs}
                props={{
                  result: auditLogs,
                  entryId: state.entry,
                  onEntry: (entry) => onState({ ...state, entry }),
                }}
              />
            ),
          },
        ]}
      />
      {backup.Dialog ? <backup.Dialog wallet={wallet} onClose={backup.close} /> : null}
    </>
  );
}

function WalletNotLoaded({ read }: Pick<WalletPanelProps, 'read'>) {
  return read.isError ? (
    <RecordLoadError noun="wallet" icon={<WalletMinimal />} read={read} />
  ) : (
    <div className="flex flex-1 items-center justify-center">
      <Spinner label="Loading" />
    </div>
  );
}
