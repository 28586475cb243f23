import { SEARCH_LENGTH_MAX } from '@halyard/contract/constants';
import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { flushSync } from 'react-dom';
import { useIsNarrow } from '../../shared/lib/use-is-narrow.ts';
import { useMediaQuery } from '../../shared/lib/use-media-query.ts';
import { useStore } from '../../shared/lib/use-store.ts';
import { rowDensityStore } from '../../shared/list/row-density.ts';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import type { GoToDialogProps } from './go-to-dialog-props.ts';
import { type GoToEntry, narrowGroups } from './go-to-entry.ts';
import { GoToFooter } from './go-to-footer.tsx';
import { GoToList, optionId } from './go-to-list.tsx';
import { shellGroups } from './shell-groups.tsx';
import { useActiveEntry } from './use-active-entry.ts';
import { useFoundRecords, useHasFind } from './use-found-records.ts';

export function GoToDialog({ shell, onShow, onClose }: GoToDialogProps) {
  const router = useRouter();
  const listId = useId();
  const [text, setText] = useState('');
  const density = useStore(rowDensityStore);
  const hasDensity = !useMediaQuery('(pointer: coarse)');
  const found = useFoundRecords(text);
  const groups = [
    ...found.exact,
    ...narrowGroups(shellGroups({ shell, onShow, density, hasDensity }), text),
    ...found.groups,
  ];
  const entries = groups.flatMap((group) => group.entries);
  const { active, activate, moveBy } = useActiveEntry(entries);

  function choose({ target }: GoToEntry) {
    // The page is inert until the dialog has closed.
    flushSync(onClose);
    if ('action' in target) {
      target.action();
    } else {
      focusPage(new URL(target.href, location.origin).pathname === router.state.location.pathname);
      void router.navigate({ href: target.href });
    }
  }

  function handleKey(event: KeyboardEvent) {
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!isPlain || event.nativeEvent.isComposing) {
      return;
    }
    if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active);
    } else if (moveBy(event.key)) {
      event.preventDefault();
    }
  }

  return (
    <Dialog title="Go to" look="palette" onCancel={onClose}>
      <GoToField
        listId={listId}
        text={text}
        active={active}
        isExpanded={entries.length > 0}
        onKeyDown={handleKey}
        onChange={(typed) => {
          setText(typed);
          activate(undefined);
        }}
      />
      <div className="relative flex h-96 min-h-0 shrink flex-col max-md:h-[65dvh]">
        {entries.length === 0 && !found.isSearching ? <NothingFound text={text.trim()} /> : null}
        <GoToList id={listId} groups={groups} active={active} onActivate={activate} onChoose={choose} />
      </div>
      <GoToFooter text={text.trim()} count={entries.length} found={found} />
    </Dialog>
  );
}

/** Beside the list, because a list box may contain only options. The footer announces it. */
function NothingFound({ text }: { readonly text: string }) {
  const hasFind = useHasFind();
  return (
    <div className="absolute inset-x-0 top-0 grid gap-1 px-4 py-8 text-center">
      <p className="font-medium [overflow-wrap:anywhere]">
        No results for “<bdi translate="no">{text}</bdi>”
      </p>
      <p className="text-balance text-ink-quiet text-sm">
        {hasFind
          ? 'You can search by email, name, address, hash, order id, UUID, request id or IP address.'
          : 'You can search users by name or email, merchants by name, and wallets by address.'}
      </p>
    </div>
  );
}

interface GoToFieldProps {
  readonly listId: string;
  readonly text: string;
  readonly active: GoToEntry | undefined;
  readonly isExpanded: boolean;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onChange: (text: string) => void;
}

function GoToField({ listId, text, active, isExpanded, onKeyDown, onChange }: GoToFieldProps) {
  const isNarrow = useIsNarrow();
  const hasFind = useHasFind();
  return (
    <div className="flex shrink-0 items-center gap-3 border-line border-b px-4">
      <Search aria-hidden="true" className="size-4 shrink-0 text-ink-quiet" />
      <input
        type="text"
        role="combobox"
        aria-label="Go to"
        aria-expanded={isExpanded}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={active && optionId(listId, active)}
        placeholder={
          isNarrow
            ? 'Search or run a command'
            : `Search ${hasFind ? 'by name, email, id, address or hash' : 'users, merchants and wallets'}, or run a command`
        }
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_LENGTH_MAX}
        value={text}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        className="h-12 min-w-0 flex-1 bg-transparent text-ink text-lg outline-none placeholder:text-ink-quiet"
      />
    </div>
  );
}

/** Focuses the page or its open panel. A panel that opens later takes the focus itself. */
function focusPage(staysAtScreen: boolean) {
  const panel = staysAtScreen ? document.querySelector<HTMLElement>('main dialog[open]') : null;
  (panel ?? document.querySelector<HTMLElement>('main'))?.focus({ preventScroll: true });
}
