import type { ReactNode } from 'react';
import { Tooltip } from '../../shared/ui/overlay/tooltip.tsx';

interface ExplainedProps {
  readonly explanation: ReactNode;
  readonly side?: 'top' | 'bottom';
  readonly className?: string;
  readonly children: ReactNode;
}

/** Something short of which there is more to say, under the pointer or the focus. */
export function Explained({ explanation, side = 'top', className = '', children }: ExplainedProps) {
  return (
    <Tooltip content={explanation} side={side}>
      {(trigger) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus shows more
        <span tabIndex={0} className={`rounded-sm ${className}`} {...trigger}>
          {children}
        </span>
      )}
    </Tooltip>
  );
}
