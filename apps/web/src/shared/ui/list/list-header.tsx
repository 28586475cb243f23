import { type ReactNode, useId } from 'react';
import { formatCount } from '../../format/format-number.ts';
import { ScreenHeading } from '../screen-heading.tsx';
import { RowDensityButton } from './row-density-button.tsx';

interface ListHeaderProps {
  readonly title: string;
  /** How many there are; undefined while that is not known. */
  readonly total: number | undefined;
  /** Buttons for the list as a whole, at the end of its title's line. */
  readonly actions?: ReactNode;
  /** Beneath the title: search and filters, and what is said of the list as a whole. */
  readonly children?: ReactNode;
}

export function ListHeader({ title, total, actions, children }: ListHeaderProps) {
  const titleId = useId();
  return (
    // The focus goes here from a filter that is taken away.
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be asked for a legend of its own
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
          <output className="text-ink-quiet text-lg tabular-nums">
            {total === undefined ? null : (
              <>
                {formatCount(total)}
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
