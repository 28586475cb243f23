import type { NewerChange } from '@halyard/contract/error-body';
import type { UserSettings } from '@halyard/contract/users';
import { fieldsOf, instantIn, textIn } from '../../shared/api/answer-fields.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import type { SavedSettings } from './saved-settings.ts';

/** Another administrator's change that a save would have overwritten. */
export interface SettingsConflict {
  readonly changedBy: string | null;
  readonly changedAt: string | null;
  /** The settings that the form showed. */
  readonly before: SavedSettings;
  readonly current: SavedSettings;
}

export type ConflictAnswer = 'overwrite' | 'discard' | 'edit';

/** HTTP 412 is what servers without `changed_meanwhile` answer to a stale `If-Match`. */
export function isConflict(error: unknown): error is ApiError {
  return error instanceof ApiError && (namesChange(error) || error.httpStatus === 412);
}

/** Whether the answer says what changed. */
export function namesChange({ status }: ApiError): boolean {
  return status === 'changed_meanwhile';
}

/** @param before the settings that the form showed */
export function conflictOf(error: ApiError, before: SavedSettings): SettingsConflict {
  const { changedBy, changedAt, changes, etag } = fieldsOf<NewerChange>(error.change);
  const { serviceFeeRate, maxMerchants } = fieldsOf<Record<keyof UserSettings, unknown>>(changes);
  return {
    changedBy: textIn(changedBy),
    changedAt: instantIn(changedAt),
    before,
    current: {
      serviceFeeRate: numberAfter(serviceFeeRate) ?? before.serviceFeeRate,
      maxMerchants: numberAfter(maxMerchants) ?? before.maxMerchants,
      etag: textIn(etag) ?? undefined,
    },
  };
}

function numberAfter(change: unknown): number | undefined {
  const { after } = fieldsOf<{ readonly after: unknown }>(change);
  return typeof after === 'number' ? after : undefined;
}
