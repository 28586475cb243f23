import type { ReactNode } from 'react';
import { openModal } from '../../lib/open-modal.ts';
import { useNonModalPanel } from '../../lib/use-non-modal-panel.ts';
import { useNativeDialog } from './use-native-dialog.ts';

interface SlideOverProps {
  readonly id?: string;
  readonly open: boolean;
  /** Called on a request to close. The panel stays open until `open` is false. */
  readonly onClose: () => void;
  readonly label: string;
  readonly side: 'left' | 'right';
  /** Whether the page behind is inert. */
  readonly modal?: boolean;
  readonly className?: string;
  /** CSS width, if the class has none. */
  readonly width?: string;
  readonly children: ReactNode;
}

/** A panel along one edge. A modal one closes on a click outside; a non-modal one leaves the page usable. */
export function SlideOver(props: SlideOverProps) {
  const { id, open, onClose, label, side, modal = true, className = '', width, children } = props;
  const dialog = useNativeDialog({
    open,
    show: modal ? showModal : showBesidePage,
    closesOnBackdrop: modal,
    onClose,
  });
  useNonModalPanel(dialog.ref, open && !modal, onClose);

  return (
    <dialog
      {...dialog}
      id={id}
      // Lets scripts focus the panel.
      tabIndex={-1}
      aria-label={label}
      data-side={side}
      data-modal={modal}
      className={`slide-over ${className}`}
      style={{ width }}
    >
      {open ? children : null}
    </dialog>
  );
}

/** Unlike the element's `show()`, leaves the focus where it is. */
function showBesidePage(dialog: HTMLDialogElement) {
  dialog.open = true;
}

function showModal(dialog: HTMLDialogElement) {
  const { activeElement } = document;
  openModal(dialog);
  // When the window narrows, an open panel becomes modal. Dialogs above it must stay above it.
  for (const above of dialog.querySelectorAll<HTMLDialogElement>('dialog:modal')) {
    above.close();
    above.showModal();
  }
  if (activeElement instanceof HTMLElement && dialog.contains(activeElement)) {
    activeElement.focus();
  }
}
