import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openSeenHeadFile } from './seen-head-file.ts';

const headAt = (sequence: number) => ({ sequence, hash: 'ab'.repeat(32), root: 'cd'.repeat(32) });

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'halyard-head-'));
});
afterEach(async () => await rm(directory, { recursive: true }));

it('keeps the newest head per database, also of another process', async () => {
  const file = openSeenHeadFile(join(directory, 'data'), 'one');
  expect(await file.read()).toBeUndefined();
  await file.keep(headAt(7));
  await openSeenHeadFile(join(directory, 'data'), 'two').keep(headAt(3));
  await openSeenHeadFile(join(directory, 'data'), 'one').keep(headAt(9));
  await file.keep(headAt(8));
  expect(await file.read()).toEqual(headAt(9));
  await file.replace(headAt(5));
  expect(await file.read()).toEqual(headAt(5));
  expect(await readdir(join(directory, 'data'))).toEqual(['audit-head.json']);
});

it.each(['', '{', '[]', '{"one":{"sequence":0}}', 'null'])('ignores a damaged file: %j', async (text) => {
  await writeFile(join(directory, 'audit-head.json'), text);
  const file = openSeenHeadFile(directory, 'one');
  expect(await file.read()).toBeUndefined();
  await file.keep(headAt(2));
  expect(await file.read()).toEqual(headAt(2));
});
