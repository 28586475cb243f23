import type { UserSettings } from '@halyard/contract/users';
import { fieldsOf, isRecord } from '../../shared/api/answer-fields.ts';
import { parseDecimal } from './parse-decimal.ts';

/** Settings of a response. A missing one leaves its field blank. */
export type SavedSettings = Readonly<{ [Setting in keyof UserSettings]?: number | undefined }> & {
  /** Undefined if the server does not version settings. */
  readonly etag?: string | undefined;
};

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
  return typeof value === 'string' ? parseDecimal(value) : undefined;
}
