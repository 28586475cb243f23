import type { ReactNode } from 'react';

export type StatusTone = 'good' | 'warn' | 'bad' | 'quiet';

const DOTS: Record<StatusTone, string> = {
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  quiet: 'bg-ink-faint',
};

/** Dots as pseudo-elements, because a table has one in every row. */
const DOTS_BEFORE: Record<StatusTone, string> = {
  good: 'before:bg-good',
  warn: 'before:bg-warn',
  bad: 'before:bg-bad',
  quiet: 'before:bg-ink-faint',
};

interface StatusBadgeProps {
  readonly tone: StatusTone;
  readonly children: ReactNode;
}

/** The one style of a status: a dot and a word with a capital letter. */
export function StatusBadge({ tone, children }: StatusBadgeProps) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 whitespace-nowrap text-sm text-ink-quiet before:size-2 before:shrink-0 before:rounded-full ${DOTS_BEFORE[tone]}`}
    >
      {children}
    </span>
  );
}

export function StatusDot({ tone }: { readonly tone: StatusTone }) {
  return (
    <span
      aria-hidden="true"
      className={`size-2 shrink-0 rounded-full forced-color-adjust-none ${DOTS[tone]}`}
    />
  );
}
