import { COPIED_INDICATOR_MS } from '@halyard/contract/constants';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { copyText } from '../lib/copy-text.ts';
import { toast } from './toast.ts';

interface CopyIconButtonProps {
  readonly text: string;
  /** What a press does: `Copy ada@example.com`. */
  readonly label: string;
}

/** Copies what stands beside it; a check mark says so for two seconds. */
export function CopyIconButton({ text, label }: CopyIconButtonProps) {
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    const timer = copied ? setTimeout(() => setCopied(false), COPIED_INDICATOR_MS) : undefined;
    return () => clearTimeout(timer);
  }, [copied]);

  async function copy() {
    if (await copyText(text)) {
      setCopied(true);
    } else {
      toast.error('Failed to copy to clipboard');
    }
  }

  const Icon = copied ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={label}
      onClick={copy}
      className={`inline-flex size-7 items-center justify-center rounded-md hover:bg-surface-sunken max-md:size-11 ${copied ? 'text-good' : 'text-ink-quiet hover:text-ink'}`}
    >
      <Icon aria-hidden="true" className="size-3.5" />
      <span aria-live="polite" className="sr-only">
        {copied ? 'Copied' : ''}
      </span>
    </button>
  );
}
