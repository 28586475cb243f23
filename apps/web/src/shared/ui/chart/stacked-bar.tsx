import type { ReactNode } from 'react';

interface BarSegment {
  readonly key: string;
  readonly value: number;
  /** Background class. */
  readonly className: string;
  readonly content?: ReactNode;
}

interface StackedBarProps {
  readonly segments: readonly BarSegment[];
}

/** Keeps small parts visible. Hidden from screen readers, which use the table next to it. */
export function StackedBar({ segments }: StackedBarProps) {
  const parts = segments.filter((segment) => segment.value > 0);
  return (
    <div aria-hidden="true" className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-surface-sunken">
      {parts.map((segment) => (
        <span
          key={segment.key}
          className={`min-w-1 basis-0 forced-color-adjust-none ${segment.className}`}
          style={{ flexGrow: segment.value }}
        >
          {segment.content}
        </span>
      ))}
    </div>
  );
}
