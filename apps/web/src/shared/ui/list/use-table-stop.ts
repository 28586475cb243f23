import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { followOpenPanel } from './row-opener.tsx';

const CONTROLS = 'a[href], button, [tabindex]';

/** Rows that Page Up and Page Down move by. */
const PAGE_ROWS = 10;

interface TableStop {
  control?: HTMLElement | undefined;
  /** Index of its row. */
  row: number;
  hasFocus: boolean;
}

/**
 * Returns props that make a table one tab stop (roving tabindex). Arrow keys move between the rows and between
 * the controls of a row. It stays a plain table for screen readers. If the focused control disappears, as after a row's
 * action, the focus moves to the start of its row, or of the row that is now in its place.
 */
export function useTableStop() {
  const ref = useRef<HTMLTableElement>(null);
  const stop = useRef<TableStop>({ row: 0, hasFocus: false });

  useLayoutEffect(() => {
    const table = ref.current;
    function reach({ target }: Event) {
      const control = controlsOf(table).find((each) => each === target);
      if (control) {
        stop.current.hasFocus = true;
        setStop(table, stop.current, control);
      }
    }
    // React dispatches no events while it updates the page, as when a menu closes and returns the focus.
    table?.addEventListener('focusin', reach);
    return () => table?.removeEventListener('focusin', reach);
  }, []);

  // After every render, because new rows have tab stops of their own.
  useLayoutEffect(() => {
    const table = ref.current;
    const { control, row, hasFocus } = stop.current;
    if (control?.isConnected) {
      setStop(table, stop.current, control);
      return;
    }
    const isFocusLost = hasFocus && document.activeElement === document.body;
    const inPlace = isFocusLost ? table?.rows[Math.min(row, table.rows.length - 1)] : undefined;
    const [next] = [inPlace, table?.tBodies[0], table].flatMap(controlsOf);
    setStop(table, stop.current, next);
    if (isFocusLost) {
      next?.focus();
    }
  });

  return {
    ref,
    // Tab returns to the start of the row. Not called for a control that React removes.
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      stop.current.hasFocus = false;
      if (!ref.current?.contains(relatedTarget)) {
        setStop(ref.current, stop.current, controlsOf(target.closest('tr'))[0]);
      }
    },
    onKeyDown: moveByKey,
  };
}

function setStop(table: Element | null, stop: TableStop, control: HTMLElement | undefined) {
  stop.control = control;
  stop.row = control?.closest('tr')?.rowIndex ?? 0;
  for (const each of controlsOf(table)) {
    each.tabIndex = each === control ? 0 : -1;
  }
}

function moveByKey(event: KeyboardEvent<HTMLTableElement>) {
  const { target, currentTarget: table } = event;
  const from = controlsOf(table).find((control) => control === target);
  const hasModifier = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey;
  const reached = from && !event.defaultPrevented && !hasModifier && reachedBy(event.key, table, from);
  if (reached) {
    event.preventDefault();
    reached.focus();
    followOpenPanel(table, reached);
  }
}

/** Returns the control that a key moves to. */
function reachedBy(key: string, table: HTMLTableElement, from: HTMLElement): HTMLElement | undefined {
  const rows = [...table.rows]
    .map((each) => controlsOf(each).filter((control) => control.checkVisibility()))
    .filter((controls) => controls.length > 0);
  const row = rows.findIndex((controls) => controls.includes(from));
  const column = rows[row]?.indexOf(from) ?? 0;
  const first = rows.findIndex((controls) => controls[0]?.closest('tbody'));
  const inRow = (position: number) => rows[position]?.[Math.min(column, rows[position].length - 1)];
  switch (key) {
    case 'ArrowUp':
      return inRow(row - 1);
    case 'ArrowDown':
      return inRow(row + 1);
    case 'ArrowLeft':
      return rows[row]?.[column - 1];
    case 'ArrowRight':
      return rows[row]?.[column + 1];
    case 'Home':
      return rows[first]?.[0];
    case 'End':
      return rows.at(-1)?.[0];
    case 'PageUp':
      return inRow(Math.max(first, row - PAGE_ROWS));
    case 'PageDown':
      return inRow(Math.min(rows.length - 1, row + PAGE_ROWS));
    default:
      return undefined;
  }
}

/** Controls of a part of the table, except those in menus and tooltips. */
function controlsOf(part: Element | null | undefined): readonly HTMLElement[] {
  const all = part?.querySelectorAll<HTMLElement>(CONTROLS) ?? [];
  return [...all].filter((control) => !control.closest('[popover]'));
}
