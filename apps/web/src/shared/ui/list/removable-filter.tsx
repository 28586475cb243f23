import { X } from 'lucide-react';
import { Button } from '../button.tsx';

interface RemovableFilterProps {
  readonly name: string;
  readonly value: string;
  readonly onRemove: () => void;
}

/** A filter that a link has set, as a button that removes it. */
export function RemovableFilter({ name, value, onRemove }: RemovableFilterProps) {
  return (
    <Button variant="secondary" className="max-w-full" onClick={onRemove}>
      <span className="sr-only">Remove filter</span>
      <span className="shrink-0 text-ink-quiet">{name}</span>
      <bdi translate="no" className="min-w-0 max-w-60 truncate">
        {value}
      </bdi>
      <X aria-hidden="true" className="size-3.5 shrink-0" />
    </Button>
  );
}
