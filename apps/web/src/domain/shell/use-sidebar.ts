import { SIDEBAR } from '@halyard/contract/constants';
import { useCallback, useLayoutEffect, useState } from 'react';
import { isModalOpen } from '../../shared/lib/is-modal-open.ts';
import { useIsNarrow } from '../../shared/lib/use-is-narrow.ts';
import { expandedFromCookies, sidebarCookie } from './sidebar-cookie.ts';

export interface Sidebar {
  /** Below the breakpoint it is a sheet over the page. */
  readonly mobile: boolean;
  readonly expanded: boolean;
  readonly sheetOpen: boolean;
  readonly toggle: () => void;
  readonly closeSheet: () => void;
}

/**
 * The sidebar's state: expanded or icons only (kept in a cookie) on a wide screen, an open or closed sheet
 * on a narrow one. Ctrl+B or Cmd+B toggles it, except behind a dialog and where a rich text is edited and means bold by
 * it.
 */
export function useSidebar(): Sidebar {
  const mobile = useIsNarrow();
  const [expanded, setExpanded] = useState(() => expandedFromCookies(document.cookie));
  const [sheetOpen, setSheetOpen] = useState(false);

  // On a wide screen there is no sheet, and none comes back with a narrow one.
  if (sheetOpen && !mobile) {
    setSheetOpen(false);
  }

  const toggle = useCallback(() => {
    if (mobile) {
      setSheetOpen(!sheetOpen);
      return;
    }
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers
    document.cookie = sidebarCookie(!expanded);
    setExpanded(!expanded);
  }, [mobile, expanded, sheetOpen]);

  // With the sidebar: a press that is made once it is seen is answered.
  useLayoutEffect(() => {
    function toggleOnShortcut(event: KeyboardEvent) {
      // Behind a dialog nothing changes, unless it is the sheet itself.
      if (isToggleShortcut(event) && (sheetOpen || !isModalOpen())) {
        event.preventDefault();
        toggle();
      }
    }
    window.addEventListener('keydown', toggleOnShortcut);
    return () => window.removeEventListener('keydown', toggleOnShortcut);
  }, [toggle, sheetOpen]);

  const closeSheet = useCallback(() => setSheetOpen(false), []);
  return { mobile, expanded, sheetOpen, toggle, closeSheet };
}

function isToggleShortcut(event: KeyboardEvent): boolean {
  const editsRichText = event.target instanceof HTMLElement && event.target.isContentEditable;
  return (
    // A browser that fills in a field tells of presses without a key.
    event.key?.toLowerCase() === SIDEBAR.toggleKey &&
    (event.ctrlKey || event.metaKey) &&
    !event.altKey &&
    !event.shiftKey &&
    !event.repeat &&
    !event.defaultPrevented &&
    !editsRichText
  );
}
