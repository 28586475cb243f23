import type { UserSettings } from '@halyard/contract/users';
import { fieldsOf, isRecord } from '../../shared/api/answer-fields.ts';

/** Settings of a response. A missing one leaves its field blank. */
export type SavedSettings = Readonly<{ [Setting in keyof UserSettings]?: number | undefined }>;

/** Parses settings given as numbers or decimal text. Returns undefined if there are none. */
export function parseSettings(body: unknown): SavedSettings | undefined {
  const { serviceFeeRate, maxMerchants } = fieldsOf<UserSettings>(body);
  const hasSettings = isRecord(body) && (serviceFeeRate !== undefined || maxMerchants !== undefined);
  return hasSettings
    ? { serviceFeeRate: numberOf(serviceFeeRate), maxMerchants: numberOf(maxMerchants) }
    : undefined;
}

function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') {
    return value;
  }
  return typeof value === 'string' ? parseNumber(value) : undefined;
}

/** Returns undefined for blank and non-numeric text. */
export function parseNumber(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
