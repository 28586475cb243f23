import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfiguration } from './configuration.ts';
import { withVariablesFromFiles } from './variables-from-files.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'halyard-variables-'));
afterAll(() => rmSync(directory, { recursive: true }));

function fileOf(name: string, text: string): string {
  const file = path.join(directory, name);
  writeFileSync(file, text);
  return file;
}

it.each(['\n', '\r\n', ''])('takes a secret from a file that ends with %j', (ending) => {
  const url = 'postgres://halyard@db.example.com/halyard';
  const key = Buffer.alloc(32, 7).toString('base64');
  const configuration = readConfiguration({
    DATABASE_URL_FILE: fileOf('url', `${url}${ending}`),
    MASTER_KEY_FILE: fileOf('key', `${key}${ending}`),
  });
  expect(configuration.databaseUrl).toBe(url);
  expect(configuration.masterKey).toEqual(Buffer.alloc(32, 7));
  expect(configuration.misspelledVariables).toEqual([]);
});

it('keeps spaces and line breaks within a value', () => {
  const file = fileOf('password', ' a\nb \n\n');
  expect(withVariablesFromFiles({ ADMIN_PASSWORD_FILE: file })).toEqual({ ADMIN_PASSWORD: ' a\nb \n' });
});

it('ignores an empty name of a file, and variables of other programs', () => {
  expect(withVariablesFromFiles({ MASTER_KEY_FILE: '', LOG_FILE: '/nowhere' })).toEqual({
    LOG_FILE: '/nowhere',
  });
});

it.each([
  ['missing', path.join(directory, 'missing'), /^MASTER_KEY_FILE: cannot read .*missing: it does not exist$/],
  ['a directory', directory, /^MASTER_KEY_FILE: cannot read .*: it is a directory$/],
  ['empty', fileOf('empty', '\n'), /^MASTER_KEY_FILE: expected a value in .*empty, which is empty$/],
])('refuses a file that is %s, in one line', (_, file, message) => {
  expect(() => readConfiguration({ MASTER_KEY_FILE: file })).toThrow(message);
});

it.skipIf(process.getuid?.() === 0)('refuses a file that it may not read', () => {
  const file = fileOf('secret', 'x');
  chmodSync(file, 0);
  expect(() => readConfiguration({ MASTER_KEY_FILE: file })).toThrow(/this account may not read it$/);
});

it('refuses a variable that is set twice', () => {
  const twice = { MASTER_KEY: 'x', MASTER_KEY_FILE: fileOf('twice', 'y') };
  expect(() => readConfiguration(twice)).toThrow(
    'MASTER_KEY_FILE: expected only one of MASTER_KEY and MASTER_KEY_FILE',
  );
});

it('does not put the content of a file into an error', () => {
  const file = fileOf('wrong', 'not-a-key-but-secret');
  expect(() => readConfiguration({ MASTER_KEY_FILE: file })).toThrow(/^MASTER_KEY: expected (?!.*secret)/);
});
