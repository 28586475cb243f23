import { type MasterKeyFile, openMasterKeyFile } from './master-key-file.ts';
import { fixedMasterKeys, type MasterKeys } from './master-keys.ts';

export interface OpenMasterKeys {
  readonly masterKeys: MasterKeys;
  /** Where the keys are kept; undefined where they come from the environment and only an operator changes them. */
  readonly file: MasterKeyFile | undefined;
}

/**
 * The master keys of the environment, or else those of the evaluation mode's file.
 * @throws StartupError as `openMasterKeyFile` does
 */
export async function openMasterKeys(settings: {
  readonly masterKey: Buffer | undefined;
  readonly previousMasterKeys: readonly Buffer[];
  readonly dataDir: string;
}): Promise<OpenMasterKeys> {
  const { masterKey, previousMasterKeys, dataDir } = settings;
  if (masterKey !== undefined) {
    return { masterKeys: fixedMasterKeys(masterKey, ...previousMasterKeys), file: undefined };
  }
  const file = await openMasterKeyFile(dataDir);
  return { masterKeys: file.masterKeys, file };
}
