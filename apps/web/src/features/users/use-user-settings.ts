import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import { useLazyDialog } from '../../shared/ui/overlay/use-lazy-dialog.ts';
import type { SavedSettings } from './saved-settings.ts';
import { type ConflictAnswer, conflictOf, namesChange, type SettingsConflict } from './settings-conflict.ts';
import {
  numericSettings,
  type SettingsDraft,
  type SettingsErrors,
  type SettingsField,
  settingsErrors,
  withoutOtherText,
} from './settings-draft.ts';
import { useSettingsEdits } from './use-settings-edits.ts';
import { OUTDATED, useSaveUserSettings } from './use-user-actions.ts';
import { readUserSettings, userSettingsQuery } from './user-panel-queries.ts';

const FIELDS: readonly SettingsField[] = ['serviceFeeRate', 'maxMerchants'];

const loadConflictDialog = () =>
  import('./settings-conflict-dialog.tsx').then(({ SettingsConflictDialog }) => SettingsConflictDialog);

export type UserSettingsState = ReturnType<typeof useUserSettings>;

export function useUserSettings(uuid: string) {
  const api = useApi();
  const query = userSettingsQuery(api, uuid);
  const read = useQuery(query);
  const queryClient = useQueryClient();
  const save = useSaveUserSettings(uuid);
  const { edited, restart, dropSaved, edit, ...shown } = useSettingsEdits(read.data);
  const [errors, setErrors] = useState<SettingsErrors>({});
  const [conflict, setConflict] = useState<SettingsConflict>();
  const { Dialog: ConflictDialog, ...dialog } = useLazyDialog(loadConflictDialog);
  const { saved, draft } = shown;

  function change(field: SettingsField, text: string) {
    const { [field]: _, ...otherErrors } = errors;
    edit(field, text);
    setErrors(otherErrors);
  }

  async function submit(): Promise<SettingsErrors> {
    if (!saved || !draft || save.pending) {
      return {};
    }
    const isBlank = FIELDS.every((field) => draft[field].trim() === '');
    const invalid = isBlank ? { serviceFeeRate: 'Enter a value to save' } : settingsErrors(edited);
    setErrors(invalid);
    if (!isSendable(edited, draft)) {
      return invalid;
    }
    const found = { ...invalid, ...(await send(edited, saved)) };
    setErrors(found);
    return found;
  }

  async function send(sent: Partial<SettingsDraft>, on: SavedSettings): Promise<SettingsErrors> {
    const outcome = await save.run({ edited: sent, saved: on });
    if (outcome.kind === 'done') {
      dropSaved(withoutOtherText(sent));
    } else if (outcome.kind === 'failed' && outcome.error instanceof ApiError) {
      await catchUp(outcome.error, sent, on);
    }
    return outcome.kind === 'failed' ? serverErrors(outcome.error) : {};
  }

  /** After a save of outdated settings, asks what to do with a newer change, or continues from the current version. */
  async function catchUp(error: ApiError, sent: Partial<SettingsDraft>, on: SavedSettings) {
    if (namesChange(error)) {
      ask(conflictOf(error, on));
    } else if (OUTDATED.includes(error.httpStatus)) {
      const current = await readUserSettings(api, uuid, { unasked: true }).catch(() => undefined);
      if (current && isSameSettings(current, on)) {
        restart(sent, current);
      } else if (current) {
        ask({ changedBy: null, changedAt: null, before: on, current });
      }
    }
  }

  function ask(found: SettingsConflict) {
    setConflict(found);
    dialog.open();
  }

  /** Continues from the other administrator's change. */
  async function resolve({ current }: SettingsConflict, answer: ConflictAnswer) {
    dialog.close();
    queryClient.setQueryData(query.queryKey, current);
    restart(answer === 'discard' ? {} : edited, current);
    if (answer === 'overwrite') {
      setErrors(await send(edited, current));
    }
  }

  const question = conflict &&
    ConflictDialog && { ConflictDialog, conflict, wanted: numericSettings(edited), resolve };
  return { ...shown, read, errors, saving: save.pending, question, change, submit };
}

/** Text that is no number is not sent, and stays in its field with an error. */
function isSendable(edited: Partial<SettingsDraft>, draft: SettingsDraft): boolean {
  const usable = withoutOtherText(edited);
  const hasNumber = Object.keys(numericSettings(draft)).length > 0;
  return hasNumber && Object.keys(usable).length > 0 && Object.keys(settingsErrors(usable)).length === 0;
}

function isSameSettings(one: SavedSettings, other: SavedSettings): boolean {
  return one.serviceFeeRate === other.serviceFeeRate && one.maxMerchants === other.maxMerchants;
}

function serverErrors(error: unknown): SettingsErrors {
  const fields = error instanceof ApiError ? error.errors : [];
  return Object.fromEntries(
    fields
      .filter(({ field }) => FIELDS.some((known) => known === field))
      .map(({ field, message }) => [field, message]),
  );
}
