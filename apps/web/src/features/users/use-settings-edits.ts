import { useState } from 'react';
import type { SavedSettings } from './saved-settings.ts';
import {
  draftOf,
  numericSettings,
  type SettingsDraft,
  type SettingsField,
  settingsErrors,
} from './settings-draft.ts';

/** Unsaved edits of settings. @param latest the newest known settings */
export function useSettingsEdits(latest: SavedSettings | undefined) {
  const [edited, setEdited] = useState<Partial<SettingsDraft>>({});
  // The edits stay based on the settings that were shown, so that a refetch doesn't hide a change by someone else.
  const [base, setBase] = useState<SavedSettings>();
  const saved = base ?? latest;

  /** Continues with `values` on top of `settings`. */
  function restart(values: Partial<SettingsDraft>, settings: SavedSettings | undefined) {
    setEdited(values);
    setBase(Object.keys(values).length > 0 ? settings : undefined);
  }

  function edit(field: SettingsField, text: string) {
    const { [field]: _, ...others } = edited;
    restart(saved && text === draftOf(saved)[field] ? others : { ...others, [field]: text }, saved);
  }

  /** Drops saved edits, and keeps those made while saving. */
  function dropSaved(sent: Partial<SettingsDraft>) {
    setBase(undefined);
    setEdited((now) =>
      Object.fromEntries(
        Object.entries(now).filter(([field, text]) => text !== sent[field as SettingsField]),
      ),
    );
  }

  return {
    edited,
    saved,
    draft: saved && { ...draftOf(saved), ...edited },
    changed: Object.keys(edited).length > 0,
    newFeeRate: newFeeRate(edited, saved),
    edit,
    restart,
    dropSaved,
  };
}

/** Returns the edited rate if it is valid and differs from the saved one. */
function newFeeRate(edited: Partial<SettingsDraft>, saved: SavedSettings | undefined): number | undefined {
  const { serviceFeeRate } = numericSettings(edited);
  const isInvalid = settingsErrors(edited).serviceFeeRate !== undefined;
  return isInvalid || serviceFeeRate === saved?.serviceFeeRate ? undefined : serviceFeeRate;
}
