import type { ReactNode } from 'react';
import { Fact } from './fact-list.tsx';

export const RELATED_LINK = 'min-w-0 rounded-sm underline underline-offset-4 hover:text-accent max-md:py-2';

/** A fact with links, each with the class `RELATED_LINK`, to lists of what belongs to a record. */
export function RelatedFact({ children }: { readonly children: ReactNode }) {
  return (
    <Fact name="Related">
      <span className="flex flex-wrap gap-x-4 max-md:-my-1">{children}</span>
    </Fact>
  );
}
