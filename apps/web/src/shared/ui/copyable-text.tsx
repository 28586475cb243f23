import { CopyIconButton } from './copy-icon-button.tsx';

interface CopyableTextProps {
  readonly text: string;
  /** For ids and addresses. */
  readonly monospaced?: boolean;
  /** Whether the copy button shows only while its row is pointed at or it has the focus. */
  readonly quiet?: boolean;
}

/** Text on one line, cut short where there is no room for all of it, with a button that copies the whole. */
export function CopyableText({ text, monospaced = false, quiet = false }: CopyableTextProps) {
  return (
    <span className="flex min-w-0 items-center gap-1">
      <bdi className={`truncate ${monospaced ? 'font-mono text-sm' : ''}`} title={text}>
        {text}
      </bdi>
      <span
        className={`-my-2 ${quiet ? 'opacity-0 focus-within:opacity-100 group-hover/row:opacity-100 pointer-coarse:opacity-100' : ''}`}
      >
        <CopyIconButton text={text} label={`Copy ${text}`} />
      </span>
    </span>
  );
}
