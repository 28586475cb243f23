import { Check, Copy } from 'lucide-react';
import { copyText } from '../lib/copy-text.ts';
import { useCopied } from '../lib/use-copied.ts';
import { Button } from './button.tsx';
import { toast } from './toast.ts';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** An icon with the label as its name, or a button that shows both. */
  readonly variant?: 'icon' | 'labelled';
  /** The toast that acknowledges the copy as well. */
  readonly acknowledgement?: string;
}

/** Copies a text, and says "Copied" for two seconds. */
export function CopyButton({ text, label, variant = 'icon', acknowledgement }: CopyButtonProps) {
  const [copied, onCopied] = useCopied();

  async function copy() {
    if (!(await copyText(text))) {
      toast.error('Failed to copy to clipboard');
      return;
    }
    onCopied();
    if (acknowledgement !== undefined) {
      toast.success(acknowledgement);
    }
  }

  const Icon = copied ? Check : Copy;
  const name = copied ? 'Copied' : label;
  if (variant === 'icon') {
    return (
      <button
        type="button"
        aria-label={name}
        title={name}
        onClick={copy}
        className="inline-flex size-6 items-center justify-center rounded text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:size-11"
      >
        <Icon aria-hidden="true" className="size-3.5" />
      </button>
    );
  }
  return (
    <Button variant="secondary" onClick={copy}>
      <Icon aria-hidden="true" className="size-4" />
      <span aria-live="polite">{name}</span>
    </Button>
  );
}
