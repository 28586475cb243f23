import type { MouseEvent, ReactNode } from 'react';
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

/** Opens a row's panel, or focuses an open one. */
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

/** While a panel is open, moving to another row opens that row. */
export function followOpenPanel(table: HTMLTableElement, reached: HTMLElement) {
  const openers = [...table.querySelectorAll<HTMLElement>(`[${ROW_OPENER}]`)];
  if (openers.includes(reached) && openers.some(isExpanded) && !isExpanded(reached)) {
    reached.click();
  }
}

function isExpanded(opener: HTMLElement): boolean {
  return opener.getAttribute('aria-expanded') === 'true';
}
