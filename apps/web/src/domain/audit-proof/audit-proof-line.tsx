import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ShieldCheck, ShieldQuestion } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Alert } from '../../shared/ui/alert.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { useLazyDialog } from '../../shared/ui/overlay/use-lazy-dialog.ts';
import { useApi } from '../session/use-api.ts';
import {
  brokenLabel,
  incomparableLabel,
  isRemembered,
  sealedLabel,
  unprovenLabel,
  unsealedLabel,
  verifiedLabel,
} from './audit-proof-labels.ts';
import { type AuditProof, auditProofQuery, type LoadedEntries } from './audit-proof-query.ts';
import { forgetLog, seenLog } from './seen-log.ts';

/** Uses the same element as the result, so that screen readers announce the change. */
export const VERIFYING = (
  <Quiet icon={<ShieldQuestion />}>Checking that these entries haven't been altered...</Quiet>
);

interface AuditProofLineProps {
  readonly loaded: LoadedEntries;
}

/** The popover is beside the announced line, not in it, because screen readers would read out all of it. */
export function AuditProofLine({ loaded }: AuditProofLineProps) {
  const popover = useProofPopover();
  const { Dialog: Popover } = popover;
  const queries = useQueryClient();
  const { data: proof, isError } = useQuery(auditProofQuery(useApi(), loaded));

  async function trustFromNow() {
    forgetLog();
    await queries.resetQueries({ queryKey: ['audit-proof'] });
  }

  const seen = seenLog();
  const isUnproven = isError || proof?.kind === 'absent' || proof?.kind === 'unproven';
  if (seen && isUnproven) {
    return (
      <Alert variant="warning" title={`${unprovenLabel(seen.size)}.`}>
        <p className="mt-0.5 text-ink-quiet text-sm">
          Try again later. If this keeps happening, tell a server operator.
        </p>
      </Alert>
    );
  }
  if (proof?.kind === 'absent') {
    return null;
  }
  if (isError || proof === undefined || proof.kind === 'unproven') {
    return <QuietLine isUnproven={isError || proof !== undefined} popover={popover} />;
  }
  if (proof.kind === 'verified') {
    return (
      <>
        <QuietLine verified={proof} popover={popover} />
        {Popover && popover.button.current ? (
          <Popover proof={proof} loaded={loaded} button={popover.button.current} onClose={popover.close} />
        ) : null}
      </>
    );
  }
  if (proof.kind === 'incomparable') {
    return (
      <Alert variant="warning" title={`${incomparableLabel(proof.size)}.`}>
        <TrustAgain onTrust={trustFromNow} />
      </Alert>
    );
  }
  return (
    <Alert variant="destructive" title={`${brokenLabel(proof)}.`}>
      <p className="mt-0.5 text-ink-quiet text-sm">
        Don't rely on this log. Ask a server operator to run{' '}
        <code translate="no" className="font-mono">
          npm run audit:verify
        </code>
        , and wait until it reports “Verified”.
      </p>
      {isRemembered(proof) ? <TrustAgain onTrust={trustFromNow} /> : null}
    </Alert>
  );
}

/** Explains the button, because it silences an alarm. */
function TrustAgain({ onTrust }: { readonly onTrust: () => void }) {
  return (
    <>
      <p className="mt-2.5 text-ink-quiet text-sm">
        If a server operator confirms the cause, such as a restored backup, you can trust the current log.
        This browser then forgets its last check.
      </p>
      <Button variant="secondary" className="mt-2.5" onClick={onTrust}>
        Trust this log from now on
      </Button>
    </>
  );
}

const loadPopover = () =>
  import('./audit-proof-popover.tsx').then(({ AuditProofPopover }) => AuditProofPopover);

type Verified = Extract<AuditProof, { kind: 'verified' }>;

interface QuietLineProps {
  readonly verified?: Verified;
  readonly isUnproven?: boolean;
  readonly popover: ProofPopover;
}

function QuietLine({ verified, isUnproven = false, popover }: QuietLineProps) {
  if (verified) {
    return (
      <Quiet icon={<ShieldCheck className="size-3.5 shrink-0 text-good" />}>
        <ProofButton proof={verified} popover={popover} />
      </Quiet>
    );
  }
  return isUnproven ? (
    <Quiet icon={<ShieldQuestion />}>Not verified: proof currently unavailable</Quiet>
  ) : (
    VERIFYING
  );
}

interface ProofButtonProps {
  readonly proof: Verified;
  readonly popover: ProofPopover;
}

type ProofPopover = ReturnType<typeof useProofPopover>;

function useProofPopover() {
  const button = useRef<HTMLButtonElement>(null);
  return { button, ...useLazyDialog(loadPopover) };
}

function ProofButton({ proof, popover }: ProofButtonProps) {
  const { button, Dialog, open, close, prefetch } = popover;
  const unsealed = unsealedLabel(proof);
  return (
    <button
      ref={button}
      type="button"
      data-on-paper
      aria-haspopup="dialog"
      aria-expanded={Dialog !== undefined}
      className="rounded-sm text-left underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-ink max-md:-my-3 max-md:py-3"
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={Dialog ? close : open}
    >
      <span>{verifiedLabel(proof)}</span>
      <span className="max-md:sr-only print:not-sr-only">{sealedLabel(proof)}</span>
      <span>{unsealed === undefined ? '' : ` · ${unsealed}`}</span>
    </button>
  );
}

function Quiet({ icon, children }: { readonly icon: ReactNode; readonly children: ReactNode }) {
  return (
    <output className="flex items-center gap-1.5 max-md:min-h-11 text-ink-quiet text-sm tabular-nums [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      <span>{children}</span>
    </output>
  );
}
