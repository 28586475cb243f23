import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { chown, link, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasCluster, inDataDir, makeDataDir } from '../data-dir.ts';
import { errorCode } from '../error-code.ts';
import { StartupError } from '../startup-error.ts';
import { type MasterKeyRing, type MasterKeys, masterKeyRing } from './master-keys.ts';

const KEY_BYTES = 32;
const OWNER_ONLY = 0o600;
const OTHERS = 0o077;

/** The master keys of the evaluation mode, one base64 key per line, the current one first. */
export interface MasterKeyFile {
  /** Reads the file again if it changed. Returns the last keys while the file is unreadable. */
  readonly masterKeys: MasterKeys;
  /** Adds a new current key. The caller must prevent concurrent rotations. */
  readonly addKey: () => Promise<void>;
  readonly dropPrevious: () => Promise<void>;
}

/** Opens or creates `dataDir/master.key`. @throws StartupError if it has no key, is readable by others or unusable */
export async function openMasterKeyFile(dataDir: string): Promise<MasterKeyFile> {
  const file = join(dataDir, 'master.key');
  let { seen, ring } = await inDataDir(dataDir, async () => {
    await makeDataDir(dataDir);
    if (readIfThere(file) === undefined) await createFirstKey(dataDir, file);
    return { seen: inodeOf(file), ring: readRing(file) };
  });

  const masterKeys = () => {
    try {
      const inode = inodeOf(file);
      if (inode === seen) return ring;
      ring = readRing(file);
      seen = inode;
    } catch {
      // The file was moved, or someone is editing it.
    }
    return ring;
  };
  return {
    masterKeys,
    addKey: async () => await replaceFile(file, [newLine(), ...readLines(file)]),
    dropPrevious: async () => await replaceFile(file, readLines(file).slice(0, 1)),
  };
}

/** A new key could not open what an existing database holds. */
async function createFirstKey(dataDir: string, file: string): Promise<void> {
  if (await hasCluster(dataDir)) {
    throw new StartupError(
      `MASTER_KEY: ${dataDir} holds a database but no master.key: restore ${file}, or set the key that this database was started with`,
    );
  }
  await createFile(file);
}

/** Changes whenever the file is replaced or written. */
function inodeOf(file: string): string {
  const { ino, mtimeNs, size } = statSync(file, { bigint: true });
  return `${ino} ${mtimeNs} ${size}`;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function readRing(file: string): MasterKeyRing {
  const mode = statSync(file).mode & 0o777;
  if ((mode & OTHERS) !== 0) {
    throw new StartupError(
      `MASTER_KEY: users other than its owner can access ${file} (mode ${mode.toString(8)}): run chmod 600 on it, and rotate the key if someone may have read it`,
    );
  }
  const keys = readLines(file).map((line) => Buffer.from(line, 'base64'));
  const [current, ...previous] = keys;
  if (current === undefined || keys.some((key) => key.length !== KEY_BYTES)) {
    throw new StartupError(`MASTER_KEY: ${file} must contain one key of 32 bytes in base64 per line`);
  }
  return masterKeyRing(current, ...previous);
}

function readLines(file: string): readonly string[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split(/\s*\n\s*/);
}

function newLine(): string {
  return randomBytes(KEY_BYTES).toString('base64');
}

async function createFile(file: string): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await writeLines(draft, [newLine()]);
  await link(draft, file).catch((error: unknown) => {
    if (errorCode(error) !== 'EEXIST') throw error;
  });
  await rm(draft);
}

/** Replaces the file atomically, even if the machine crashes. */
async function replaceFile(file: string, lines: readonly string[]): Promise<void> {
  const { uid, gid } = statSync(file);
  // The fixed name ensures that a crash leaves no old key behind in a draft.
  const draft = `${file}.next`;
  await writeLines(draft, lines);
  // The command line may run as root, the product as another user.
  if (process.getuid?.() !== uid) await chown(draft, uid, gid);
  await rename(draft, file);
  const directory = await open(dirname(file));
  await directory.sync().finally(() => directory.close());
}

async function writeLines(file: string, lines: readonly string[]): Promise<void> {
  const handle = await open(file, 'w', OWNER_ONLY);
  try {
    await handle.chmod(OWNER_ONLY);
    await handle.writeFile(`${lines.join('\n')}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}
