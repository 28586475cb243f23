import { Eye, EyeOff } from 'lucide-react';
import { CopyIconButton } from '../../../shared/ui/copy-icon-button.tsx';

/** Hides the key's length as well. */
const MASK = '•'.repeat(32);

interface PrivateKeyProps {
  readonly text: string;
  readonly revealed: boolean;
  readonly onRevealedChange: (revealed: boolean) => void;
}

export function PrivateKey({ text, revealed, onRevealedChange }: PrivateKeyProps) {
  const Icon = revealed ? EyeOff : Eye;
  return (
    <div className="col-span-2 grid gap-0.5 rounded-md border border-bad bg-bad-soft px-3 py-2">
      <dt className="text-ink-quiet text-sm">Private Key</dt>
      <dd className="flex items-start gap-1">
        <span className="min-w-0 flex-1 font-mono text-sm [overflow-wrap:anywhere]">
          {revealed ? (
            <bdi translate="no">{text}</bdi>
          ) : (
            <>
              <span aria-hidden="true">{MASK}</span>
              <span className="sr-only">Hidden</span>
            </>
          )}
        </span>
        <span className="-my-1 flex">
          <button
            type="button"
            aria-label={revealed ? 'Hide Private Key' : 'Reveal Private Key'}
            className="inline-flex size-7 items-center justify-center rounded-md text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:size-11"
            onClick={() => onRevealedChange(!revealed)}
          >
            <Icon aria-hidden="true" className="size-3.5" />
          </button>
          <CopyIconButton text={text} label="Copy Private Key" />
        </span>
      </dd>
    </div>
  );
}
