import type { Merchant } from '@halyard/contract/merchants';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatUsdValue } from '../../domain/amount/format-usd-value.ts';
import { WrappableNumber } from '../../domain/amount/wrappable-number.tsx';
import { OpenExceptionsLink } from '../../domain/exceptions/open-exceptions-link.tsx';
import { CopyableText } from '../../shared/ui/copyable-text.tsx';
import { Fact, FactList } from '../../shared/ui/fact-list.tsx';
import { LongText } from '../../shared/ui/long-text.tsx';
import { RELATED_LINK, RelatedFact } from '../../shared/ui/related-fact.tsx';
import { Timestamp } from '../../shared/ui/timestamp.tsx';
import { WebAddress } from '../../shared/ui/web-address.tsx';
import { merchantStatus } from './merchant-columns.tsx';
import type { MerchantDetailsRecord } from './parse-merchant.ts';

interface MerchantFactsProps {
  readonly merchant: Merchant;
  /** Undefined until loaded. */
  readonly details: MerchantDetailsRecord | undefined;
}

export function MerchantFacts({ merchant, details }: MerchantFactsProps) {
  const { uuid, name, website, createdAt, deletedAt } = merchant;
  const revenue = details?.revenueUsd ?? null;
  return (
    <FactList>
      <Fact name="Status">{merchantStatus(merchant)}</Fact>
      <Fact name="Name">{name === '' ? null : <LongText text={name} />}</Fact>
      <Fact name="UUID">
        <CopyableText text={uuid} monospaced />
      </Fact>
      <Fact name="Website">
        <WebAddress address={website} />
      </Fact>
      <Fact name="Owner">{owner(merchant, details)}</Fact>
      <Fact name="Service fees">
        {revenue === null ? null : (
          <span className="font-medium tabular-nums" title={`$${revenue}`}>
            <WrappableNumber text={formatUsdValue(revenue)} />
          </span>
        )}
      </Fact>
      <Fact name="Created At">
        <Timestamp instant={createdAt} withTime />
      </Fact>
      {deletedAt ? (
        <Fact name="Deleted At">
          <Timestamp instant={deletedAt} withTime />
        </Fact>
      ) : null}
      <OpenExceptionsLink of={{ merchantUuid: uuid }}>
        {(link) => <Fact name="Exceptions">{link}</Fact>}
      </OpenExceptionsLink>
      <RelatedFact>
        <Link to="/audit-logs" search={{ resourceId: uuid }} className={RELATED_LINK}>
          Audit entries
        </Link>
      </RelatedFact>
    </FactList>
  );
}

/** The user who created the merchant, or what is known of them. */
function owner(
  { creatorName, creatorEmail }: Merchant,
  details: MerchantDetailsRecord | undefined,
): ReactNode {
  if (details?.owner) {
    return (
      <Link
        to="/users"
        search={{ user: details.owner.uuid }}
        className={`truncate max-md:-my-1 ${RELATED_LINK}`}
      >
        <bdi translate="no">{details.owner.email || details.owner.uuid}</bdi>
      </Link>
    );
  }
  const known = creatorEmail || creatorName;
  return known ? <LongText text={known} kept /> : null;
}
