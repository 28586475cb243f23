import { type ReactNode, useId } from 'react';

interface PanelSectionProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function PanelSection({ title, aside, children }: PanelSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <div className="flex min-h-8 items-center justify-between gap-4 border-line border-b pb-1.5">
        <h3 id={titleId} className="font-medium text-base">
          {title}
        </h3>
        {aside}
      </div>
      {children}
    </section>
  );
}
