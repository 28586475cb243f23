import { AUDIT_FILTERS } from '@halyard/contract/runtime-settings';
import { Link } from '@tanstack/react-router';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { Alert } from '../../shared/ui/alert.tsx';
import { LongText } from '../../shared/ui/long-text.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';

interface BlockedBannerProps {
  readonly uuid: string;
  readonly reason: string | null;
  readonly blockedAt: string;
}

export function BlockedBanner({ uuid, reason, blockedAt }: BlockedBannerProps) {
  const { screens } = useRuntimeSettings();
  return (
    <Alert variant="destructive" title="Account Blocked">
      <p className="mt-1 text-base">
        <LongText text={reason?.trim() || 'No reason provided'} />
      </p>
      <p className="mt-1 flex flex-wrap gap-x-4 text-ink-quiet text-sm">
        <span>
          Blocked on <Timestamp instant={blockedAt} withTime />
        </span>
        {screens?.includes(AUDIT_FILTERS) ? (
          <Link
            to="/audit-logs"
            search={{ resourceId: uuid, action: 'user.block' }}
            className="rounded-sm underline underline-offset-4 hover:text-accent"
          >
            Who blocked?
          </Link>
        ) : null}
      </p>
    </Alert>
  );
}
