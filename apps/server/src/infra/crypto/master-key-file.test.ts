import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartupError } from '../startup-error.ts';
import { openMasterKeyFile } from './master-key-file.ts';

let dataDir: string;
let file: string;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'halyard-keys-'));
  file = join(dataDir, 'master.key');
});
afterEach(async () => await rm(dataDir, { recursive: true, force: true }));

const linesOf = async () => (await readFile(file, 'utf8')).trimEnd().split('\n');

describe('MasterKeyFile', () => {
  // @spec O.20
  it('creates one file, readable only by its owner, if many processes start', async () => {
    const opened = await Promise.all(
      Array.from({ length: 8 }, () => openMasterKeyFile(join(dataDir, 'new'))),
    );
    const ids = opened.map(({ masterKeys }) => masterKeys()[0].id.toString('hex'));
    expect(new Set(ids).size).toBe(1);
    expect(await readdir(join(dataDir, 'new'))).toEqual(['master.key']);
    expect((await stat(join(dataDir, 'new', 'master.key'))).mode & 0o777).toBe(0o600);
  });

  it('adds a key in front and drops the old one; other processes see both changes at once', async () => {
    const { addKey, dropPrevious, masterKeys } = await openMasterKeyFile(dataDir);
    const other = await openMasterKeyFile(dataDir);
    const [first] = other.masterKeys();
    const [line] = await linesOf();

    await addKey();
    expect((await linesOf()).slice(1)).toEqual([line]);
    expect(other.masterKeys()).toHaveLength(2);
    expect(other.masterKeys()[1]?.id).toEqual(first.id);
    expect(masterKeys()).toEqual(other.masterKeys());

    await dropPrevious();
    expect(await linesOf()).not.toContain(line);
    expect(other.masterKeys()).toHaveLength(1);
    expect(other.masterKeys()[0].id).not.toEqual(first.id);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(await readdir(dataDir)).toEqual(['master.key']);
  });

  it('creates parent directories with the usual mode and the data directory for its owner only', async () => {
    const parent = join(dataDir, 'srv');
    await openMasterKeyFile(join(parent, 'halyard'));
    expect((await stat(join(parent, 'halyard'))).mode & 0o777).toBe(0o700);
    expect((await stat(parent)).mode & 0o111).toBe(0o111);
  });

  it('rejects a path that is not a directory', async () => {
    await writeFile(file, '');
    await expect(openMasterKeyFile(file)).rejects.toThrow(StartupError);
    await expect(openMasterKeyFile(file)).rejects.toThrow(
      /^DATA_DIR [^\n]+ cannot be used \(EEXIST\)[^\n]+$/,
    );
  });

  it('keeps the last keys while the file is unreadable', async () => {
    const { masterKeys } = await openMasterKeyFile(dataDir);
    const before = masterKeys();
    await writeFile(file, 'half a k');
    expect(masterKeys()).toBe(before);
    await rm(file);
    expect(masterKeys()).toBe(before);
  });

  it.each(['', 'c2hvcnQ=\n', `${Buffer.alloc(32).toString('base64')}\nc2hvcnQ=\n`])(
    'rejects a file with the content %j',
    async (text) => {
      await writeFile(file, text, { mode: 0o600 });
      await expect(openMasterKeyFile(dataDir)).rejects.toThrow(StartupError);
      await expect(openMasterKeyFile(dataDir)).rejects.toThrow(/^MASTER_KEY: [^\n]+ must contain one key/);
    },
  );

  it.each([0o640, 0o604, 0o660, 0o601])('rejects a file with mode %o', async (mode) => {
    await openMasterKeyFile(dataDir);
    await chmod(file, mode);
    await expect(openMasterKeyFile(dataDir)).rejects.toThrow(StartupError);
    await expect(openMasterKeyFile(dataDir)).rejects.toThrow(/^MASTER_KEY: users other [^\n]+ chmod 600 /);
  });
});
