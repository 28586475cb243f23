import { CopyIconButton } from '../../shared/ui/copy-icon-button.tsx';
import { Tooltip } from '../../shared/ui/overlay/tooltip.tsx';
import { shortenIdentifier } from './shorten-identifier.ts';

/** Enough to tell any real identifier; what is longer is none. */
const SHOWN_MAX = 400;

interface IdentifierTextProps {
  /** What it identifies: `Request ID`. */
  readonly name: string;
  readonly text: string;
}

/** An identifier cut short in the middle, the whole of it under the pointer or focus, to be copied. */
export function IdentifierText({ name, text }: IdentifierTextProps) {
  const short = shortenIdentifier(text);
  return (
    <span className="flex min-w-0 items-center gap-1">
      {short === text ? (
        <bdi className="truncate font-mono text-sm">{text}</bdi>
      ) : (
        <Tooltip content={<bdi className="break-all font-mono">{text.slice(0, SHOWN_MAX)}</bdi>}>
          {(trigger) => (
            <bdi
              // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus shows the whole identifier
              tabIndex={0}
              className="truncate rounded-sm font-mono text-sm"
              {...trigger}
            >
              {short}
            </bdi>
          )}
        </Tooltip>
      )}
      <CopyIconButton text={text} label={`Copy ${name}`} className="-my-2" />
    </span>
  );
}
