import { webLink } from '../../shared/format/web-link.ts';
import { CopyIconButton } from '../../shared/ui/copy-icon-button.tsx';
import { QUIET_IN_ROW } from '../../shared/ui/list/quiet-in-row.ts';
import { Tooltip } from '../../shared/ui/overlay/tooltip.tsx';
import { shortenIdentifier } from '../audit-entry/shorten-identifier.ts';

interface NetworkAddressProps {
  readonly address: string;
  /** The explorer's page of the address, where there is one. */
  readonly explorerUrl: string | null;
  /** Whether the buttons beside it show only while its row is pointed at or one of them has the focus. */
  readonly quiet?: boolean;
  readonly className?: string;
}

/** An address cut short in the middle, the whole of it under the pointer or focus, to be copied and looked up. */
export function NetworkAddress({ address, explorerUrl, quiet = false, className = '' }: NetworkAddressProps) {
  const shown = quiet ? QUIET_IN_ROW : '';
  const explorer = explorerUrl === null ? undefined : webLink(explorerUrl);
  return (
    <span className={`inline-flex max-w-full min-w-0 items-center gap-1 align-middle ${className}`}>
      <Tooltip content={<span className="break-all font-mono">{address}</span>}>
        {(trigger) => (
          <bdi
            // biome-ignore lint/a11y/noNoninteractiveTabindex: the focus shows the whole address
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
        // biome-ignore lint/a11y/useAnchorContent: its sign is drawn by its class, and its label is its name
        <a
          href={explorer}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`${address} in the explorer`}
          className={`drawn-icon drawn-external-link -my-2 -ml-1 inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:size-11 ${shown}`}
        />
      )}
    </span>
  );
}
