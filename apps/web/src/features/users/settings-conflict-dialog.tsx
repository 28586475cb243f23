import { UNLIMITED_MERCHANTS } from '@halyard/contract/constants';
import { formatExactTime } from '../../shared/format/format-date.ts';
import { formatCount } from '../../shared/format/format-number.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ButtonRow } from '../../shared/ui/button-row.tsx';
import { Dialog } from '../../shared/ui/overlay/dialog.tsx';
import { percentOf } from './percent-of.ts';
import type { SavedSettings } from './saved-settings.ts';
import type { ConflictAnswer, SettingsConflict } from './settings-conflict.ts';
import type { SettingsField } from './settings-draft.ts';

interface SettingsConflictDialogProps {
  readonly conflict: SettingsConflict;
  /** The values that the administrator wants to save. */
  readonly wanted: SavedSettings;
  readonly onAnswer: (answer: ConflictAnswer) => void;
}

const LABELS: Readonly<Record<SettingsField, string>> = {
  serviceFeeRate: 'Service Fee Rate',
  maxMerchants: 'Max Merchants',
};

/** Shows another administrator's change before it is overwritten. */
export function SettingsConflictDialog({ conflict, wanted, onAnswer }: SettingsConflictDialogProps) {
  const { changedBy, changedAt, before, current } = conflict;
  return (
    <Dialog
      title="These settings have changed"
      description="Your values haven't been saved."
      onCancel={() => onAnswer('edit')}
    >
      <p className="mb-4 text-base">
        <bdi translate="no" className="wrap-anywhere">
          {changedBy ?? 'Someone'}
        </bdi>{' '}
        changed them
        {changedAt === null ? null : ` on ${formatExactTime(new Date(changedAt))}`}.
      </p>
      <table className="mb-5 w-full text-left text-sm tabular-nums [&_td]:py-2 [&_th]:py-2 [&_th]:pr-3 [&_th]:font-medium">
        <thead className="text-ink-quiet">
          <tr>
            <th scope="col">Setting</th>
            <th scope="col">Before</th>
            <th scope="col">Now</th>
            <th scope="col">Yours</th>
          </tr>
        </thead>
        <tbody translate="no">
          {(['serviceFeeRate', 'maxMerchants'] as const).map((field) => (
            <tr key={field} className="border-line border-t">
              <th scope="row">{LABELS[field]}</th>
              <td>{valueText(field, before[field])}</td>
              <td className={before[field] === current[field] ? '' : 'font-semibold'}>
                {valueText(field, current[field])}
              </td>
              <td>{valueText(field, wanted[field] ?? current[field])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <ButtonRow>
        <Button variant="secondary" size="lg" onClick={() => onAnswer('discard')}>
          Use current values
        </Button>
        <Button size="lg" onClick={() => onAnswer('overwrite')}>
          Save my values
        </Button>
      </ButtonRow>
    </Dialog>
  );
}

function valueText(field: SettingsField, value: number | undefined): string {
  if (value === undefined) {
    return '—';
  }
  if (field === 'serviceFeeRate') {
    return `${value} (${percentOf(value)})`;
  }
  return value === UNLIMITED_MERCHANTS ? 'Unlimited' : formatCount(value);
}
