import { Rows3, Rows4 } from 'lucide-react';
import { useStore } from '../../lib/use-store.ts';
import { chooseRowDensity, rowDensityStore } from '../../list/row-density.ts';

/** Hidden on touch screens, which need large rows. */
export function RowDensityButton() {
  const isCompact = useStore(rowDensityStore) === 'compact';
  return (
    <button
      type="button"
      aria-pressed={isCompact}
      aria-label="Compact rows"
      title="Compact rows"
      className="inline-flex size-8 items-center justify-center rounded-md text-ink-quiet hover:bg-surface-sunken hover:text-ink aria-pressed:bg-surface-sunken aria-pressed:text-ink max-md:hidden pointer-coarse:hidden"
      onClick={() => chooseRowDensity(isCompact ? 'comfortable' : 'compact')}
    >
      {isCompact ? <Rows4 className="size-4" /> : <Rows3 className="size-4" />}
    </button>
  );
}
