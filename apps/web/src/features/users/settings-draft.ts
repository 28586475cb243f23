import { FEE_RATE, UNLIMITED_MERCHANTS } from '@halyard/contract/constants';
import type { UserSettings } from '@halyard/contract/users';
import { parseNumber, type SavedSettings } from './saved-settings.ts';

export type SettingsDraft = Readonly<Record<keyof UserSettings, string>>;
export type SettingsField = keyof UserSettings;
export type SettingsErrors = Readonly<Partial<Record<SettingsField, string>>>;

/** Far smaller than the step and far larger than float errors. */
const TOLERANCE = 1e-9;

export function draftOf({ serviceFeeRate, maxMerchants }: SavedSettings): SettingsDraft {
  return { serviceFeeRate: String(serviceFeeRate ?? ''), maxMerchants: String(maxMerchants ?? '') };
}

/** Returns the numeric values and omits others (specification, section 5, "User settings"). */
export function numericSettings(draft: Partial<SettingsDraft>): Partial<UserSettings> {
  const serviceFeeRate = parseNumber(draft.serviceFeeRate ?? '');
  const maxMerchants = parseNumber(draft.maxMerchants ?? '');
  return {
    ...(serviceFeeRate !== undefined && { serviceFeeRate }),
    ...(maxMerchants !== undefined && { maxMerchants }),
  };
}

/** Returns the request body: edited values, and saved values that the form accepts. */
export function settingsToSend(edited: Partial<SettingsDraft>, saved: SavedSettings): Partial<UserSettings> {
  const draft = draftOf(saved);
  const invalid = settingsErrors(draft, {});
  return numericSettings({
    serviceFeeRate: edited.serviceFeeRate ?? (invalid.serviceFeeRate ? '' : draft.serviceFeeRate),
    maxMerchants: edited.maxMerchants ?? (invalid.maxMerchants ? '' : draft.maxMerchants),
  });
}

/** Validates the form. A saved fee rate is always valid. */
export function settingsErrors(draft: SettingsDraft, saved: SavedSettings): SettingsErrors {
  const { serviceFeeRate, maxMerchants } = numericSettings(draft);
  const feeError =
    serviceFeeRate === undefined || serviceFeeRate === saved.serviceFeeRate
      ? undefined
      : feeRateError(serviceFeeRate);
  const merchantsError = maxMerchants === undefined ? undefined : maxMerchantsError(maxMerchants);
  return {
    ...(feeError !== undefined && { serviceFeeRate: feeError }),
    ...(merchantsError !== undefined && { maxMerchants: merchantsError }),
  };
}

function feeRateError(rate: number): string | undefined {
  if (rate < FEE_RATE.min || rate > FEE_RATE.max) {
    return `The rate must be between ${FEE_RATE.min} and ${FEE_RATE.max}`;
  }
  const steps = rate / FEE_RATE.step;
  return Math.abs(steps - Math.round(steps)) < TOLERANCE ? undefined : `Use a multiple of ${FEE_RATE.step}`;
}

function maxMerchantsError(limit: number): string | undefined {
  if (!Number.isInteger(limit)) {
    return 'The limit must be a whole number';
  }
  return limit < UNLIMITED_MERCHANTS ? `The limit must be at least ${UNLIMITED_MERCHANTS}` : undefined;
}
