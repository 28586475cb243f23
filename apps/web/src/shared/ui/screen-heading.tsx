import type { ReactNode } from 'react';

interface ScreenHeadingProps {
  readonly title: string;
  readonly titleId?: string;
  readonly note?: ReactNode;
  readonly children?: ReactNode;
}

export function ScreenHeading({ title, titleId, note, children }: ScreenHeadingProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-md:gap-y-1">
      <div className="flex items-baseline gap-2.5 py-0.5 max-md:py-2">
        <h1 id={titleId} className="font-semibold text-xl">
          {title}
        </h1>
        {note}
      </div>
      {children}
    </div>
  );
}
