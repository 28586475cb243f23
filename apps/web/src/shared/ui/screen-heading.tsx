import type { ReactNode } from 'react';

interface ScreenHeadingProps {
  readonly title: string;
  readonly titleId?: string;
  /** Said of the title, beside it. */
  readonly note?: ReactNode;
  /** At the end of the line. */
  readonly children?: ReactNode;
}

/** The line that a screen begins with. Its title stands at the same place whatever comes beside it, and when. */
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
