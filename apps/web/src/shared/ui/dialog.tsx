import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  readonly description?: string;
  /** Escape was pressed, or whatever else the browser closes a dialog by. It stays open while it is mounted. */
  readonly onCancel: () => void;
  readonly children: ReactNode;
}

/**
 * A modal dialog, open while it is mounted. As a native one it makes the page behind inert and keeps the
 * focus within; the focus returns to the opener when it is unmounted.
 */
export function Dialog({ title, description, onCancel, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const leaving = useRef(false);
  const titleId = useId();
  const descriptionId = useId();

  useLayoutEffect(() => {
    const element = dialog.current;
    leaving.current = false;
    element?.showModal();
    return () => {
      leaving.current = true;
      element?.close();
    };
  }, []);

  /** A second Escape, or the back gesture of a phone, closes it without asking whether that is wanted. */
  function stayOpen() {
    const element = dialog.current;
    if (element && !element.open && !leaving.current) {
      element.showModal();
      onCancel();
    }
  }

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      aria-describedby={description === undefined ? undefined : descriptionId}
      onCancel={(event) => {
        event.preventDefault();
        onCancel();
      }}
      onClose={stayOpen}
      className="m-auto max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] max-w-[26rem] overflow-y-auto rounded-lg border border-line bg-surface-raised p-6 text-ink shadow-float backdrop:bg-backdrop"
    >
      <h2 id={titleId} className="font-semibold text-lg">
        {title}
      </h2>
      {description === undefined ? null : (
        <p id={descriptionId} className="mt-1 text-base text-ink-quiet">
          {description}
        </p>
      )}
      <div className="mt-5">{children}</div>
    </dialog>
  );
}
