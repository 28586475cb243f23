import { CopyIconButton } from './copy-icon-button.tsx';
import { QUIET_IN_ROW } from './list/quiet-in-row.ts';

interface CopyableTextProps {
  readonly text: string;
  /** For ids and addresses. */
  readonly monospaced?: boolean;
  /** Whether the copy button shows only while its row is pointed at or it has the focus. */
  readonly quiet?: boolean;
  readonly className?: string;
}

/** Text on one line, cut short where there is no room for all of it, with a button that copies the whole. */
export function CopyableText({ text, monospaced = false, quiet = false, className = '' }: CopyableTextProps) {
  return (
    <span className={`flex min-w-0 items-center gap-1 ${className}`}>
      <bdi className={`truncate ${monospaced ? 'font-mono text-sm' : ''}`} title={text}>
        {text}
      </bdi>
      <CopyIconButton text={text} label={`Copy ${text}`} className={`-my-2 ${quiet ? QUIET_IN_ROW : ''}`} />
    </span>
  );
}
