import { X } from 'lucide-react';

interface FilterChipProps {
  readonly name: string;
  readonly value: string;
  readonly onRemove: () => void;
}

export function FilterChip({ name, value, onRemove }: FilterChipProps) {
  return (
    <span className="inline-flex h-8 min-w-0 max-w-full items-center gap-1 rounded-full border border-line bg-accent-soft pr-1 pl-3 text-sm max-md:h-11">
      <span title={`${name}: ${value}`} className="truncate">
        <span>{`${name}: `}</span>
        <bdi className="font-medium">{value}</bdi>
      </span>
      <button
        type="button"
        aria-label={`Remove filter ${name}: ${value}`}
        className="inline-flex size-6 shrink-0 items-center justify-center rounded-full text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:size-9"
        onClick={onRemove}
      >
        <X aria-hidden="true" className="size-3.5" />
      </button>
    </span>
  );
}
