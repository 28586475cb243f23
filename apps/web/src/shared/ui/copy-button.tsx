import { Check, Copy } from 'lucide-react';
import { copyText } from '../lib/copy-text.ts';
import { useCopied } from '../lib/use-copied.ts';
import { Button } from './button.tsx';
import { toast } from './overlay/toast.ts';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** Text of an additional toast. */
  readonly acknowledgement?: string;
}

export function CopyButton({ text, label, acknowledgement }: CopyButtonProps) {
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
  return (
    <Button variant="secondary" onClick={copy}>
      <Icon aria-hidden="true" className="size-4" />
      <span aria-live="polite">{name}</span>
    </Button>
  );
}
