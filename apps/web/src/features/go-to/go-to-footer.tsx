import { formatCount } from '../../shared/lib/format-number.ts';
import { KeyCaps } from './key-caps.tsx';
import type { FoundRecordGroups } from './use-found-records.ts';

interface GoToFooterProps {
  readonly text: string;
  readonly count: number;
  readonly found: FoundRecordGroups;
}

/** How the search goes, and the keys that matter here. */
export function GoToFooter({ text, count, found }: GoToFooterProps) {
  return (
    <div className="flex min-h-10 shrink-0 items-center justify-between gap-4 border-line border-t px-4 py-2 text-ink-quiet text-xs">
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

function stateOf(text: string, count: number, { isSearching, failure }: FoundRecordGroups): string {
  if (text === '') {
    return '';
  }
  if (isSearching) {
    return 'Searching...';
  }
  const results = count === 0 ? `Nothing found for “${text}”.` : `${formatCount(count)} found.`;
  return failure === undefined ? results : `${results} ${failure}`;
}
