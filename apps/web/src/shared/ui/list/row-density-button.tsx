import { useStore } from '../../lib/use-store.ts';
import { chooseRowDensity, rowDensityStore } from '../../list/row-density.ts';

/** Makes the rows of every table lower or higher again. Not on touch screens, where they stay as high as a finger. */
export function RowDensityButton() {
  const isCompact = useStore(rowDensityStore) === 'compact';
  return (
    <button
      type="button"
      aria-pressed={isCompact}
      aria-label="Compact rows"
      title="Compact rows"
      className={`drawn-icon ${isCompact ? 'drawn-rows-4' : 'drawn-rows-3'} inline-flex size-8 items-center justify-center rounded-md text-ink-quiet hover:bg-surface-sunken hover:text-ink aria-pressed:bg-surface-sunken aria-pressed:text-ink max-md:hidden pointer-coarse:hidden`}
      onClick={() => chooseRowDensity(isCompact ? 'comfortable' : 'compact')}
    />
  );
}
