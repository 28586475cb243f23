import type { ComponentType, ReactNode } from 'react';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useLateComponent } from '../../lib/use-late-component.ts';
import { PanelPlaceholder } from './panel-placeholder.tsx';
import { SlideOver } from './slide-over.tsx';

interface RecordSlideOverProps<Shown, PanelProps> {
  readonly id: string;
  /** Its accessible name, and its title until the panel's code has come. */
  readonly label: string;
  /** What the panel shows, or what tells it from others; undefined while none is open. */
  readonly record: Shown | undefined;
  /** Fetches the panel's code; the same function every time. */
  readonly load: () => Promise<ComponentType<PanelProps>>;
  readonly onClose: () => void;
  /** Draws the panel, with a key of its own for every record. */
  readonly children: (Panel: ComponentType<PanelProps>, record: Shown) => ReactNode;
}

/** The place of a record's panel: beside the list, which stays in use, and over it on phones. */
export function RecordSlideOver<Shown, PanelProps>(props: RecordSlideOverProps<Shown, PanelProps>) {
  const { id, label, record, load, onClose, children } = props;
  const isNarrow = useIsNarrow();
  const { Component: Panel, ...awaited } = useLateComponent(load, record !== undefined);
  return (
    <SlideOver
      id={id}
      open={record !== undefined}
      onClose={onClose}
      label={label}
      side="right"
      modal={isNarrow}
      className="w-full md:w-[32rem]"
    >
      {Panel && record !== undefined ? (
        children(Panel, record)
      ) : (
        <PanelPlaceholder title={label} onClose={onClose} {...awaited} />
      )}
    </SlideOver>
  );
}
