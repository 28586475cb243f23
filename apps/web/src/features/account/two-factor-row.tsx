import type { TwoFactorStatus } from '@halyard/contract/auth';
import { REPLACE_AUTHENTICATOR } from '@halyard/contract/runtime-settings';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { failureOf } from '../../shared/query/failure-of.ts';
import { Button } from '../../shared/ui/button.tsx';
import { useLazyDialog } from '../../shared/ui/overlay/use-lazy-dialog.ts';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { accountTwoFactorQuery } from './account-queries.ts';
import { SecurityRow } from './security-row.tsx';
import type { TwoFactorPurpose } from './two-factor-dialog.tsx';
import { TwoFactorState } from './two-factor-state.tsx';

const loadDialog = () => import('./two-factor-dialog.tsx').then(({ TwoFactorDialog }) => TwoFactorDialog);

const ACTIONS = 'flex min-w-76 flex-wrap justify-end gap-2 max-md:min-w-0 max-md:justify-start';

interface TwoFactorRowProps {
  readonly sessionCount: number | undefined;
}

export function TwoFactorRow({ sessionCount }: TwoFactorRowProps) {
  const queryClient = useQueryClient();
  const query = accountTwoFactorQuery(useApi());
  const status = useQuery(query);
  const { Dialog, open, close, prefetch } = useLazyDialog(loadDialog);
  const [purpose, setPurpose] = useState<TwoFactorPurpose>();

  function choose(chosen: TwoFactorPurpose) {
    setPurpose(chosen);
    open();
  }

  function closeAndRefetch() {
    close();
    void queryClient.invalidateQueries(query);
  }

  return (
    <SecurityRow
      title="Two-Factor Authentication"
      badge={status.data?.enabled ? <StatusBadge tone="good">Enabled</StatusBadge> : null}
      actions={<Actions status={status.data} failed={status.isError} onIntent={prefetch} onChoose={choose} />}
    >
      {status.isError && !status.data ? (
        <div role="alert" className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <p className="text-bad text-sm">{`Couldn't load the status. ${failureOf(status.error).reason}`}</p>
          <Button variant="secondary" busy={status.isFetching} onClick={() => status.refetch()}>
            Retry
          </Button>
        </div>
      ) : (
        <TwoFactorState status={status.data} />
      )}
      {Dialog && purpose ? (
        <Dialog
          purpose={purpose}
          sessionCount={sessionCount}
          backupCodesRemaining={status.data?.backupCodesRemaining}
          onClose={closeAndRefetch}
        />
      ) : null}
    </SecurityRow>
  );
}

interface ActionsProps {
  readonly status: TwoFactorStatus | undefined;
  readonly failed: boolean;
  readonly onIntent: () => void;
  readonly onChoose: (purpose: TwoFactorPurpose) => void;
}

/** Renders the toggle as one element, which keeps the focus when its label changes. */
function Actions({ status, failed, onIntent, onChoose }: ActionsProps) {
  const { screens } = useRuntimeSettings();
  if (!status) {
    return failed ? null : (
      <div className={ACTIONS}>
        <Skeleton className="h-8 w-20 max-md:h-11" />
      </div>
    );
  }
  const { enabled } = status;
  const canReplace = enabled && screens?.includes(REPLACE_AUTHENTICATOR);
  return (
    <div className={ACTIONS}>
      {enabled ? (
        <Button
          variant="secondary"
          onPointerEnter={onIntent}
          onFocus={onIntent}
          onClick={() => onChoose('regenerate')}
        >
          Regenerate backup codes
        </Button>
      ) : null}
      {canReplace ? (
        <Button
          variant="secondary"
          onPointerEnter={onIntent}
          onFocus={onIntent}
          onClick={() => onChoose('replace')}
        >
          Replace authenticator
        </Button>
      ) : null}
      <Button
        key="toggle"
        variant={enabled ? 'secondary' : 'primary'}
        onPointerEnter={onIntent}
        onFocus={onIntent}
        onClick={() => onChoose(enabled ? 'disable' : 'set-up')}
      >
        {enabled ? 'Disable' : 'Enable'}
      </Button>
    </div>
  );
}
