import type { ReactNode } from 'react';

interface EmptyStateProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly hint: string;
  readonly action?: ReactNode;
  /** Shown below everything else. */
  readonly help?: ReactNode;
}

export function EmptyState({ icon, title, hint, action, help }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 px-4 py-16 text-center">
      <span aria-hidden="true" className="mb-3 text-ink-faint">
        {icon}
      </span>
      <p className="text-balance font-medium text-base text-ink">{title}</p>
      <p className="max-w-96 text-balance text-ink-quiet text-sm">{hint}</p>
      {action ? <div className="mt-4">{action}</div> : null}
      {help}
    </div>
  );
}
