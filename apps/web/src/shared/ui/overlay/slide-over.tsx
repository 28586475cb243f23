import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useRef } from 'react';
import { openModal } from '../../lib/open-modal.ts';
import { useNonModalPanel } from '../../lib/use-non-modal-panel.ts';

interface SlideOverProps {
  readonly id?: string;
  readonly open: boolean;
  /** Somebody wants it closed. It stays while it is `open`. */
  readonly onClose: () => void;
  /** Its accessible name. */
  readonly label: string;
  readonly side: 'left' | 'right';
  /** Whether the page behind is inert meanwhile. */
  readonly modal?: boolean;
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * A sheet over one edge of the screen, as a native dialog. A modal one makes the page behind inert and closes
 * on a press beside it; one that is not stands below the shell's header and leaves the page in use. Escape
 * closes both, and the focus returns to where it was.
 */
export function SlideOver(props: SlideOverProps) {
  const { id, open, onClose, label, side, modal = true, className, children } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const leaving = useRef(false);

  useEffect(() => {
    const element = dialog.current;
    if (!open || !element) {
      return undefined;
    }
    leaving.current = false;
    show(element, modal);
    return () => {
      leaving.current = true;
      element.close();
    };
  }, [open, modal]);
  useNonModalPanel(dialog, open && !modal, onClose);

  /** A second Escape, or the back gesture of a phone, closes it without asking whether that is wanted. */
  function stayOpen(element: HTMLDialogElement) {
    if (open && !element.open && !leaving.current) {
      show(element, modal);
      onClose();
    }
  }

  function closeOnBackdrop(event: MouseEvent) {
    if (modal && event.target === dialog.current) {
      onClose();
    }
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself closes on Escape; the press is on its backdrop
    <dialog
      ref={dialog}
      id={id}
      // Where the focus goes that is sent to the panel as a whole.
      tabIndex={-1}
      aria-label={label}
      data-side={side}
      data-modal={modal}
      className={`slide-over ${className}`}
      onCancel={(event) => {
        if (isOwn(event)) {
          event.preventDefault();
          onClose();
        }
      }}
      onClose={(event) => {
        if (isOwn(event)) {
          stayOpen(event.currentTarget);
        }
      }}
      onClick={closeOnBackdrop}
    >
      {open ? children : null}
    </dialog>
  );
}

function show(element: HTMLDialogElement, modal: boolean) {
  if (!modal) {
    // Unlike `show()` this leaves the focus where it is.
    element.open = true;
    return;
  }
  const { activeElement } = document;
  openModal(element);
  // A panel turns modal in a window that becomes narrow: what lay over it is to lie over it still.
  for (const above of element.querySelectorAll<HTMLDialogElement>('dialog:modal')) {
    above.close();
    above.showModal();
  }
  if (activeElement instanceof HTMLElement && element.contains(activeElement)) {
    activeElement.focus();
  }
}

/** React hands on what the dialogs within it say, too. */
function isOwn({ target, currentTarget }: SyntheticEvent): boolean {
  return target === currentTarget;
}
