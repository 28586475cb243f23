import { FEE_RATE, UNLIMITED_MERCHANTS } from '@halyard/contract/constants';
import type { UserSettings } from '@halyard/contract/users';
import { parseDecimal } from './parse-decimal.ts';
import type { SavedSettings } from './saved-settings.ts';

export type SettingsDraft = Readonly<Record<keyof UserSettings, string>>;
export type SettingsField = keyof UserSettings;
export type SettingsErrors = Readonly<Partial<Record<SettingsField, string>>>;

/** At most two decimals, as many as the step has. */
const MULTIPLE_OF_STEP = /^-?(\d+(\.\d{1,2}0*)?|\.\d{1,2}0*)$/;
/** More digits do not fit into a number exactly. */
const WHOLE_NUMBER = /^-?\d{1,15}$/;

export function draftOf({ serviceFeeRate, maxMerchants }: SavedSettings): SettingsDraft {
  return { serviceFeeRate: String(serviceFeeRate ?? ''), maxMerchants: String(maxMerchants ?? '') };
}

/** Returns the numeric values and omits all others (specification, section 5, "User settings"). */
export function numericSettings(draft: Partial<SettingsDraft>): Partial<UserSettings> {
  const serviceFeeRate = parseDecimal(draft.serviceFeeRate ?? '');
  const maxMerchants = parseDecimal(draft.maxMerchants ?? '');
  return {
    ...(serviceFeeRate !== undefined && { serviceFeeRate }),
    ...(maxMerchants !== undefined && { maxMerchants }),
  };
}

/** Returns the edits that are numbers or blank. */
export function withoutOtherText(edited: Partial<SettingsDraft>): Partial<SettingsDraft> {
  const isUsable = (text: string) => text.trim() === '' || parseDecimal(text) !== undefined;
  return Object.fromEntries(Object.entries(edited).filter(([, text]) => isUsable(text)));
}

/** Returns the request body: edited values, and saved values that the form accepts. */
export function settingsToSend(edited: Partial<SettingsDraft>, saved: SavedSettings): Partial<UserSettings> {
  const draft = draftOf(saved);
  const invalid = settingsErrors(draft);
  return numericSettings({
    serviceFeeRate: edited.serviceFeeRate ?? (invalid.serviceFeeRate ? '' : draft.serviceFeeRate),
    maxMerchants: edited.maxMerchants ?? (invalid.maxMerchants ? '' : draft.maxMerchants),
  });
}

/** Validates edited fields. A blank field is valid. */
export function settingsErrors({ serviceFeeRate, maxMerchants }: Partial<SettingsDraft>): SettingsErrors {
  const feeError = serviceFeeRate?.trim() ? feeRateError(serviceFeeRate.trim()) : undefined;
  const merchantsError = maxMerchants?.trim() ? maxMerchantsError(maxMerchants.trim()) : undefined;
  return {
    ...(feeError !== undefined && { serviceFeeRate: feeError }),
    ...(merchantsError !== undefined && { maxMerchants: merchantsError }),
  };
}

function feeRateError(text: string): string | undefined {
  const rate = parseDecimal(text);
  if (rate === undefined) {
    return 'Enter a decimal with a point, such as 0.05 for 5%';
  }
  if (rate < FEE_RATE.min || rate > FEE_RATE.max) {
    return `The rate must be between ${FEE_RATE.min} and ${FEE_RATE.max}`;
  }
  return MULTIPLE_OF_STEP.test(text) ? undefined : `Use a multiple of ${FEE_RATE.step}`;
}

function maxMerchantsError(text: string): string | undefined {
  if (!WHOLE_NUMBER.test(text)) {
    return 'The limit must be a whole number, such as 5';
  }
  return Number(text) < UNLIMITED_MERCHANTS ? `The limit must be at least ${UNLIMITED_MERCHANTS}` : undefined;
}
