import { ExternalLink } from 'lucide-react';
import { webLink } from '../../shared/format/web-link.ts';

interface ExplorerLinkProps {
  readonly url: string | null;
  readonly label: string;
}

export function ExplorerLink({ url, label }: ExplorerLinkProps) {
  const href = url === null ? undefined : webLink(url);
  return href === undefined ? null : (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label}
      className="-my-2 inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:size-11"
    >
      <ExternalLink aria-hidden="true" className="size-3.5" />
    </a>
  );
}
