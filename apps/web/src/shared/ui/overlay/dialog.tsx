import { type ReactNode, useId } from 'react';
import { openModal } from '../../lib/open-modal.ts';
import { useNativeDialog } from './use-native-dialog.ts';

const LOOKS = {
  form: 'bottom-(--strip) m-auto max-h-[calc(100dvh-2rem-var(--strip))] max-w-[26rem] overflow-y-auto p-6 max-[24rem]:p-4',
  palette:
    'mx-auto mt-[min(12dvh,6rem)] max-h-[calc(88dvh-1rem-var(--strip))] max-w-[36rem] flex-col overflow-hidden open:flex',
} as const;

interface DialogProps {
  readonly title: string;
  readonly description?: string;
  /** Called on Escape. The dialog stays open while mounted. */
  readonly onCancel: () => void;
  /** A palette is near the top, hides its title visually, and closes on a click outside. */
  readonly look?: keyof typeof LOOKS;
  readonly children: ReactNode;
}

/** A modal dialog, open while mounted. Focus returns to the opener on unmount. */
export function Dialog({ title, description, onCancel, look = 'form', children }: DialogProps) {
  const isPalette = look === 'palette';
  const titleId = useId();
  const descriptionId = useId();
  const dialog = useNativeDialog({
    open: true,
    show: openModal,
    closesOnBackdrop: isPalette,
    onClose: onCancel,
  });

  return (
    <dialog
      {...dialog}
      aria-labelledby={titleId}
      aria-describedby={description === undefined ? undefined : descriptionId}
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
