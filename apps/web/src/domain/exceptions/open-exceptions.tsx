import type { ExceptionPage } from '@halyard/contract/exceptions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { countIn, fieldsOf, textIn } from '../../shared/api/answer-fields.ts';
import type { ApiClient } from '../../shared/api/api-client.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { formatUsdValue } from '../amount/format-usd-value.ts';
import { WrappableNumber } from '../amount/wrappable-number.tsx';
import { useApi } from '../session/use-api.ts';
import { EXCEPTIONS_KEY } from './exceptions-key.ts';

/** The record whose exceptions are counted; none for all exceptions. */
export interface ExceptionsOwner {
  readonly merchantUuid?: string;
  readonly userUuid?: string;
  readonly walletId?: string;
}

/** Shows no error on failure. */
function openExceptionsQuery(api: ApiClient, owner: ExceptionsOwner) {
  return queryOptions({
    queryKey: [EXCEPTIONS_KEY, 'open', owner],
    queryFn: ({ signal }) =>
      api.get('/exceptions', {
        query: { ...owner, state: 'open', limit: 1 },
        signal,
        unasked: true,
        accepts: (body) => countIn(fieldsOf<ExceptionPage>(body).totalCount) !== null,
      }),
  });
}

interface OpenExceptionsProps {
  readonly of: ExceptionsOwner;
  /** Whether the text also names what is at stake. */
  readonly withUsd?: boolean;
}

/** A link to the open exceptions of a record, with their number. Nothing until it is known. */
export function OpenExceptions({ of, withUsd = false }: OpenExceptionsProps) {
  const { data, isError } = useQuery(openExceptionsQuery(useApi(), of));
  const count = countIn(data?.totalCount);
  if (count === null) {
    return isError ? <span className="text-ink-quiet text-sm">Couldn't load open exceptions</span> : null;
  }
  const usd = textIn(data?.openUsd);
  return (
    <Link
      to="/orders"
      search={{ tab: 'exceptions', ...of }}
      className="w-fit rounded-sm text-sm tabular-nums underline underline-offset-4 hover:text-accent"
    >
      {count === 0 ? 'No' : <span translate="no">{formatCount(count)}</span>}{' '}
      {count === 1 ? 'open exception' : 'open exceptions'}
      {withUsd && count > 0 && usd !== null ? (
        <>
          , <WrappableNumber text={formatUsdValue(usd)} /> at stake
        </>
      ) : null}
    </Link>
  );
}
