import { Search } from 'lucide-react';
import { commandKey } from '../../shared/lib/command-key.ts';

interface GoToButtonProps {
  readonly disabled: boolean;
  readonly onClick: () => void;
}

export function GoToButton({ disabled, onClick }: GoToButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-keyshortcuts="Control+K Meta+K"
      disabled={disabled}
      onClick={onClick}
      className="inline-flex h-8 items-center gap-2 rounded-md border border-line-strong px-2.5 text-base text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:size-11 max-md:justify-center max-md:border-transparent lg:w-56"
    >
      <Search className="size-4 shrink-0" />
      <span className="max-md:sr-only">Go to...</span>
      <span aria-hidden="true" className="ml-auto pl-2 text-xs max-md:hidden">
        {commandKey()} K
      </span>
    </button>
  );
}
