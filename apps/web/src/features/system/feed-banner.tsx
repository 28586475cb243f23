import type { OwnAccount } from '@halyard/contract/auth';
import { SYSTEM } from '@halyard/contract/runtime-settings';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import type { PageBannerProps } from '../../domain/shell/page-banner.ts';
import { fieldsOf, instantIn } from '../../shared/api/answer-fields.ts';
import { useWhileActive } from '../../shared/lib/use-while-active.ts';
import { Timestamp } from '../../shared/ui/timestamp.tsx';

const REFRESH_MS = 60_000;

/** Warns on every screen while the platform is silent. Shows nothing for sample data, which no platform sends. */
export function FeedBanner({ account }: PageBannerProps) {
  const { screens, sampleData } = useRuntimeSettings();
  return screens?.includes(SYSTEM) && !sampleData ? <SilenceWarning account={account} /> : null;
}

/** Shows no error on failure. */
function SilenceWarning({ account }: PageBannerProps) {
  const api = useApi();
  const { data, refetch } = useQuery({
    queryKey: ['own-account'],
    queryFn: ({ signal }) => api.get('/auth/me', { signal, unasked: true }),
    initialData: account,
  });
  useWhileActive(REFRESH_MS, () => void refetch());
  const since = instantIn(fieldsOf<OwnAccount>(data).feedSilentSince);
  return since === null ? null : (
    <div
      role="status"
      className="flex items-baseline gap-x-3 border-warn border-b bg-warn-soft px-(--gutter) py-2 text-sm"
    >
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warn" />
      <span className="min-w-0">
        No platform batch has been accepted since <Timestamp instant={since} withTime />.{' '}
        <Link
          to="/system"
          className="rounded-sm font-medium underline underline-offset-4 hover:text-accent max-md:py-2"
        >
          Open System
        </Link>
      </span>
    </div>
  );
}
