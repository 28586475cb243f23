import { REASON_LENGTH_MAX } from '@halyard/contract/constants';
import { TextArea } from '../../shared/ui/field/text-area.tsx';

interface ReasonFieldProps {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly autoFocus?: boolean;
}

/** The required reason of a decision. */
export function ReasonField({ reason, onReason, autoFocus = false }: ReasonFieldProps) {
  return (
    <TextArea
      label="Reason"
      name="reason"
      required
      autoFocus={autoFocus}
      maxLength={REASON_LENGTH_MAX}
      value={reason}
      hint="Recorded in the audit log and visible to other administrators."
      onChange={({ target }) => onReason(target.value)}
    />
  );
}
