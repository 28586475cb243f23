import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '../../domain/session/use-api.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import {
  draftOf,
  numericSettings,
  type SettingsDraft,
  type SettingsErrors,
  type SettingsField,
  settingsErrors,
} from './settings-draft.ts';
import { useSaveUserSettings } from './use-user-actions.ts';
import { userSettingsQuery } from './user-queries.ts';

const FIELDS: readonly SettingsField[] = ['serviceFeeRate', 'maxMerchants'];

export type UserSettingsState = ReturnType<typeof useUserSettings>;

export function useUserSettings(uuid: string) {
  const read = useQuery(userSettingsQuery(useApi(), uuid));
  const save = useSaveUserSettings(uuid);
  const [edited, setEdited] = useState<Partial<SettingsDraft>>({});
  const [errors, setErrors] = useState<SettingsErrors>({});
  const saved = read.data;
  const draft = saved && { ...draftOf(saved), ...edited };
  const changed = saved !== undefined && FIELDS.some((field) => draft?.[field] !== draftOf(saved)[field]);

  function change(field: SettingsField, text: string) {
    const { [field]: _, ...otherErrors } = errors;
    const { [field]: __, ...others } = edited;
    setEdited(saved && text === draftOf(saved)[field] ? others : { ...others, [field]: text });
    setErrors(otherErrors);
  }

  async function submit(): Promise<SettingsErrors> {
    if (!saved || !draft || save.pending) {
      return {};
    }
    const invalid =
      Object.keys(numericSettings(draft)).length === 0
        ? { serviceFeeRate: 'Enter a value to save' }
        : settingsErrors(draft, saved);
    const found = Object.keys(invalid).length > 0 ? invalid : await send(edited);
    setErrors(found);
    return found;
  }

  async function send(sent: Partial<SettingsDraft>): Promise<SettingsErrors> {
    const outcome = await save.run(sent);
    if (outcome.kind !== 'done') {
      return outcome.kind === 'failed' ? serverErrors(outcome.error) : {};
    }
    // Keep edits made while saving.
    setEdited((now) =>
      Object.fromEntries(
        FIELDS.flatMap((field) => {
          const text = now[field];
          return text === undefined || text === sent[field] ? [] : [[field, text]];
        }),
      ),
    );
    return {};
  }

  return { read, saved, draft, changed, errors, saving: save.pending, change, submit };
}

function serverErrors(error: unknown): SettingsErrors {
  const fields = error instanceof ApiError ? error.errors : [];
  return Object.fromEntries(
    fields
      .filter(({ field }) => FIELDS.some((known) => known === field))
      .map(({ field, message }) => [field, message]),
  );
}
