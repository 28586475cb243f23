import type { ReactNode } from 'react';

export type StatusTone = 'good' | 'warn' | 'bad' | 'quiet';

const DOTS: Record<StatusTone, string> = {
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  quiet: 'bg-ink-faint',
};

interface StatusBadgeProps {
  readonly tone: StatusTone;
  readonly children: ReactNode;
}

/** A status as a dot and its word: the colour never stands alone. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap text-sm text-ink-quiet">
      <StatusDot tone={tone} />
      {children}
    </span>
  );
}

export function StatusDot({ tone }: { readonly tone: StatusTone }) {
  return <span aria-hidden="true" className={`size-2 shrink-0 rounded-full ${DOTS[tone]}`} />;
}
