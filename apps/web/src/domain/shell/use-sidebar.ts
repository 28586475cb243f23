import { SIDEBAR } from '@halyard/contract/constants';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useLayoutEffect, useState } from 'react';
import { isLetterKey } from '../../shared/lib/is-letter-key.ts';
import { isModalOpen } from '../../shared/lib/is-modal-open.ts';
import { useIsNarrow } from '../../shared/lib/use-is-narrow.ts';
import { useMediaQuery } from '../../shared/lib/use-media-query.ts';
import { expandedFromCookies, sidebarCookie } from './sidebar-cookie.ts';

export interface Sidebar {
  /** Whether the sidebar is a sheet over the page, as on narrow screens. */
  readonly mobile: boolean;
  readonly expanded: boolean;
  readonly sheetOpen: boolean;
  readonly toggle: () => void;
  readonly closeSheet: () => void;
}

/** State of the sidebar. Ctrl+B or Cmd+B toggles it, except behind dialogs and in rich text (bold). */
export function useSidebar(): Sidebar {
  const mobile = useIsNarrow();
  const isTablet = useMediaQuery('(max-width: 1023px)');
  const crowded = useIsCrowded();
  const [chosen, setChosen] = useState(() => expandedFromCookies(document.cookie));
  /** Whether it is expanded although a panel is open. */
  const [insists, setInsists] = useState(false);
  const expanded = crowded ? insists : (chosen ?? !isTablet);
  const [sheetOpen, setSheetOpen] = useState(false);

  // Close the sheet, so that it is not open when the screen narrows again.
  if (sheetOpen && !mobile) {
    setSheetOpen(false);
  }
  if (insists && !crowded) {
    setInsists(false);
  }

  const toggle = useCallback(() => {
    if (mobile) {
      setSheetOpen(!sheetOpen);
      return;
    }
    setInsists(crowded && !expanded);
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain http and in older browsers
    document.cookie = sidebarCookie(!expanded);
    setChosen(!expanded);
  }, [mobile, crowded, expanded, sheetOpen]);

  // A layout effect makes the shortcut work as soon as the sidebar is visible.
  useLayoutEffect(() => {
    function toggleOnShortcut(event: KeyboardEvent) {
      // Every dialog except the sheet blocks the shortcut.
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

/** Parameters of the addresses that open a panel beside a list. */
const PANELS = ['user', 'wallet', 'entry', 'merchant', 'order'] as const;

/** Whether a panel leaves the list too little room beside an expanded sidebar. */
function useIsCrowded(): boolean {
  const isSmall = useMediaQuery('(max-width: 1599px)');
  const hasPanel = useSearch({
    strict: false,
    select: (search) => PANELS.some((name) => search[name] !== undefined),
  });
  return isSmall && hasPanel;
}

function isToggleShortcut(event: KeyboardEvent): boolean {
  const editsRichText = event.target instanceof HTMLElement && event.target.isContentEditable;
  return (
    isLetterKey(event, SIDEBAR.toggleKey) &&
    (event.ctrlKey || event.metaKey) &&
    !event.altKey &&
    !event.shiftKey &&
    !event.repeat &&
    !event.defaultPrevented &&
    !editsRichText
  );
}
