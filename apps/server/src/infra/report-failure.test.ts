import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { explainFailure } from './report-failure.ts';
import { StartupError } from './startup-error.ts';

const withCode = (message: string, code: string) => Object.assign(new Error(message), { code });
const refused = async () =>
  await new Promise((_resolve, reject) => connect(1, '127.0.0.1').once('error', reject));

it.each([
  [
    'a problem that the operator can fix',
    async () => await Promise.reject(new StartupError('PORT: x')),
    /^PORT: x$/,
  ],
  ['a missing file', async () => await readFile('/no/such/file'), /^A file .*ENOENT.*\/no\/such\/file/],
  [
    'a full file system',
    async () => await writeFile('/dev/full', 'x'),
    /^A file cannot be used: ENOSPC: [^\n]+ the disk space\.$/,
  ],
  ['a directory in place of a file', async () => await readFile('/'), /^A file cannot be used: EISDIR/],
  ['a lost database', refused, /^The database does not respond: .*ECONNREFUSED/],
  [
    'a full disk',
    async () => await Promise.reject(withCode('no space', '53100')),
    /^Cannot write to the database: no space/,
  ],
  ['a missing privilege', async () => await Promise.reject(withCode('denied\nx', '42501')), /denied .*42501/],
  [
    'a programming error',
    async () => await Promise.reject(new TypeError('x is\nnot y')),
    /^Unexpected error: x is\./,
  ],
  ['anything else that was thrown', async () => await Promise.reject('odd'), /^Unexpected error: odd\./],
])('explainFailure explains %s in one line without a stack', async (_what, fail, expected) => {
  const line = explainFailure(await fail().catch((error: unknown) => error));
  expect(line).toMatch(expected);
  expect(line).not.toMatch(/\n|\bat /);
});
