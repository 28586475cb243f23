import type { ReactNode } from 'react';

interface ButtonRowProps {
  /** Shows the first button last. It still comes first for Enter and Tab. */
  readonly reversed?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function ButtonRow({ reversed = false, className = '', children }: ButtonRowProps) {
  return (
    <div
      className={`flex flex-wrap gap-2 [&>button]:flex-1 ${reversed ? 'flex-row-reverse' : ''} ${className}`}
    >
      {children}
    </div>
  );
}
