import { type FocusEvent, type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { followOpenPanel } from './row-opener.tsx';

const CONTROLS = 'a[href], button, [tabindex]';

/** Rows that Page Up and Page Down move by. */
const PAGE_ROWS = 10;

/**
 * Returns props that make a table one tab stop (roving tabindex). Arrow keys move between the rows and between
 * the controls of a row. It stays a plain table for screen readers.
 */
export function useTableStop() {
  const ref = useRef<HTMLTableElement>(null);
  const stop = useRef<HTMLElement>(undefined);

  function setStop(control: HTMLElement | undefined) {
    stop.current = control;
    for (const each of controlsOf(ref.current)) {
      each.tabIndex = each === control ? 0 : -1;
    }
  }

  // After every render, because new rows have tab stops of their own.
  useLayoutEffect(() => {
    const body = controlsOf(ref.current?.tBodies[0]);
    setStop(stop.current?.isConnected ? stop.current : (body[0] ?? controlsOf(ref.current)[0]));
  });

  return {
    ref,
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      if (controlsOf(ref.current).includes(target)) {
        setStop(target);
      }
    },
    // Tab returns to the start of the row.
    onBlur: ({ target, relatedTarget }: FocusEvent<HTMLElement>) => {
      if (!ref.current?.contains(relatedTarget)) {
        setStop(controlsOf(target.closest('tr'))[0]);
      }
    },
    onKeyDown: moveByKey,
  };
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
