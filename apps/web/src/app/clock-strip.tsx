import { useState } from 'react';
import { clockWarning, dismissClockWarning, isClockWarningDismissed } from '../shared/lib/clock-warning.ts';
import { Strip, StripButton } from '../shared/ui/strip.tsx';

interface ClockStripProps {
  readonly skew: number;
}

/** Warns once per tab that the browser's clock is wrong. */
export function ClockStrip({ skew }: ClockStripProps) {
  const [isDismissed, setIsDismissed] = useState(isClockWarningDismissed);
  const warning = clockWarning(skew);

  function dismiss() {
    dismissClockWarning();
    setIsDismissed(true);
  }

  return isDismissed || warning === undefined ? null : (
    <Strip>
      <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-warn" />
      <span>
        <span>{warning}</span> <span className="max-md:hidden">This page uses the server's time.</span>
      </span>
      <StripButton label="Dismiss" onClick={dismiss} />
    </Strip>
  );
}
