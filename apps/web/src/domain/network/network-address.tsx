import { ExternalLink } from 'lucide-react';
import { webLink } from '../../shared/format/web-link.ts';
import { CopyIconButton } from '../../shared/ui/copy-icon-button.tsx';
import { QUIET_IN_ROW } from '../../shared/ui/list/quiet-in-row.ts';
import { Tooltip } from '../../shared/ui/overlay/tooltip.tsx';
import { shortenIdentifier } from '../audit-entry/shorten-identifier.ts';

interface NetworkAddressProps {
  readonly address: string;
  readonly explorerUrl: string | null;
  /** Shows the buttons only on row hover or focus. */
  readonly quiet?: boolean;
  readonly className?: string;
}

export function NetworkAddress({ address, explorerUrl, quiet = false, className = '' }: NetworkAddressProps) {
  const shown = quiet ? QUIET_IN_ROW : '';
  const explorer = explorerUrl === null ? undefined : webLink(explorerUrl);
  return (
    <span className={`inline-flex max-w-full min-w-0 items-center gap-1 align-middle ${className}`}>
      <Tooltip
        content={
          <span translate="no" className="break-all font-mono">
            {address}
          </span>
        }
      >
        {(trigger) => (
          <bdi
            translate="no"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: focus opens the tooltip with the full address
            tabIndex={0}
            className="min-w-[11ch] truncate rounded-sm font-mono text-sm"
            {...trigger}
          >
            {shortenIdentifier(address)}
          </bdi>
        )}
      </Tooltip>
      <CopyIconButton text={address} label={`Copy ${address}`} className={`-my-2 ${shown}`} />
      {explorer === undefined ? null : (
        <a
          href={explorer}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${address} in the explorer`}
          className={`-my-2 -ml-1 inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:size-11 ${shown}`}
        >
          <ExternalLink className="size-3.5" />
        </a>
      )}
    </span>
  );
}
