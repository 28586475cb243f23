import { type ReactNode, useId } from 'react';

interface SecurityRowProps {
  readonly title: string;
  readonly badge?: ReactNode;
  readonly children: ReactNode;
  readonly actions: ReactNode;
}

export function SecurityRow({ title, badge, children, actions }: SecurityRowProps) {
  const titleId = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields, and this has none
    <div
      role="group"
      aria-labelledby={titleId}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line py-4 not-first:border-t"
    >
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <div className="flex flex-wrap items-center gap-x-3">
          <h3 id={titleId} className="font-medium text-base text-ink">
            {title}
          </h3>
          {badge}
        </div>
        {children}
      </div>
      <div className="flex flex-wrap gap-2 md:ml-auto">{actions}</div>
    </div>
  );
}
