import { type ReactNode, useId } from 'react';

interface CardProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ title, aside, className = '', children }: CardProps) {
  const titleId = useId();
  return (
    <section
      aria-labelledby={titleId}
      className={`flex min-w-0 flex-col rounded-lg border border-line bg-surface-raised p-4 md:p-5 ${className}`}
    >
      <div className="flex min-h-5 flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id={titleId} className="font-medium text-ink-quiet text-sm">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
