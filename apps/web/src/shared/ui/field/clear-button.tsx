import { X } from 'lucide-react';

interface ClearButtonProps {
  readonly label: string;
  readonly onClick: () => void;
}

/** Clears a field, at whose end it is. */
export function ClearButton({ label, onClick }: ClearButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      className="absolute inset-y-0 right-1 my-auto inline-flex size-6 items-center justify-center rounded text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:right-0 max-md:size-11"
      onClick={onClick}
    >
      <X aria-hidden="true" className="size-4" />
    </button>
  );
}
