import type { MasterKeyFile } from '../../infra/crypto/master-key-file.ts';
import { type RotationParts, rotateMasterKey } from './master-key-rotation.ts';

export const MASTER_KEY_USAGE = [
  'rotate-master-key           wrap every secret anew under a new master key, or under MASTER_KEY where that is set',
];

/** Runs `rotate-master-key` of the command line. @returns whether all was done; if not, a line said why. */
export async function runMasterKeyCommand(
  parts: Omit<RotationParts, 'onProgress'>,
  args: readonly string[],
  print: (line: string) => void,
): Promise<boolean> {
  if (args.length > 0) {
    print('rotate-master-key: expected nothing behind it');
    return false;
  }
  const { file, masterKeys } = parts;
  if (file === undefined && masterKeys().length === 1) {
    print(
      'rotate-master-key: set MASTER_KEY to a new key and MASTER_KEY_PREVIOUS to the present one, start every',
    );
    print('process of the product with them, then run this again.');
    return false;
  }
  const onProgress = (column: string, rewrapped: number) => print(`${column}: ${rewrapped} wrapped anew`);
  const { rewrapped, broken } = await rotateMasterKey({ ...parts, onProgress });
  for (const secret of broken)
    print(`${secret} opens under none of the master keys: it was changed from outside`);
  if (broken.length > 0) {
    print('The former master key is kept. Remove these secrets (reset-2fa), then run this again.');
    return false;
  }
  const total = Object.values(rewrapped).reduce((sum, secrets) => sum + secrets, 0);
  print(`${total} ${total === 1 ? 'secret' : 'secrets'} wrapped anew; the audit log is sealed anew.`);
  print(lastLine(file));
  return true;
}

function lastLine(file: MasterKeyFile | undefined): string {
  return file === undefined
    ? 'Nothing needs MASTER_KEY_PREVIOUS any more: take it away, if every process runs with this MASTER_KEY.'
    : 'The former master key is gone. Backups of the database from before need the key file from before.';
}
