import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

interface SlideOverProps {
  readonly open: boolean;
  readonly onClose: () => void;
  /** Its accessible name. */
  readonly label: string;
  readonly side: 'left' | 'right';
  readonly className: string;
  readonly children: ReactNode;
}

/**
 * A modal sheet over one edge of the screen, as a native dialog: the page behind is inert, Escape and a
 * press beside it close it, and the focus returns to where it was.
 */
export function SlideOver({ open, onClose, label, side, className, children }: SlideOverProps) {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) {
      element?.showModal();
    } else if (!open) {
      element?.close();
    }
  }, [open]);

  function closeOnBackdrop(event: MouseEvent) {
    if (event.target === dialog.current) {
      onClose();
    }
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the dialog itself closes on Escape; the press is on its backdrop
    <dialog
      ref={dialog}
      aria-label={label}
      data-side={side}
      className={`slide-over ${className}`}
      onClose={onClose}
      onClick={closeOnBackdrop}
    >
      {open ? children : null}
    </dialog>
  );
}
