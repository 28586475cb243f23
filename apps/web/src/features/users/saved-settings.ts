import type { UserSettings } from '@halyard/contract/users';
import { fieldsOf, isRecord } from '../../shared/api/answer-fields.ts';

/** A user's settings from a response. A missing setting is undefined, and its field is blank. */
export type SavedSettings = Readonly<{ [Setting in keyof UserSettings]?: number | undefined }>;

/** Reads settings, as numbers or decimal text, from a response. Returns undefined if it has none. */
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

/** Parses a number. Returns undefined for blank and non-numeric text. */
export function parseNumber(text: string): number | undefined {
  const value = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}
