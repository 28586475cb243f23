import { type FormEvent, useState } from 'react';
import { formatUsdValue } from '../../../domain/amount/format-usd-value.ts';
import { EXCEPTION_KIND_LABELS } from '../../../domain/exceptions/exception-labels.ts';
import { isBlankReason } from '../../../domain/reason/is-blank-reason.ts';
import { ReasonField } from '../../../domain/reason/reason-field.tsx';
import { labelOf } from '../../../domain/transaction/transaction-labels.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { ButtonRow } from '../../../shared/ui/button-row.tsx';
import { Dialog } from '../../../shared/ui/overlay/dialog.tsx';
import { type ExceptionRecord, withNewAmounts } from './exception-record.ts';
import { exceptionSentence } from './exception-sentence.ts';
import { hasNewAmounts, isOutdated, useDecision } from './use-decision.ts';

const TEXTS = {
  resolve: {
    title: 'Resolve exception?',
    description:
      'It stays listed under Resolved, and opens again by itself if more money arrives or is refunded.',
    submit: 'Resolve',
  },
  reopen: {
    title: 'Open exception again?',
    description: 'It returns to the open exceptions, and its current reason is removed.',
    submit: 'Open again',
  },
} as const;

interface DecisionDialogProps {
  /** An open or a resolved one. */
  readonly exception: ExceptionRecord;
  readonly onClose: () => void;
}

/** Keeps the reason until the decision is stored, even while a code dialog is open. */
export function DecisionDialog({ exception: listed, onClose }: DecisionDialogProps) {
  const [exception, setException] = useState(listed);
  const { id, kind, state, etag } = exception;
  const decision = state === 'open' ? 'resolve' : 'reopen';
  const { title, description, submit } = TEXTS[decision];
  const { pending, run } = useDecision(id, decision);
  const [reason, setReason] = useState('');
  const isBlank = isBlankReason(reason);
  const cancel = () => pending || onClose();

  async function decide(event: FormEvent) {
    event.preventDefault();
    if (isBlank) {
      return;
    }
    const outcome = await run({ reason: reason.trim(), etag });
    if (outcome.kind === 'failed' && hasNewAmounts(outcome.error)) {
      setException(withNewAmounts(exception, outcome.error.change));
    } else if (outcome.kind === 'done' || (outcome.kind === 'failed' && isOutdated(outcome.error))) {
      onClose();
    }
  }

  return (
    <Dialog title={title} description={description} onCancel={cancel}>
      <form onSubmit={decide} className="grid gap-4">
        {exception === listed ? null : (
          <Alert variant="warning" title="The amounts have changed">
            <p className="text-sm">Check the new amounts, then try again.</p>
          </Alert>
        )}
        <div className="rounded-md bg-surface-sunken px-3 py-2">
          <p className="font-medium">{labelOf(EXCEPTION_KIND_LABELS, kind)}</p>
          <p className="text-sm [overflow-wrap:anywhere]">{exceptionSentence(exception)}</p>
          <p translate="no" className="mt-1 text-ink-quiet text-sm [overflow-wrap:anywhere]">
            {namesOf(exception)}
          </p>
        </div>
        <ReasonField reason={reason} onReason={setReason} autoFocus />
        <ButtonRow reversed>
          <Button type="submit" size="lg" disabled={isBlank} busy={pending}>
            {submit}
          </Button>
          <Button variant="secondary" size="lg" disabled={pending} onClick={cancel}>
            Cancel
          </Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}

/** The order and its merchant, or the wallet, and what is at stake. */
function namesOf({ merchantOrderId, merchant, walletId, amountUsd }: ExceptionRecord): string {
  const wallet = merchantOrderId === null && walletId !== null ? `Wallet ${walletId}` : null;
  const atStake = amountUsd === null ? null : formatUsdValue(amountUsd);
  return [merchantOrderId, merchant?.name ?? null, wallet, atStake]
    .filter((name) => name !== null)
    .join(' · ');
}
