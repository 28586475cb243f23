import { type ReactNode, useId } from 'react';

interface UserSectionProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A titled part of a user's panel. */
export function UserSection({ title, children }: UserSectionProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="grid gap-3">
      <h3 id={titleId} className="border-line border-b pb-2 font-medium text-base">
        {title}
      </h3>
      {children}
    </section>
  );
}
