import { type FormEvent, useEffect, useRef } from 'react';
import { formatCount } from '../../shared/format/format-number.ts';
import { TextField } from '../../shared/ui/field/text-field.tsx';
import { PanelSection } from '../../shared/ui/panel-section.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { FeePreviewNote } from './fee-preview-note.tsx';
import { NotRead } from './not-read.tsx';
import { percentOf } from './percent-of.ts';
import { FEE_RATE_STEP, type SettingsDraft, settingsErrors, settingsIn } from './settings-draft.ts';
import type { UserSettingsState } from './use-user-settings.ts';

interface UserSettingsFormProps {
  readonly uuid: string;
  readonly settings: UserSettingsState;
  readonly formId: string;
  readonly onInvalid: () => void;
}

export function UserSettingsForm({ uuid, settings, formId, onInvalid }: UserSettingsFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { read, saved, draft, errors, change, submit } = settings;
  /** The invalid field to focus once it is visible: its tab may have to open first. */
  const awaited = useRef<string>(undefined);

  function focusAwaited() {
    const field =
      awaited.current && form.current?.querySelector<HTMLInputElement>(`[name="${awaited.current}"]`);
    if (field && !field.closest('[hidden]')) {
      awaited.current = undefined;
      field.focus();
    }
  }

  useEffect(focusAwaited);

  async function save(event: FormEvent) {
    event.preventDefault();
    const [first] = Object.keys(await submit());
    if (first !== undefined) {
      awaited.current = first;
      onInvalid();
      focusAwaited();
    }
  }

  if (read.isError && !saved) {
    return (
      <PanelSection title="Settings">
        <NotRead title="Couldn't load settings" query={read} />
      </PanelSection>
    );
  }
  if (!saved || !draft) {
    return <UserSettingsSkeleton />;
  }
  const changedRate = changedFeeRate(settings);
  return (
    <PanelSection title="Settings">
      <form ref={form} id={formId} noValidate onSubmit={save} className="grid gap-5">
        <div className="grid gap-2">
          <TextField
            label="Service Fee Rate"
            name="serviceFeeRate"
            type="number"
            inputMode="decimal"
            min={0}
            max={1}
            step={FEE_RATE_STEP}
            value={draft.serviceFeeRate}
            error={errors.serviceFeeRate}
            hint={feeRateHint(draft)}
            onWheel={({ currentTarget }) => currentTarget.blur()}
            onChange={({ target }) => change('serviceFeeRate', target.value)}
          />
          <FeePreviewNote uuid={uuid} savedRate={saved.serviceFeeRate} rate={changedRate} />
        </div>
        <TextField
          label="Max Merchants"
          name="maxMerchants"
          type="number"
          inputMode="numeric"
          min={-1}
          step={1}
          value={draft.maxMerchants}
          error={errors.maxMerchants}
          hint={maxMerchantsHint(draft)}
          onWheel={({ currentTarget }) => currentTarget.blur()}
          onChange={({ target }) => change('maxMerchants', target.value)}
        />
      </form>
    </PanelSection>
  );
}

export function UserSettingsSkeleton() {
  return (
    <PanelSection title="Settings">
      <FieldSkeleton hintLines={1} />
      <FieldSkeleton hintLines={2} />
    </PanelSection>
  );
}

function FieldSkeleton({ hintLines }: { readonly hintLines: 1 | 2 }) {
  return (
    <div className={`grid gap-1.5 ${hintLines === 2 ? 'pb-3.5' : ''}`}>
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-10 w-full max-md:h-11" />
      <Skeleton className={`w-72 ${hintLines === 2 ? 'h-5' : 'h-4.25'}`} />
    </div>
  );
}

/** The fee rate that would be saved, where it is a good one and another than now. */
function changedFeeRate({ draft, saved }: UserSettingsState): number | undefined {
  if (!draft || !saved || settingsErrors(draft, saved).serviceFeeRate !== undefined) {
    return undefined;
  }
  const { serviceFeeRate } = settingsIn(draft);
  return serviceFeeRate === saved.serviceFeeRate ? undefined : serviceFeeRate;
}

const KEPT = 'Leave blank to keep the current value.';

function feeRateHint(draft: SettingsDraft): string {
  const { serviceFeeRate: rate } = settingsIn(draft);
  if (rate === undefined) {
    return KEPT;
  }
  const example = rate >= 0 && rate <= 1 ? rate : 0.05;
  return `Decimal from 0 to 1 (${example} = ${percentOf(example)}). Applies to new orders only.`;
}

function maxMerchantsHint(draft: SettingsDraft): string {
  const { maxMerchants: limit } = settingsIn(draft);
  const meanings = '-1 means unlimited, 0 disabled, and any other number is a limit.';
  if (limit === undefined) {
    return KEPT;
  }
  if (limit === -1) {
    return `Unlimited merchants. ${meanings}`;
  }
  if (limit === 0) {
    return `No new merchants. ${meanings}`;
  }
  return limit > 0
    ? `At most ${formatCount(limit)} ${limit === 1 ? 'merchant' : 'merchants'}. ${meanings}`
    : meanings;
}
