import { type ReactNode, useLayoutEffect, useRef } from 'react';

interface StripProps {
  readonly children: ReactNode;
}

/** One line along the lower edge of the screen, above everything else; what ends there makes room for it. */
export function Strip({ children }: StripProps) {
  const strip = useRef<HTMLDivElement>(null);

  useLayoutEffect(() => {
    const element = strip.current;
    // Older browsers have no top layer to put it into.
    if (element && 'showPopover' in element) {
      element.showPopover();
    }
    document.documentElement.dataset['strip'] = '';
    return () => {
      delete document.documentElement.dataset['strip'];
    };
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
