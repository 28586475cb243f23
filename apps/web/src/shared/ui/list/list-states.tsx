import { PAGE_SIZE } from '@halyard/contract/constants';
import type { UseQueryResult } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ListPage } from '../../list/list-page.ts';
import { pageCount } from '../../list/page-number.ts';
import { Button } from '../button.tsx';
import { EmptyState } from '../empty-state.tsx';
import { LoadError } from '../load-error.tsx';
import { NoSuchPage } from './no-such-page.tsx';
import { Pagination } from './pagination.tsx';
import { useRefetchIndicator } from './use-refetch-indicator.ts';

interface ListMessage {
  readonly title: string;
  readonly hint: string;
  readonly action?: ReactNode;
  readonly help?: ReactNode;
}

interface NoMatch {
  readonly title: string;
  readonly hint: string;
  /** Such as `Show all users`. */
  readonly clearLabel: string;
  readonly onClear: () => void;
}

export interface ListStatesProps<Row> {
  /** Plural noun in lower case, such as `users`. */
  readonly noun: string;
  readonly result: UseQueryResult<ListPage<Row>>;
  /** Counted from 1; undefined is the first page. */
  readonly page: number | undefined;
  readonly onPage: (page: number | undefined) => void;
  readonly icon: ReactNode;
  /** Message without a search or filter. */
  readonly empty: ListMessage;
  /** Message with a search or filter; undefined without one. */
  readonly noMatch: NoMatch | undefined;
  /** Indents the pagination like the page's content. */
  readonly hasGutter?: boolean;
  /** Renders a skeleton for undefined rows. */
  readonly children: (rows: readonly Row[] | undefined, refetching: boolean) => ReactNode;
}

/** A list in all its states: loading, failed, empty, past the last page, refetching. */
export function ListStates<Row>(props: ListStatesProps<Row>) {
  const { noun, result, page = 1, onPage, icon, empty, noMatch, hasGutter = false, children } = props;
  // An empty placeholder belongs to the previous search, so show the skeleton instead.
  const data = result.isPlaceholderData && result.data?.rows.length === 0 ? undefined : result.data;
  const refetching = useRefetchIndicator(result);
  const goTo = (target: number) => onPage(target > 1 ? target : undefined);

  if (result.isError && !data) {
    return <LoadError title={`Couldn't load ${noun}`} read={result} />;
  }
  if (data && data.rows.length === 0) {
    return data.totalCount > 0 ? (
      <NoSuchPage icon={icon} page={page} lastPage={pageCount(data.totalCount, PAGE_SIZE)} onPage={goTo} />
    ) : (
      <EmptyList icon={icon} empty={empty} noMatch={noMatch} />
    );
  }
  return (
    <>
      {children(data?.rows, refetching && data !== undefined)}
      <div className={hasGutter ? 'px-(--gutter)' : ''}>
        {data ? (
          <Pagination noun={noun} page={page} pageSize={PAGE_SIZE} total={data.totalCount} onPage={goTo} />
        ) : null}
      </div>
    </>
  );
}

function EmptyList({ icon, empty, noMatch }: Pick<ListStatesProps<unknown>, 'icon' | 'empty' | 'noMatch'>) {
  if (!noMatch) {
    return <EmptyState icon={icon} {...empty} />;
  }
  const { title, hint, clearLabel, onClear } = noMatch;
  return (
    <EmptyState
      icon={<SearchX />}
      title={title}
      hint={hint}
      action={
        <Button variant="secondary" onClick={onClear}>
          {clearLabel}
        </Button>
      }
    />
  );
}
