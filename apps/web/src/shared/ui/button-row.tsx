import type { ReactNode } from 'react';

interface ButtonRowProps {
  /** Shows the first button last: Enter and Tab come to it first, the eye finds it at the end. */
  readonly reversed?: boolean;
  readonly className?: string;
  /** Buttons. */
  readonly children: ReactNode;
}

/** Buttons that share a line, as wide as each other; one beneath the other where there is no room. */
export function ButtonRow({ reversed = false, className = '', children }: ButtonRowProps) {
  return (
    <div
      className={`flex flex-wrap gap-2 [&>button]:flex-1 ${reversed ? 'flex-row-reverse' : ''} ${className}`}
    >
      {children}
    </div>
  );
}
