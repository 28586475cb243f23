import { type MasterKeyFile, openMasterKeyFile } from './master-key-file.ts';
import { fixedMasterKeys, type MasterKeys } from './master-keys.ts';

export interface OpenMasterKeys {
  readonly masterKeys: MasterKeys;
  /** Undefined if the keys come from the environment. */
  readonly file: MasterKeyFile | undefined;
}

/** Opens the master keys of the environment, or else the key file. @throws StartupError */
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
