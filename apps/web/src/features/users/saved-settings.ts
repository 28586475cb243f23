import type { UserSettings } from '@halyard/contract/users';
import { fieldsOf, isRecord } from '../../shared/api/answer-fields.ts';

/** A user's settings as a server gave them; undefined where it has none of that name, which the form leaves blank. */
export type SavedSettings = Readonly<{ [Setting in keyof UserSettings]?: number | undefined }>;

/** Reads settings from an answer: numbers, or decimal text. Undefined for what is no answer about settings. */
export function settingsAnswer(body: unknown): SavedSettings | undefined {
  const { serviceFeeRate, maxMerchants } = fieldsOf<UserSettings>(body);
  const isAboutSettings = isRecord(body) && (serviceFeeRate !== undefined || maxMerchants !== undefined);
  return isAboutSettings
    ? { serviceFeeRate: numberOf(serviceFeeRate), maxMerchants: numberOf(maxMerchants) }
    : undefined;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') {
    return value;
  }
  return typeof value === 'string' ? numberIn(value) : undefined;
}

/** The number that a text says; undefined where it is blank or says none. */
export function numberIn(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
