import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { useCopied } from '../lib/use-copied.ts';
import { toast } from './overlay/toast.ts';

interface CopyIconButtonProps {
  readonly text: string;
  /** Accessible name, such as `Copy ada@example.com`. */
  readonly label: string;
  readonly className?: string;
}

export function CopyIconButton({ text, label, className = '' }: CopyIconButtonProps) {
  // The live region must exist before its text changes, so hover or focus adds it before the click.
  const [speaks, setSpeaks] = useState(false);
  const [copied, onCopied] = useCopied();

  async function copy() {
    if (await copyText(text)) {
      onCopied();
    } else {
      toast.error('Failed to copy to clipboard');
    }
  }

  return (
    <button
      type="button"
      aria-label={label}
      onFocus={() => setSpeaks(true)}
      onPointerEnter={() => setSpeaks(true)}
      onClick={copy}
      className={`inline-flex size-7 shrink-0 items-center justify-center rounded-md hover:bg-surface-sunken max-md:size-11 ${copied ? 'text-good' : 'text-ink-quiet hover:text-ink'} ${className}`}
    >
      {copied ? <Check className="size-3.5" /> : <Copy className="size-3.5" />}
      {speaks ? (
        <span aria-live="polite" className="sr-only">
          {copied ? 'Copied' : ''}
        </span>
      ) : null}
    </button>
  );
}
