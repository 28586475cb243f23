import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { errorCode } from '../../infra/error-code.ts';
import { StartupError } from '../../infra/startup-error.ts';

const hash = z.string().regex(/^[\da-f]{64}$/);
const backupContent = z.object({
  createdAt: z.iso.datetime(),
  /** The newest migration of the database. */
  migration: z.int().min(1),
  auditEntries: z.int().min(0),
  /** Root of the audit log's tree; null for an empty log. */
  auditRoot: hash.nullable(),
  walletKeys: z.int().min(0),
});
const backupManifest = backupContent.extend({ bytes: z.int().min(1), sha256: hash });

/** A summary of a backup's records, read in the same snapshot. */
export type BackupContent = Readonly<z.infer<typeof backupContent>>;
export type BackupManifest = Readonly<z.infer<typeof backupManifest>>;

export function manifestFileOf(file: string): string {
  return `${file}.json`;
}

/** Returns size and SHA-256 of a file. */
export async function digestFile(
  file: string,
  signal: AbortSignal,
): Promise<{ readonly bytes: number; readonly sha256: string }> {
  const sha256 = createHash('sha256');
  let bytes = 0;
  await pipeline(
    createReadStream(file),
    async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) {
        sha256.update(chunk);
        bytes += chunk.length;
      }
    },
    { signal },
  );
  return { bytes, sha256: sha256.digest('hex') };
}

/**
 * Reads the manifest beside a backup and compares the backup with it. Undefined without a manifest.
 * @throws StartupError if the backup was cut off or changed
 */
export async function checkAgainstManifest(
  file: string,
  signal: AbortSignal,
): Promise<BackupManifest | undefined> {
  const manifestFile = manifestFileOf(file);
  const digest = await digestFile(file, signal);
  const manifest = await readManifest(manifestFile);
  if (manifest === undefined) return undefined;
  if (digest.bytes !== manifest.bytes) {
    throw new StartupError(
      `${file} has ${digest.bytes} bytes, but ${manifest.bytes} according to ${manifestFile}: it is incomplete. Nothing was restored; use another backup.`,
    );
  }
  if (digest.sha256 !== manifest.sha256) {
    throw new StartupError(
      `${file} does not have the SHA-256 in ${manifestFile}: it is damaged. Nothing was restored; use another backup.`,
    );
  }
  return manifest;
}

async function readManifest(file: string): Promise<BackupManifest | undefined> {
  try {
    return backupManifest.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw new StartupError(`${file} is not the description of a backup: remove it to restore without it.`, {
      cause: error,
    });
  }
}
