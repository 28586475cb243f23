import { type ReactNode, useId } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { ScreenHeading } from '../screen-heading.tsx';
import { RowDensityButton } from './row-density-button.tsx';

interface ListHeaderProps {
  readonly title: string;
  /** Undefined while unknown. */
  readonly total: number | undefined;
  readonly actions?: ReactNode;
  readonly children?: ReactNode;
}

export function ListHeader({ title, total, actions, children }: ListHeaderProps) {
  const titleId = useId();
  return (
    // Gets the focus when the focused filter is removed.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need its own legend
    <div
      role="group"
      aria-labelledby={titleId}
      tabIndex={-1}
      className="flex flex-col gap-4 px-(--gutter) pt-(--gutter) pb-4 -outline-offset-2"
    >
      <ScreenHeading
        title={title}
        titleId={titleId}
        note={
          <output className="min-w-14 text-ink-quiet text-lg tabular-nums">
            {total === undefined ? null : (
              <>
                <span translate="no">{formatCount(total)}</span>
                <span className="sr-only"> in total</span>
              </>
            )}
          </output>
        }
      >
        <div className="flex flex-wrap gap-2">
          {actions}
          <RowDensityButton />
        </div>
      </ScreenHeading>
      {children}
    </div>
  );
}
