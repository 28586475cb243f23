import type { ReactNode } from 'react';
import { formatCount } from '../../shared/format/format-number.ts';
import { KeyCaps } from './key-caps.tsx';
import type { FoundRecordGroups } from './use-found-records.ts';

interface GoToFooterProps {
  readonly text: string;
  readonly count: number;
  readonly found: FoundRecordGroups;
}

export function GoToFooter({ text, count, found }: GoToFooterProps) {
  return (
    <div className="flex min-h-10 shrink-0 items-center justify-between gap-4 border-line border-t px-4 py-2 text-ink-quiet text-xs max-md:has-[p:empty,[role=status]>.sr-only:only-child]:min-h-0 max-md:has-[p:empty,[role=status]>.sr-only:only-child]:border-t-0 max-md:has-[p:empty,[role=status]>.sr-only:only-child]:py-0">
      <p role="status" className="min-w-0">
        {stateOf(text, count, found)}
      </p>
      <p className="flex shrink-0 items-center gap-1.5 max-md:hidden">
        <KeyCaps keys={['↑', '↓']} /> move
        <KeyCaps keys={['Enter']} /> open
        <KeyCaps keys={['Esc']} /> close
      </p>
    </div>
  );
}

function NothingFoundFor({ text }: { readonly text: string }) {
  return (
    <span className="sr-only">
      No results for “<bdi>{text}</bdi>”.
    </span>
  );
}

function stateOf(text: string, count: number, { isSearching, failure }: FoundRecordGroups): ReactNode {
  if (text === '') {
    return '';
  }
  if (isSearching) {
    return 'Searching...';
  }
  return (
    <>
      {count === 0 ? (
        <NothingFoundFor text={text} />
      ) : (
        <span>{`${formatCount(count)} ${count === 1 ? 'result' : 'results'}.`}</span>
      )}
      {failure === undefined ? null : <span>{` ${failure}`}</span>}
    </>
  );
}
