import { FEE_RATE, UNLIMITED_MERCHANTS } from '@halyard/contract/constants';
import { type FormEvent, type RefObject, useEffect, useRef } from 'react';
import { formatCount } from '../../shared/format/format-number.ts';
import { TextField } from '../../shared/ui/field/text-field.tsx';
import { PanelSection } from '../../shared/ui/panel-section.tsx';
import { Skeleton } from '../../shared/ui/skeleton.tsx';
import { parseDecimal } from './parse-decimal.ts';
import { percentOf } from './percent-of.ts';
import { SectionLoadError } from './section-load-error.tsx';
import type { SettingsDraft } from './settings-draft.ts';
import { stepWithArrows } from './step-with-arrows.ts';
import type { UserSettingsState } from './use-user-settings.ts';

const MERCHANT_LIMIT = { min: UNLIMITED_MERCHANTS, step: 1 };

interface UserSettingsFormProps {
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
      <SettingsFields {...props} draft={draft} />
    </PanelSection>
  );
}

interface SettingsFieldsProps extends UserSettingsFormProps {
  readonly draft: SettingsDraft;
}

function SettingsFields({ settings, formId, onInvalid, draft }: SettingsFieldsProps) {
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
      <TextField
        label="Service Fee Rate"
        name="serviceFeeRate"
        inputMode="decimal"
        autoComplete="off"
        {...FEE_RATE}
        value={draft.serviceFeeRate}
        error={errors.serviceFeeRate}
        hint={feeRateHint(draft)}
        trailing={<Percent rate={feeRateOf(draft)} />}
        onKeyDown={stepWithArrows(FEE_RATE, (text) => change('serviceFeeRate', text))}
        onChange={({ target }) => change('serviceFeeRate', target.value)}
      />
      <TextField
        label="Max Merchants"
        name="maxMerchants"
        inputMode="numeric"
        autoComplete="off"
        {...MERCHANT_LIMIT}
        value={draft.maxMerchants}
        error={errors.maxMerchants}
        hint={maxMerchantsHint(draft)}
        onKeyDown={stepWithArrows(MERCHANT_LIMIT, (text) => change('maxMerchants', text))}
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

/** The value as a percentage, in the field. The hint says the same to screen readers. */
function Percent({ rate }: { readonly rate: number | undefined }) {
  return rate === undefined ? null : (
    <span
      aria-hidden
      translate="no"
      className="pointer-events-none absolute inset-y-px right-3 flex items-center bg-surface-raised text-ink-quiet tabular-nums"
    >
      {`= ${percentOf(rate)}`}
    </span>
  );
}

const KEEPS_VALUE = 'Leave blank to keep the current value.';

/** Returns the rate if it is between 0 and 1. */
function feeRateOf({ serviceFeeRate }: SettingsDraft): number | undefined {
  const rate = parseDecimal(serviceFeeRate);
  return rate !== undefined && rate >= FEE_RATE.min && rate <= FEE_RATE.max ? rate : undefined;
}

function feeRateHint(draft: SettingsDraft): string {
  if (draft.serviceFeeRate.trim() === '') {
    return KEEPS_VALUE;
  }
  const example = feeRateOf(draft) ?? 0.05;
  return `Decimal from 0 to 1 (${example} = ${percentOf(example)}). Applies to new orders only.`;
}

function maxMerchantsHint({ maxMerchants }: SettingsDraft): string {
  const limit = parseDecimal(maxMerchants);
  const meanings = `${UNLIMITED_MERCHANTS} = unlimited, 0 = disabled.`;
  if (maxMerchants.trim() === '') {
    return KEEPS_VALUE;
  }
  if (limit === UNLIMITED_MERCHANTS) {
    return `Unlimited merchants. ${meanings}`;
  }
  if (limit === 0) {
    return `No new merchants. ${meanings}`;
  }
  return limit !== undefined && limit > 0
    ? `At most ${formatCount(limit)} ${limit === 1 ? 'merchant' : 'merchants'}. ${meanings}`
    : meanings;
}
