import type { ReactNode } from 'react';

export function FactList({ children }: { readonly children: ReactNode }) {
  return <dl className="grid grid-cols-[7rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1">{children}</dl>;
}

interface FactProps {
  readonly name: string;
  /** Defaults to a dash. */
  readonly children: ReactNode;
}

export function Fact({ name, children }: FactProps) {
  return (
    <>
      <dt className="min-h-7 self-start py-1 text-ink-quiet text-sm">{name}</dt>
      <dd className="flex min-h-7 min-w-0 items-center">
        {children ?? <span className="text-ink-quiet">—</span>}
      </dd>
    </>
  );
}
