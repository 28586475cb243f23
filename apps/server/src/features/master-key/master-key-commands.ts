import type { MasterKeyFile } from '../../infra/crypto/master-key-file.ts';
import { type RotationParts, rotateMasterKey } from './master-key-rotation.ts';

export const MASTER_KEY_USAGE = [
  'rotate-master-key           re-wrap every secret under a new master key, or under MASTER_KEY if set',
];

/** Runs `rotate-master-key`. Returns false if it failed; the reason was printed. */
export async function runMasterKeyCommand(
  parts: Omit<RotationParts, 'onProgress'>,
  args: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  if (args.length > 0) {
    print('rotate-master-key: takes no arguments');
    return false;
  }
  const { file, masterKeys } = parts;
  if (file === undefined && masterKeys().length === 1) {
    print(
      'rotate-master-key: set MASTER_KEY to a new key and MASTER_KEY_PREVIOUS to the current one, start every product process with them, then run this again.',
    );
    return false;
  }
  const onProgress = (column: string, rewrapped: number) => print(`${column}: ${rewrapped} re-wrapped`);
  const { rewrapped, resealed, broken } = await rotateMasterKey({ ...parts, onProgress });
  for (const secret of broken)
    print(`${secret} cannot be decrypted with any master key: it was altered outside Halyard`);
  if (broken.length > 0) {
    print(
      'The old master key was kept. For administrators.totp_secret, run reset-2fa. Restore other secrets from a backup. Then run this again.',
    );
    return false;
  }
  const total = Object.values(rewrapped).reduce((sum, secrets) => sum + secrets, 0);
  print(
    `${total} ${total === 1 ? 'secret' : 'secrets'} re-wrapped; ${resealed} rows and the audit log were resealed.`,
  );
  print(lastLine(file));
  return true;
}

function lastLine(file: MasterKeyFile | undefined): string {
  return file === undefined
    ? 'MASTER_KEY_PREVIOUS can now be removed, if every process runs with this MASTER_KEY.'
    : 'The old master key was removed. Older backups still need the old key file.';
}
