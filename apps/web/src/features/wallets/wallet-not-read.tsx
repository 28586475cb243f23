import type { UseQueryResult } from '@tanstack/react-query';
import { WalletMinimal } from 'lucide-react';
import { ApiError } from '../../shared/api/api-error.ts';
import { failureOf } from '../../shared/lib/failure-of.ts';
import { EmptyState } from '../../shared/ui/empty-state.tsx';
import { ErrorState } from '../../shared/ui/error-state.tsx';
import { Spinner } from '../../shared/ui/spinner.tsx';
import type { WalletRecord } from './wallet-record.ts';

/** In the place of a wallet of which nothing is known, or not yet. */
export function WalletNotRead({ read }: { readonly read: UseQueryResult<WalletRecord> }) {
  if (!read.isError) {
    return (
      <div className="flex flex-1 items-center justify-center">
        <Spinner label="Loading" />
      </div>
    );
  }
  if (read.error instanceof ApiError && read.error.httpStatus === 404) {
    return (
      <EmptyState
        icon={<WalletMinimal />}
        title="There is no such wallet"
        hint="The link is not whole, or leads to a wallet of another platform."
      />
    );
  }
  return (
    <ErrorState
      title="This wallet could not be read"
      {...failureOf(read.error)}
      retrying={read.isFetching}
      onRetry={read.refetch}
    />
  );
}
