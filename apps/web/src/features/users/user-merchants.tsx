import { LIMIT_MAX } from '@halyard/contract/constants';
import { MERCHANT } from '@halyard/contract/runtime-settings';
import type { UserMerchant } from '@halyard/contract/users';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { Button } from '../../shared/ui/button.tsx';
import { PanelSection } from '../../shared/ui/panel-section.tsx';
import { RELATED_LINK } from '../../shared/ui/related-fact.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { StatusBadge } from '../../shared/ui/status-badge.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import { WebAddress } from '../../shared/ui/web-address.tsx';
import { SectionLoadError } from './section-load-error.tsx';

const FIRST_MERCHANTS = 2;

/** Heights of none, one, two and more merchants, so that the settings below them do not shift. */
const SKELETON_HEIGHTS = ['h-5', 'h-14.25', 'h-28.75', 'h-39.75 max-md:h-42.75'];

interface UserMerchantsProps {
  readonly query: UseQueryResult<readonly UserMerchant[]>;
  readonly count: number | undefined;
}

export function UserMerchants({ query, count }: UserMerchantsProps) {
  const total = query.data ? totalOf(query.data, count) : count;
  const isEmpty = query.data?.length === 0;
  return (
    <PanelSection title={total === undefined || isEmpty ? 'Merchants' : `Merchants (${formatCount(total)})`}>
      {query.isError && !query.data ? (
        <SectionLoadError title="Couldn't load merchants" query={query} />
      ) : (
        <Merchants merchants={query.data} total={total ?? 0} />
      )}
    </PanelSection>
  );
}

/** Uses the user's merchant count if the list has the maximum length, because such a list may be cut off. */
function totalOf({ length }: readonly UserMerchant[], count = 0): number {
  return length < LIMIT_MAX ? length : Math.max(length, count);
}

interface MerchantsProps {
  readonly merchants: readonly UserMerchant[] | undefined;
  readonly total: number;
}

function Merchants({ merchants, total }: MerchantsProps) {
  const [all, setAll] = useState(false);
  if (!merchants) {
    return <Skeleton className={`w-full ${SKELETON_HEIGHTS[Math.min(total, FIRST_MERCHANTS + 1)]}`} />;
  }
  if (merchants.length === 0) {
    return <p className="text-ink-quiet">No merchants yet</p>;
  }
  return (
    <>
      <ul className="grid">
        {(all ? merchants : merchants.slice(0, FIRST_MERCHANTS)).map((merchant) => (
          <MerchantRow key={merchant.uuid} merchant={merchant} />
        ))}
      </ul>
      {!all && merchants.length > FIRST_MERCHANTS ? (
        <Button variant="secondary" className="justify-self-start" onClick={() => setAll(true)}>
          {merchants.length < total
            ? `Show the ${formatCount(merchants.length)} most recent`
            : `Show all ${formatCount(merchants.length)}`}
        </Button>
      ) : null}
    </>
  );
}

function MerchantRow({ merchant }: { readonly merchant: UserMerchant }) {
  const hasPanel = useRuntimeSettings().screens?.includes(MERCHANT);
  const { uuid, name, website, createdAt, deletedAt } = merchant;
  const title = (
    <bdi translate="no" className="truncate" title={name}>
      {name}
    </bdi>
  );
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-4 border-line py-2 not-first:border-t">
      {hasPanel ? (
        <Link
          to="/merchants"
          search={{ merchant: uuid }}
          className={`w-fit max-w-full truncate ${RELATED_LINK}`}
        >
          {title}
        </Link>
      ) : (
        title
      )}
      <span className="text-ink-quiet text-sm">
        {deletedAt ? <StatusBadge tone="quiet">Deleted</StatusBadge> : <Timestamp instant={createdAt} />}
      </span>
      <span className="col-span-2 min-h-5.25 min-w-0 text-sm">
        <WebAddress address={website} />
      </span>
    </li>
  );
}
