import type { KeyboardEvent, MouseEvent, ReactNode } from 'react';
import type { Opener } from './row-opening.ts';

export const ROW_OPENER = 'data-row-opener';

interface RowOpenerProps<Row> {
  readonly row: Row;
  readonly opener: Opener<Row>;
  readonly isOpen: boolean;
  /** Accessible name, if it differs from the content. */
  readonly label: string | undefined;
  readonly children: ReactNode;
}

/** Opens a row's panel, or focuses an open one. Arrow keys, Home and End move through the rows. */
export function RowOpener<Row>({ row, opener, isOpen, label, children }: RowOpenerProps<Row>) {
  const { onOpen, onIntent, panelId } = opener;

  function click() {
    if (isOpen) {
      document.getElementById(panelId)?.focus();
    } else {
      onOpen(row);
    }
  }

  return (
    <button
      type="button"
      {...{ [ROW_OPENER]: '' }}
      aria-label={label}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      aria-controls={isOpen ? panelId : undefined}
      className="block w-full scroll-my-28 rounded-sm text-left max-md:min-h-11"
      onClick={click}
      onFocus={onIntent}
      onKeyDown={moveThroughRows}
    >
      {children}
    </button>
  );
}

/** Opens the row on a click, except on a control or at the end of a text selection. */
export function clickRowOpener({ target, currentTarget }: MouseEvent) {
  const hasOwnClick = target instanceof Element && target.closest('a, button, input');
  const selectsText = document.getSelection()?.isCollapsed === false;
  if (!hasOwnClick && !selectsText) {
    const opener = currentTarget.querySelector<HTMLElement>(`[${ROW_OPENER}]`);
    opener?.focus();
    opener?.click();
  }
}

function moveThroughRows(event: KeyboardEvent<HTMLButtonElement>) {
  const table = event.currentTarget.closest('table');
  const openers = [...(table?.querySelectorAll<HTMLElement>(`[${ROW_OPENER}]`) ?? [])];
  const target = openers[targetOf(event.key, openers.indexOf(event.currentTarget), openers.length)];
  if (!target || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) {
    return;
  }
  event.preventDefault();
  target.focus();
  if (openers.some(isExpanded) && !isExpanded(target)) {
    target.click();
  }
}

function isExpanded(opener: HTMLElement): boolean {
  return opener.getAttribute('aria-expanded') === 'true';
}

/** Returns the index that a key moves to, which may be out of range. */
function targetOf(key: string, position: number, count: number): number {
  switch (key) {
    case 'ArrowUp':
      return position - 1;
    case 'ArrowDown':
      return position + 1;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return -1;
  }
}
