import type { UseQueryResult } from '@tanstack/react-query';
import { WalletMinimal } from 'lucide-react';
import { RecordLoadError } from '../../../shared/ui/record-load-error.tsx';
import { Spinner } from '../../../shared/ui/spinner.tsx';
import type { WalletRecord } from './wallet-record.ts';

/** In the place of a wallet of which nothing is known, or not yet. */
export function WalletNotRead({ read }: { readonly read: UseQueryResult<WalletRecord> }) {
  if (read.isError) {
    return <RecordLoadError noun="wallet" icon={<WalletMinimal />} read={read} />;
  }
  return (
    <div className="flex flex-1 items-center justify-center">
      <Spinner label="Loading" />
    </div>
  );
}
