import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseMail } from '../../../test/mailbox.ts';
import { TemporaryFailure } from '../outbox/outbox-handler.ts';
import { createMailFiles } from './mail-files.ts';
import type { OutgoingMail } from './mail-transport.ts';

const FROM = { name: 'Söhne, "Fjord"', address: 'no-reply@halyard.example' };
const { signal } = new AbortController();

let parent: string;
let directory: string;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'halyard-mail-files-'));
  directory = join(parent, 'mail');
});
afterEach(async () => await rm(parent, { recursive: true, force: true }));

function mail(id: string, second: number): OutgoingMail {
  return {
    messageId: `${id}@halyard.example`,
    date: new Date(Date.UTC(2026, 2, 1, 12, 0, second)),
    to: 'ada@example.com',
    subject: 'Übung\r\nBcc: eve@evil.example',
    text: 'Grüße\n',
    html: '<p>Grüße</p>',
  };
}

describe('createMailFiles', () => {
  // @spec O.19
  it('writes one private file per mail, sorted by time', async () => {
    const deliver = createMailFiles(directory, FROM);
    await deliver(mail('0000', 2), signal);
    await deliver(mail('ffff', 1), signal);
    const names = (await readdir(directory)).toSorted();
    expect(names).toEqual(['20260301T120001.000Z-ffff.eml', '20260301T120002.000Z-0000.eml']);
    expect((await stat(directory)).mode & 0o777).toBe(0o700);
    for (const name of names) expect((await stat(join(directory, name))).mode & 0o777).toBe(0o600);

    const raw = await readFile(join(directory, names[0] ?? ''), 'latin1');
    expect(raw).not.toMatch(/[^\r]\n/);
    const { headers, ...rest } = await parseMail(raw);
    expect(rest).toEqual({
      to: 'ada@example.com',
      subject: 'Übung Bcc: eve@evil.example',
      text: expect.stringMatching(/^Grüße\n+$/),
      html: '<p>Grüße</p>\n',
      messageId: '<ffff@halyard.example>',
    });
    expect(headers['date']).toBe('Sun, 01 Mar 2026 12:00:01 +0000');
    expect(headers['bcc']).toBeUndefined();
  });

  it('writes the same file for the same mail, even after an interrupted attempt', async () => {
    const deliver = createMailFiles(directory, FROM);
    await deliver(mail('0000', 1), signal);
    const [name = ''] = await readdir(directory);
    await writeFile(join(directory, `.${name}.draft`), 'half of a ma');
    await deliver(mail('0000', 1), signal);
    expect(await readdir(directory)).toEqual([name]);
  });

  it('reports a failed write as temporary', async () => {
    await writeFile(directory, 'a file in its place');
    const attempt = createMailFiles(directory, FROM)(mail('0000', 1), signal);
    await expect(attempt).rejects.toThrow(new TemporaryFailure('the mail file could not be written: EEXIST'));
  });
});
