import { CopyIconButton } from '../../shared/ui/copy-icon-button.tsx';
import { Tooltip } from '../../shared/ui/overlay/tooltip.tsx';
import { shortenIdentifier } from './shorten-identifier.ts';

/** Maximum length in the tooltip. Real identifiers are shorter. */
const TOOLTIP_LENGTH_MAX = 400;

interface IdentifierTextProps {
  /** Label of the copy button: `Request ID`. */
  readonly name: string;
  readonly text: string;
}

export function IdentifierText({ name, text }: IdentifierTextProps) {
  const short = shortenIdentifier(text);
  return (
    <span className="flex min-w-0 items-center gap-1">
      {short === text ? (
        <bdi translate="no" className="truncate font-mono text-sm">
          {text}
        </bdi>
      ) : (
        <Tooltip
          content={
            <bdi translate="no" className="break-all font-mono">
              {text.slice(0, TOOLTIP_LENGTH_MAX)}
            </bdi>
          }
        >
          {(trigger) => (
            <bdi
              translate="no"
              // biome-ignore lint/a11y/noNoninteractiveTabindex: focus opens the tooltip with the full identifier
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
