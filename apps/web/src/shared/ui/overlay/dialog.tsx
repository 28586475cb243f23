import { type MouseEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { openModal } from '../../lib/open-modal.ts';

const LOOKS = {
  form: 'bottom-(--strip) m-auto max-h-[calc(100dvh-2rem-var(--strip))] max-w-[26rem] overflow-y-auto p-6 max-[24rem]:p-4',
  palette:
    'mx-auto mt-[min(12dvh,6rem)] max-h-[calc(88dvh-1rem-var(--strip))] max-w-[36rem] flex-col overflow-hidden open:flex',
} as const;

interface DialogProps {
  readonly title: string;
  readonly description?: string;
  /** Escape was pressed, or whatever else the browser closes a dialog by. It stays open while it is mounted. */
  readonly onCancel: () => void;
  /** A palette stands high, has its title for screen readers only, and is cancelled by a press beside it too. */
  readonly look?: keyof typeof LOOKS;
  readonly children: ReactNode;
}

/**
 * A modal dialog, open while it is mounted. As a native one it makes the page behind inert and keeps the
 * focus within; the focus returns to the opener when it is unmounted.
 */
export function Dialog({ title, description, onCancel, look = 'form', children }: DialogProps) {
  const isPalette = look === 'palette';
  const dialog = useRef<HTMLDialogElement>(null);
  const leaving = useRef(false);
  const titleId = useId();
  const descriptionId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    leaving.current = false;
    if (element) {
      openModal(element);
    }
    return () => {
      leaving.current = true;
      element?.close();
    };
  }, []);

  /** A second Escape, or the back gesture of a phone, closes it without asking whether that is wanted. */
  function stayOpen() {
    const element = dialog.current;
    if (element && !element.open && !leaving.current) {
      openModal(element);
      onCancel();
    }
  }

  function cancelOnBackdrop(event: MouseEvent) {
    if (isPalette && event.target === dialog.current) {
      onCancel();
    }
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same; the press is on the backdrop
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={description === undefined ? undefined : descriptionId}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      onClose={stayOpen}
      onClick={cancelOnBackdrop}
      className={`w-[calc(100vw-2rem)] rounded-lg border border-line bg-surface-raised text-ink shadow-float backdrop:bg-backdrop ${LOOKS[look]}`}
    >
      <h2 id={titleId} className={isPalette ? 'sr-only' : 'font-semibold text-lg'}>
        {title}
      </h2>
      {description === undefined ? null : (
        <p id={descriptionId} className="mt-1 text-base text-ink-quiet">
          {description}
        </p>
      )}
      <div className={isPalette ? 'contents' : 'mt-5'}>{children}</div>
    </dialog>
  );
}
