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
  unsealedLabel,
  verifiedLabel,
} from './audit-proof-labels.ts';
import { type AuditProof, auditProofQuery, type LoadedEntries } from './audit-proof-query.ts';
import { forgetLog } from './seen-log.ts';

const TRUST = 'Trust this log from now on';

/** Uses the same element as the result, so that screen readers announce the change. */
export const VERIFYING = (
  <Quiet icon={<ShieldQuestion />}>Checking that these entries haven't been altered...</Quiet>
);

interface AuditProofLineProps {
  readonly loaded: LoadedEntries;
}

export function AuditProofLine({ loaded }: AuditProofLineProps) {
  const queries = useQueryClient();
  const { data: proof, isError } = useQuery(auditProofQuery(useApi(), loaded));

  async function trustFromNow() {
    forgetLog();
    await queries.resetQueries({ queryKey: ['audit-proof'] });
  }

  if (isError || proof?.kind === 'unproven') {
    return <Quiet icon={<ShieldQuestion />}>Not verified: proof currently unavailable</Quiet>;
  }
  if (proof === undefined) {
    return VERIFYING;
  }
  if (proof.kind === 'absent') {
    return null;
  }
  if (proof.kind === 'verified') {
    const unsealed = unsealedLabel(proof);
    return (
      <Quiet icon={<ShieldCheck className="size-3.5 shrink-0 text-good" />}>
        <ProofButton proof={proof} loaded={loaded}>
          <span>{verifiedLabel(proof)}</span>
          <span className="max-md:sr-only">{sealedLabel(proof)}</span>
          <span>{unsealed === undefined ? '' : ` · ${unsealed}`}</span>
        </ProofButton>
      </Quiet>
    );
  }
  if (proof.kind === 'incomparable') {
    return (
      <Alert variant="warning" title={`${incomparableLabel(proof.size)}.`}>
        <Button variant="secondary" className="mt-2.5" onClick={trustFromNow}>
          {TRUST}
        </Button>
      </Alert>
    );
  }
  return (
    <Alert variant="destructive" title={`${brokenLabel(proof)}.`}>
      <p className="mt-0.5 text-ink-quiet text-sm">
        Don't rely on this log until{' '}
        <code translate="no" className="font-mono">
          npm run audit:verify
        </code>{' '}
        has checked it in full.
      </p>
      {isRemembered(proof) ? (
        <Button variant="secondary" className="mt-2.5" onClick={trustFromNow}>
          {TRUST}
        </Button>
      ) : null}
    </Alert>
  );
}

const loadPopover = () =>
  import('./audit-proof-popover.tsx').then(({ AuditProofPopover }) => AuditProofPopover);

interface ProofButtonProps extends AuditProofLineProps {
  readonly proof: Extract<AuditProof, { kind: 'verified' }>;
  readonly children: ReactNode;
}

function ProofButton({ proof, loaded, children }: ProofButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const { Dialog: Popover, open, close, prefetch } = useLazyDialog(loadPopover);
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={Popover !== undefined}
        className="rounded-sm text-left underline decoration-line-strong decoration-dotted underline-offset-4 hover:text-ink max-md:-my-3 max-md:py-3"
        onPointerEnter={prefetch}
        onFocus={prefetch}
        onClick={Popover ? close : open}
      >
        {children}
      </button>
      {Popover && button.current ? (
        <Popover proof={proof} loaded={loaded} button={button.current} onClose={close} />
      ) : null}
    </>
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
