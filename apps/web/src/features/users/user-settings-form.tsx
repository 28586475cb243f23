import { FEE_RATE, UNLIMITED_MERCHANTS } from '@halyard/contract/constants';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { formatCount } from '../../shared/format/format-number.ts';
import { TextField } from '../../shared/ui/field/text-field.tsx';
import { PanelSection } from '../../shared/ui/panel-section.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { FeePreviewNote } from './fee-preview-note.tsx';
import { percentOf } from './percent-of.ts';
import type { SavedSettings } from './saved-settings.ts';
import { SectionLoadError } from './section-load-error.tsx';
import { numericSettings, type SettingsDraft, settingsErrors } from './settings-draft.ts';
import type { UserSettingsState } from './use-user-settings.ts';

interface UserSettingsFormProps {
  readonly uuid: string;
  readonly settings: UserSettingsState;
  readonly formId: string;
  readonly onInvalid: () => void;
}

export function UserSettingsForm(props: UserSettingsFormProps) {
  const { read, saved, draft } = props.settings;
  if (read.isError && !saved) {
    return (
      <PanelSection title="Settings">
        <SectionLoadError title="Couldn't load settings" query={read} />
      </PanelSection>
    );
  }
  if (!saved || !draft) {
    return <UserSettingsSkeleton />;
  }
  return (
    <PanelSection title="Settings">
      <SettingsFields {...props} saved={saved} draft={draft} />
    </PanelSection>
  );
}

interface SettingsFieldsProps extends UserSettingsFormProps {
  readonly saved: SavedSettings;
  readonly draft: SettingsDraft;
}

function SettingsFields({ uuid, settings, formId, onInvalid, saved, draft }: SettingsFieldsProps) {
  const form = useRef<HTMLFormElement>(null);
  const { errors, change, submit } = settings;
  const focusWhenVisible = useFocusWhenVisible(form);

  async function save(event: FormEvent) {
    event.preventDefault();
    const [firstInvalid] = Object.keys(await submit());
    if (firstInvalid !== undefined) {
      onInvalid();
      focusWhenVisible(firstInvalid);
    }
  }

  return (
    <form ref={form} id={formId} noValidate onSubmit={save} className="grid gap-5">
      <div className="grid gap-2">
        <TextField
          label="Service Fee Rate"
          name="serviceFeeRate"
          type="number"
          inputMode="decimal"
          min={FEE_RATE.min}
          max={FEE_RATE.max}
          step={FEE_RATE.step}
          value={draft.serviceFeeRate}
          error={errors.serviceFeeRate}
          hint={feeRateHint(draft)}
          onWheel={({ currentTarget }) => currentTarget.blur()}
          onChange={({ target }) => change('serviceFeeRate', target.value)}
        />
        <FeePreviewNote uuid={uuid} savedRate={saved.serviceFeeRate} rate={changedFeeRate(draft, saved)} />
      </div>
      <TextField
        label="Max Merchants"
        name="maxMerchants"
        type="number"
        inputMode="numeric"
        min={UNLIMITED_MERCHANTS}
        step={1}
        value={draft.maxMerchants}
        error={errors.maxMerchants}
        hint={maxMerchantsHint(draft)}
        onWheel={({ currentTarget }) => currentTarget.blur()}
        onChange={({ target }) => change('maxMerchants', target.value)}
      />
    </form>
  );
}

/** Returns a function that focuses a field, after its tab has opened if needed. */
function useFocusWhenVisible(form: RefObject<HTMLFormElement | null>) {
  const pendingName = useRef<string>(undefined);

  function focusPending() {
    const name = pendingName.current;
    const field = name && form.current?.querySelector<HTMLInputElement>(`[name="${name}"]`);
    if (field && !field.closest('[hidden]')) {
      pendingName.current = undefined;
      field.focus();
    }
  }

  useEffect(focusPending);

  return (name: string) => {
    pendingName.current = name;
    focusPending();
  };
}

export function UserSettingsSkeleton() {
  return (
    <PanelSection title="Settings">
      <FieldSkeleton />
      <FieldSkeleton />
    </PanelSection>
  );
}

function FieldSkeleton() {
  return (
    <div className="grid gap-1.5">
      <Skeleton className="h-5 w-32" />
      <Skeleton className="h-10 w-full max-md:h-11" />
      <Skeleton className="h-4.25 w-72" />
    </div>
  );
}

function changedFeeRate(draft: SettingsDraft, saved: SavedSettings): number | undefined {
  const { serviceFeeRate } = numericSettings(draft);
  const isInvalid = settingsErrors(draft, saved).serviceFeeRate !== undefined;
  return isInvalid || serviceFeeRate === saved.serviceFeeRate ? undefined : serviceFeeRate;
}

const KEEPS_VALUE = 'Leave blank to keep the current value.';

function feeRateHint(draft: SettingsDraft): string {
  const { serviceFeeRate: rate } = numericSettings(draft);
  if (rate === undefined) {
    return KEEPS_VALUE;
  }
  const example = rate >= FEE_RATE.min && rate <= FEE_RATE.max ? rate : 0.05;
  return `Decimal from 0 to 1 (${example} = ${percentOf(example)}). Applies to new orders only.`;
}

function maxMerchantsHint(draft: SettingsDraft): string {
  const { maxMerchants: limit } = numericSettings(draft);
  const meanings = `${UNLIMITED_MERCHANTS} = unlimited, 0 = disabled.`;
  if (limit === undefined) {
    return KEEPS_VALUE;
  }
  if (limit === UNLIMITED_MERCHANTS) {
    return `Unlimited merchants. ${meanings}`;
  }
  if (limit === 0) {
    return `No new merchants. ${meanings}`;
  }
  return limit > 0
    ? `At most ${formatCount(limit)} ${limit === 1 ? 'merchant' : 'merchants'}. ${meanings}`
    : meanings;
}
