import type { PageVerdict } from '@halyard/audit-proof/check-page';
import { X } from 'lucide-react';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { formatExactTime, formatUtc } from '../../shared/format/format-date.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { CopyIconButton } from '../../shared/ui/copy-icon-button.tsx';
import { usePopover } from '../../shared/ui/overlay/use-popover.ts';
import { unsealedLabel } from './audit-proof-labels.ts';
import type { LoadedEntries } from './audit-proof-query.ts';

/** Copied into the build from the repository's scripts. */
const VERIFIER = 'verify-audit-export.mjs';

interface AuditProofPopoverProps {
  readonly proof: Extract<PageVerdict, { kind: 'verified' }>;
  readonly loaded: LoadedEntries;
  readonly button: HTMLButtonElement;
  readonly onClose: () => void;
}

/** Explains what "Verified" means. Takes the focus, and returns it to the button on close. */
export function AuditProofPopover({ proof, loaded, button, onClose }: AuditProofPopoverProps) {
  const popover = useRef<HTMLDivElement>(null);
  const titleId = useId();
  usePopover(popover, { anchor: button, side: 'bottom', toggle: button, onClose });
  useLayoutEffect(() => {
    const element = popover.current;
    element?.focus({ preventScroll: true });
    return () => {
      if (element?.contains(document.activeElement)) {
        button.focus();
      }
    };
  }, [button]);

  return (
    <div
      ref={popover}
      role="dialog"
      aria-labelledby={titleId}
      tabIndex={-1}
      popover="manual"
      className="fixed inset-auto m-0 max-h-[calc(100dvh-1rem)] w-[min(27rem,calc(100vw-1rem))] overflow-y-auto rounded-lg border border-line bg-surface-raised p-4 text-left text-base text-ink shadow-float outline-none"
    >
      <div className="flex items-start justify-between gap-4">
        <h2 id={titleId} className="font-semibold text-base">
          How this page was verified
        </h2>
        <button
          type="button"
          aria-label="Close"
          className="-mt-1 -mr-1 inline-flex size-7 shrink-0 items-center justify-center rounded-md text-ink-quiet hover:bg-surface-sunken hover:text-ink max-md:size-11"
          onClick={onClose}
        >
          <X aria-hidden="true" className="size-4" />
        </button>
      </div>
      <div className="mt-3 grid gap-4">
        <Checked loaded={loaded} />
        <Seal proof={proof} />
        <VerifyExport publicKey={proof.seen.publicKey} />
      </div>
    </div>
  );
}

function Checked({ loaded: { entries, position } }: { readonly loaded: LoadedEntries }) {
  return (
    <Part title="What was checked">
      <p>
        {`${checkedSentence(entries.length, position !== undefined)} If this browser checked the log before, the log has only grown since then.`}
      </p>
    </Part>
  );
}

function checkedSentence(count: number, isUnfiltered: boolean): string {
  switch (count) {
    case 0:
      return 'This page shows no entries. Your browser checked the seal of the log.';
    case 1:
      return 'Your browser computed the fingerprint of the entry on this page. It is in the sealed log, exactly as it was written.';
    default:
      return `Your browser computed the fingerprint of each of the ${formatCount(count)} entries on this page. Each one is in the sealed log, exactly as it was written${isUnfiltered ? ', and none between them is missing' : ''}.`;
  }
}

function Seal({ proof }: Pick<AuditProofPopoverProps, 'proof'>) {
  const { size, sealedAt, root } = proof.seal;
  const at = new Date(sealedAt);
  const [local, utc] = [formatExactTime(at), formatUtc(at)];
  const unsealed = unsealedLabel(proof);
  return (
    <Part title="What the seal covers">
      <p>
        {`The seal covers every entry up to ${formatCount(size)}. It was made on ${utc}${local === utc ? '' : ` (${local})`}.${unsealed === undefined ? '' : ` ${unsealed}.`}`}
      </p>
      <Code name="Fingerprint of the seal" text={root} />
    </Part>
  );
}

function VerifyExport({ publicKey }: { readonly publicKey: string }) {
  return (
    <Part title="Verify an export yourself">
      <ol className="grid list-decimal gap-1 pl-5">
        <li>Export the entries as JSON Lines.</li>
        <li>
          <a
            href={`/${VERIFIER}`}
            download={VERIFIER}
            className="rounded-sm text-accent underline underline-offset-2"
          >
            Download the verifier
          </a>
          . It needs only Node.js, and no connection to this server.
        </li>
        <li>Run this command. Its first line says whether the file is genuine.</li>
      </ol>
      <Code name="Command" text={`node ${VERIFIER} FILE --key ${publicKey}`} />
      <p className="text-ink-quiet text-sm">
        The last part is the public key of the seal. Ask the server's operator to confirm it with{' '}
        <code translate="no" className="font-mono">
          npm run admin -- audit key
        </code>
        .
      </p>
    </Part>
  );
}

function Part({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section className="grid gap-1.5">
      <h3 className="font-medium text-ink-quiet text-sm">{title}</h3>
      {children}
    </section>
  );
}

function Code({ name, text }: { readonly name: string; readonly text: string }) {
  return (
    <div className="flex items-center gap-1 rounded-md bg-surface-sunken py-1 pr-1 pl-2.5">
      <span className="sr-only">{name}</span>
      <code translate="no" className="min-w-0 flex-1 break-all font-mono text-xs">
        {text}
      </code>
      <CopyIconButton text={text} label={`Copy ${name}`} />
    </div>
  );
}
