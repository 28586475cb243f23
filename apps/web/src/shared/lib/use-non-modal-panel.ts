import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isModalOpen } from './is-modal-open.ts';

/** Closes the panel on Escape, unless a field outside contains text. Focus returns to the last element outside. */
export function useNonModalPanel(
  panel: RefObject<HTMLElement | null>,
  open: boolean,
  onClose: () => void,
): void {
  const close = useEffectEvent(onClose);

  useEffect(() => {
    const element = panel.current;
    if (!open || !element) {
      return undefined;
    }
    const end = new AbortController();
    let outside = document.activeElement;
    if (outside?.localName === 'main') {
      // Only the page itself has the focus, so the user opened this URL for the panel.
      element.focus();
    }

    function isOutside(target: EventTarget | null): target is HTMLElement {
      return target instanceof HTMLElement && !element?.contains(target) && !isModalOpen();
    }

    document.addEventListener(
      'focusin',
      ({ target }) => {
        outside = isOutside(target) ? target : outside;
      },
      end,
    );
    document.addEventListener(
      'keydown',
      (event) => {
        const isTaken = event.defaultPrevented || isModalOpen();
        if (event.key === 'Escape' && !isTaken && !(isOutside(event.target) && holdsText(event.target))) {
          // The same key press would also close the dialog about unsaved changes.
          event.preventDefault();
          close();
        }
      },
      end,
    );
    return () => {
      end.abort();
      const { activeElement } = document;
      const isLost = activeElement === document.body || element.contains(activeElement);
      if (isLost && outside instanceof HTMLElement) {
        outside.focus();
      }
    };
  }, [panel, open]);
}

/** Escape clears a search field that contains text. */
function holdsText(element: HTMLElement): boolean {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField && !element.matches('[type="checkbox"], [type="radio"]') && element.value !== '';
}
