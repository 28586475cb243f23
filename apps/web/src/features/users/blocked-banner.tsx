import { Alert } from '../../shared/ui/alert.tsx';
import { LongText } from '../../shared/ui/long-text.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';

interface BlockedBannerProps {
  readonly reason: string | null;
  readonly blockedAt: string;
}

export function BlockedBanner({ reason, blockedAt }: BlockedBannerProps) {
  return (
    <Alert variant="destructive" title="Account Blocked">
      <p className="mt-1 text-base">
        <LongText text={reason?.trim() || 'No reason provided'} />
      </p>
      <p className="mt-1 text-ink-quiet text-sm">
        Blocked on <Timestamp instant={blockedAt} />
      </p>
    </Alert>
  );
}
