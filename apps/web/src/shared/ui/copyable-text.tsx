import { CopyIconButton } from './copy-icon-button.tsx';
import { QUIET_IN_ROW } from './list/quiet-in-row.ts';

interface CopyableTextProps {
  readonly text: string;
  readonly monospaced?: boolean;
  /** In a row: cuts off the text, and shows the copy button only on hover or focus. Otherwise the text wraps. */
  readonly quiet?: boolean;
  readonly className?: string;
}

export function CopyableText({ text, monospaced = false, quiet = false, className = '' }: CopyableTextProps) {
  return (
    <span className={`flex min-w-0 items-center gap-1 ${className}`}>
      <bdi
        translate="no"
        className={`${quiet ? 'truncate' : 'min-w-0 [overflow-wrap:anywhere]'} ${monospaced ? 'font-mono text-sm' : ''}`}
        title={text}
      >
        {text}
      </bdi>
      <CopyIconButton text={text} label={`Copy ${text}`} className={`-my-2 ${quiet ? QUIET_IN_ROW : ''}`} />
    </span>
  );
}
