import type { ReactNode } from 'react';
import { Tooltip } from '../../shared/ui/overlay/tooltip.tsx';

interface WithTooltipProps {
  readonly tooltip: ReactNode;
  readonly side?: 'top' | 'bottom';
  readonly className?: string;
  readonly children: ReactNode;
}

export function WithTooltip({ tooltip, side = 'top', className = '', children }: WithTooltipProps) {
  return (
    <Tooltip content={tooltip} side={side}>
      {(trigger) => (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: focus opens the tooltip
        <span tabIndex={0} className={`rounded-sm ${className}`} {...trigger}>
          {children}
        </span>
      )}
    </Tooltip>
  );
}
