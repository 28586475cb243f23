import { type RefObject, useEffect, useEffectEvent } from 'react';
import { isModalOpen } from './is-modal-open.ts';

/**
 * While the panel is open, Escape closes it, unless the focus is in a text field outside that contains text. The focus
 * then returns to the last focused element outside.
 */
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
      // Only the page has the focus, so the user navigated here for the panel.
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
          // The same key press would also close the dialog about unsaved changes that opens now.
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

/** Whether Escape may be meant for the element: it clears a search field. */
function holdsText(element: HTMLElement): boolean {
  const isField = element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
  return isField && !element.matches('[type="checkbox"], [type="radio"]') && element.value !== '';
}
