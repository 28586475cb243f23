import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';

interface StripProps {
  readonly children: ReactNode;
}

/** A message along the bottom edge, above everything else. The page ends above it. */
export function Strip({ children }: StripProps) {
  const strip = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = strip.current;
    // Older browsers have no popovers.
    if (element && 'showPopover' in element) {
      element.showPopover();
    }
    document.documentElement.dataset['strip'] = '';
    return () => {
      delete document.documentElement.dataset['strip'];
    };
  }, []);

  // A modal dialog makes the strip inert, so a click on it hits the dialog's backdrop.
  useEffect(() => {
    function takePress(event: MouseEvent) {
      const element = strip.current;
      if (element && event.target instanceof HTMLDialogElement && isWithin(element, event)) {
        event.stopPropagation();
        const button = element.querySelector('button');
        if (button && isWithin(button, event)) {
          button.click();
        }
      }
    }
    document.addEventListener('click', takePress, true);
    return () => document.removeEventListener('click', takePress, true);
  }, []);

  return (
    <div
      ref={strip}
      popover="manual"
      role="status"
      className="fixed inset-[auto_0_0] m-0 flex h-(--strip) w-auto items-center justify-center gap-3 border-0 border-line border-t bg-surface-sunken px-4 text-ink text-sm"
    >
      {children}
    </div>
  );
}

interface StripButtonProps {
  readonly label: string;
  readonly onClick: () => void;
}

export function StripButton({ label, onClick }: StripButtonProps) {
  return (
    <button
      type="button"
      className="rounded-sm font-medium text-accent underline-offset-4 hover:underline max-md:p-2"
      onClick={onClick}
    >
      {label}
    </button>
  );
}

function isWithin(element: Element, { clientX, clientY }: MouseEvent): boolean {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
