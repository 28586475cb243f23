import { REVENUE } from '@halyard/contract/runtime-settings';
import { useRuntimeSettings } from '../../../domain/product/use-runtime-settings.ts';
import { LazyTab } from '../../../shared/ui/lazy-tab.tsx';
import type { RevenueBreakdownProps } from './revenue-breakdown.tsx';

const load = () => import('./revenue-breakdown.tsx').then(({ RevenueBreakdown }) => RevenueBreakdown);

interface LazyRevenueBreakdownProps extends RevenueBreakdownProps {
  readonly isNeeded: boolean;
}

/** Nothing if the server does not announce it. */
export function LazyRevenueBreakdown({ isNeeded, ...props }: LazyRevenueBreakdownProps) {
  const isAnnounced = useRuntimeSettings().screens?.includes(REVENUE) === true;
  return isNeeded && isAnnounced ? <LazyTab noun="the revenue breakdown" load={load} props={props} /> : null;
}
