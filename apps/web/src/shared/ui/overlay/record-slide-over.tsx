import type { ComponentType, ReactNode } from 'react';
import { useIsNarrow } from '../../lib/use-is-narrow.ts';
import { useLazyComponent } from '../../lib/use-lazy-component.ts';
import { PanelPlaceholder } from './panel-placeholder.tsx';
import { SlideOver } from './slide-over.tsx';

interface RecordSlideOverProps<Shown, PanelProps> {
  readonly id: string;
  /** Accessible name, and the title until the panel has loaded. */
  readonly label: string;
  /** A record or its id; undefined while the panel is closed. */
  readonly record: Shown | undefined;
  /** Must be a stable function. */
  readonly load: () => Promise<ComponentType<PanelProps>>;
  readonly onClose: () => void;
  /** Renders the panel with the record's id as key. */
  readonly children: (Panel: ComponentType<PanelProps>, record: Shown) => ReactNode;
}

/** A record's panel: beside the list, or over it on phones. */
export function RecordSlideOver<Shown, PanelProps>(props: RecordSlideOverProps<Shown, PanelProps>) {
  const { id, label, record, load, onClose, children } = props;
  const isNarrow = useIsNarrow();
  const { Component: Panel, ...awaited } = useLazyComponent(load, record !== undefined);
  return (
    <SlideOver
      id={id}
      open={record !== undefined}
      onClose={onClose}
      label={label}
      side="right"
      modal={isNarrow}
      className="w-full md:w-(--panel)"
    >
      {Panel && record !== undefined ? (
        children(Panel, record)
      ) : (
        <PanelPlaceholder title={label} onClose={onClose} {...awaited} />
      )}
    </SlideOver>
  );
}
