import { CopyIconButton } from '../../shared/ui/copy-icon-button.tsx';

interface CommandLineProps {
  readonly command: string;
}

/** A command to copy. */
export function CommandLine({ command }: CommandLineProps) {
  return (
    <div className="flex min-w-0 items-center gap-1 rounded-md bg-surface-sunken py-1 pr-1 pl-3 text-left">
      <code translate="no" className="min-w-0 flex-1 font-mono text-ink text-xs [overflow-wrap:anywhere]">
        {command}
      </code>
      <CopyIconButton text={command} label={`Copy ${command}`} />
    </div>
  );
}
