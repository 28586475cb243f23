import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

type DialogEvent = SyntheticEvent<HTMLDialogElement>;

interface NativeDialogOptions {
  readonly open: boolean;
  /** Must be a stable function. */
  readonly show: (dialog: HTMLDialogElement) => void;
  readonly closesOnBackdrop: boolean;
  /** Called on a request to close. The dialog stays open until `open` is false. */
  readonly onClose: () => void;
}

/** Returns the props of a native dialog that only its owner closes. */
export function useNativeDialog({ open, show, closesOnBackdrop, onClose }: NativeDialogOptions) {
  const ref = useRef<HTMLDialogElement>(null);
  const closing = useRef(false);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) {
      return undefined;
    }
    closing.current = false;
    show(dialog);
    return () => {
      closing.current = true;
      dialog.close();
    };
  }, [open, show]);

  return {
    ref,
    onCancel: (event: DialogEvent) => {
      if (isOwn(event)) {
        event.preventDefault();
        onClose();
      }
    },
    /** Browsers close a dialog without a cancel event on a second Escape or a back gesture. */
    onClose: (event: DialogEvent) => {
      if (isOwn(event) && open && !event.currentTarget.open && !closing.current) {
        show(event.currentTarget);
        onClose();
      }
    },
    onClick: (event: MouseEvent<HTMLDialogElement>) => {
      if (closesOnBackdrop && isOwn(event)) {
        onClose();
      }
    },
  };
}

/** React also dispatches the events of nested dialogs to this one. */
function isOwn({ target, currentTarget }: DialogEvent): boolean {
  return target === currentTarget;
}
