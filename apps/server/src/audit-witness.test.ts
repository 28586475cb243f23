import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { Seal } from '@halyard/audit-proof/seal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { appendEntries } from '../test/long-audit-log.ts';
import { startTestApplication, type TestApplication } from '../test/test-application.ts';
import { auditWith } from './app.ts';
import { runAuditCommand } from './features/audit-logs/audit-commands.ts';
import { createSendSeal, readSeal } from './infra/audit/proof/audit-witness.ts';
import { openSeenHeadFile } from './infra/audit/proof/seen-head-file.ts';
import { createEnvironmentKeyWrapper } from './infra/crypto/key-wrapper.ts';
import { fixedMasterKeys } from './infra/crypto/master-keys.ts';
import { createOutbox } from './infra/outbox/outbox.ts';

const masterKeys = fixedMasterKeys(randomBytes(32));

let directory: string;
let log: TestApplication;
/** What somebody with the master key made of the log: other entries, and right seals. */
let rewritten: TestApplication;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'halyard-witness-'));
  [log, rewritten] = [
    await startTestApplication({}, { masterKeys }),
    await startTestApplication({}, { masterKeys }),
  ];
  await appendEntries(log, 40);
  await appendEntries(rewritten, 50, new Date('2026-03-02T00:00:00Z'));
});
afterAll(async () => {
  await log.close();
  await rewritten.close();
  await rm(directory, { recursive: true, force: true });
});

const sendTo = async (url: string) => {
  const seal = await readSeal(log.database.reader);
  if (seal === undefined) throw new Error('the log has no seal');
  const outbox = createOutbox({ keys: createEnvironmentKeyWrapper(masterKeys) });
  await createSendSeal({ database: log.database, outbox }, url)(seal);
  return seal;
};

async function verify(test: TestApplication, ...args: readonly string[]) {
  const lines: string[] = [];
  const seenHeads = openSeenHeadFile(join(directory, 'unused'), 'test');
  const forgetVersions = async () => undefined;
  const parts = { ...test, seenHeads, forgetVersions, appendAudit: auditWith(masterKeys, Date.now) };
  const isRight = await runAuditCommand(parts, ['verify', ...args], (line) => lines.push(line));
  return { isRight, output: lines.join('\n') };
}

it('a file as the witness shows that somebody with the master key rewrote the log', async () => {
  const file = join(directory, 'seals of the log.jsonl');
  await sendTo(pathToFileURL(file).href);
  await appendEntries(log, 5);
  const seal = await sendTo(pathToFileURL(file).href);
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toHaveLength(2);
  await appendEntries(log, 3);

  const same = await verify(log, '--against', file);
  expect(same).toMatchObject({ isRight: true });
  expect(same.output).toContain(`Compared with 2 of the 2 seals in ${file}: the log was not rewritten.`);

  expect(await verify(rewritten)).toMatchObject({ isRight: true });
  const other = await verify(rewritten, '--against', file);
  expect(other).toMatchObject({ isRight: false });
  expect(other.output).toMatch(/^BROKEN: entry \d+ or an earlier entry does not match the expected root\.$/);
  expect(seal.size).toBe(45);
});

it('a shorter log than the witness saw is broken', async () => {
  const file = join(directory, 'later.jsonl');
  await writeFile(file, JSON.stringify({ size: 1_000, root: 'a'.repeat(64) }));
  const { isRight, output } = await verify(log, '--against', file);
  expect([isRight, output]).toEqual([false, expect.stringMatching(/^BROKEN: entry \d+ is missing/)]);
});

it.each([
  ['no such file', undefined, /^audit verify: cannot read .*ENOENT/],
  ['an empty file', '\n', /has no seals$/],
  ['another file', '{"size": 3}', /^audit verify: line 1 of .* is not a seal in JSON$/],
])('verify --against says what is wrong with %s', async (name, content, message) => {
  const file = join(directory, name);
  if (content !== undefined) await writeFile(file, content);
  expect(await verify(log, '--against', file)).toEqual({
    isRight: false,
    output: expect.stringMatching(message),
  });
});

it('a URL as the witness gets the signed seal by POST, and a failure is an error', async () => {
  const received: { readonly method: string | undefined; readonly body: string }[] = [];
  const statuses = [204, 500];
  const server = createServer(async (request, response) => {
    received.push({ method: request.method, body: await text(request) });
    response.writeHead(statuses[received.length - 1] ?? 500).end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/seals`;
  const seal = await sendTo(url);
  expect(received.map(({ method, body }) => [method, JSON.parse(body) as Seal])).toEqual([['POST', seal]]);
  expect(seal.signature).toMatch(/^[\da-f]{128}$/);
  await expect(sendTo(url)).rejects.toThrow('The witness answered with HTTP status 500');
  server.close();
});

it('a mail address as the witness gets the seal in a line of its own', async () => {
  const seal = await sendTo('mailto:witness@example.org');
  const [mail] = await log.deliverMail();
  expect(mail).toMatchObject({
    to: 'witness@example.org',
    subject: `Seal of the Halyard audit log: entry ${seal.size}`,
  });
  const line = mail?.text.split('\n').find((each) => each.startsWith('{')) ?? '';
  expect(JSON.parse(line)).toEqual(seal);
});
