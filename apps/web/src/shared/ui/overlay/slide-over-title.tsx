import { X } from 'lucide-react';
import type { ReactNode } from 'react';

interface SlideOverTitleProps {
  readonly title: string;
  readonly onClose: () => void;
  /** Whether the panel has another Close button. This one is then for the pointer only. */
  readonly closesBelow?: boolean;
  readonly children?: ReactNode;
}

export function SlideOverTitle({ title, onClose, closesBelow = false, children }: SlideOverTitleProps) {
  return (
    <div className="flex shrink-0 items-start justify-between gap-4 px-(--gutter) pt-4 pb-2">
      <div className="min-w-0">
        <h2 className="font-semibold text-lg">{title}</h2>
        {children}
      </div>
      <button
        type="button"
        {...(closesBelow ? { 'aria-hidden': true, tabIndex: -1 } : { 'aria-label': 'Close panel' })}
        className="-mt-1 -mr-2 inline-flex size-8 shrink-0 items-center justify-center rounded-md text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:-mt-2 max-md:size-11"
        onClick={onClose}
      >
        <X aria-hidden="true" className="size-4" />
      </button>
    </div>
  );
}
