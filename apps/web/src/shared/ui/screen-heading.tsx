import type { ReactNode } from 'react';

interface ScreenHeadingProps {
  readonly title: string;
  readonly titleId?: string;
  /** Shown next to the title. */
  readonly note?: ReactNode;
  /** Shown at the end of the line. */
  readonly children?: ReactNode;
}

/** The first line of a screen. The title's position does not depend on the rest. */
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
