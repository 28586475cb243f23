import type { UserSettings } from '@halyard/contract/users';
import { numberIn, type SavedSettings } from './saved-settings.ts';

/** The fields of the form as text, as they were typed. */
export type SettingsDraft = Readonly<Record<keyof UserSettings, string>>;
export type SettingsField = keyof UserSettings;
export type SettingsErrors = Readonly<Partial<Record<SettingsField, string>>>;

export const FEE_RATE_STEP = 0.01;

/** Far below the step, far above what a float can be off by. */
const TOLERANCE = 1e-9;

export function draftOf({ serviceFeeRate, maxMerchants }: SavedSettings): SettingsDraft {
  return { serviceFeeRate: String(serviceFeeRate ?? ''), maxMerchants: String(maxMerchants ?? '') };
}

/** What can be sent: blank and non-numeric values are left out (specification, section 5, "User settings"). */
export function settingsIn(draft: Partial<SettingsDraft>): Partial<UserSettings> {
  const serviceFeeRate = numberIn(draft.serviceFeeRate ?? '');
  const maxMerchants = numberIn(draft.maxMerchants ?? '');
  return {
    ...(serviceFeeRate !== undefined && { serviceFeeRate }),
    ...(maxMerchants !== undefined && { maxMerchants }),
  };
}

/**
 * What is sent: what was typed, over what is saved by now. A saved value that this form would refuse is not sent back.
 */
export function settingsToSend(typed: Partial<SettingsDraft>, saved: SavedSettings): Partial<UserSettings> {
  const draft = draftOf(saved);
  const refused = settingsErrors(draft, {});
  return settingsIn({
    serviceFeeRate: typed.serviceFeeRate ?? (refused.serviceFeeRate ? '' : draft.serviceFeeRate),
    maxMerchants: typed.maxMerchants ?? (refused.maxMerchants ? '' : draft.maxMerchants),
  });
}

/** What is wrong with the values that are not the saved ones. */
export function settingsErrors(draft: SettingsDraft, saved: SavedSettings): SettingsErrors {
  const { serviceFeeRate, maxMerchants } = settingsIn(draft);
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
  if (rate < 0 || rate > 1) {
    return 'The rate must be between 0 and 1';
  }
  const steps = rate / FEE_RATE_STEP;
  return Math.abs(steps - Math.round(steps)) < TOLERANCE ? undefined : 'Use steps of 0.01';
}

function maxMerchantsError(limit: number): string | undefined {
  if (!Number.isInteger(limit)) {
    return 'The limit must be a whole number';
  }
  return limit < -1 ? 'The limit must be -1 or more' : undefined;
}
