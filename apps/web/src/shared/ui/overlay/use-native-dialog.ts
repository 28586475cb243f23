import { type MouseEvent, type SyntheticEvent, useLayoutEffect, useRef } from 'react';

type DialogEvent = SyntheticEvent<HTMLDialogElement>;

interface NativeDialogOptions {
  readonly open: boolean;
  /** Opens the element; the same function on every render. */
  readonly show: (dialog: HTMLDialogElement) => void;
  readonly closesOnBackdrop: boolean;
  /** Called on a request to close the dialog. It stays open until `open` is false. */
  readonly onClose: () => void;
}

/** Returns the props of a native dialog that stays open until its owner closes it. */
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
    /** Browsers close a dialog on a second Escape or a phone's back gesture without a cancel event. */
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

/** React also passes on the events of dialogs inside this one. */
function isOwn({ target, currentTarget }: DialogEvent): boolean {
  return target === currentTarget;
}
