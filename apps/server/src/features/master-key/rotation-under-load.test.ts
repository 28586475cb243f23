import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../../../test/authenticator.ts';
import { startTestApplication, TEST_PASSWORD, type TestApplication } from '../../../test/test-application.ts';
import { createTestInbox } from '../../../test/test-audit-inbox.ts';
import { codeAt } from '../../../test/totp-codes.ts';
import { auditWith } from '../../app.ts';
import { type MasterKeyFile, openMasterKeyFile } from '../../infra/crypto/master-key-file.ts';
import { requireSealKey, requireSecretKeys } from './master-key-check.ts';
import { rotateMasterKey } from './master-key-rotation.ts';

const PEOPLE = 2;
const ROTATIONS = 2;
const STEP_MS = 30_000;

let dataDir: string;
let operator: MasterKeyFile;
let test: TestApplication;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'halyard-load-'));
  operator = await openMasterKeyFile(dataDir);
  test = await startTestApplication({}, { masterKeys: (await openMasterKeyFile(dataDir)).masterKeys });
});
afterAll(async () => {
  await test.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function signIn({ email, secret }: Enrolled): Promise<number> {
  const browser = test.newBrowser();
  await browser.signIn(email, TEST_PASSWORD);
  return (await browser.post('/auth/2fa/verify', { code: codeAt(secret, test.clock.now) })).status;
}

/** Starts a setup and enables it. Each step seals with the key that is current then. */
async function enrol(email: string): Promise<number> {
  await test.createAdministrator(email);
  const browser = test.newBrowser();
  await browser.signIn(email, TEST_PASSWORD);
  const { body } = await browser.post('/auth/2fa/setup');
  const { secret, backupCodes } = body;
  const code = codeAt(secret, test.clock.now);
  return (await browser.post('/auth/2fa/enable', { code, secret, backupCodes })).status;
}

it('sign-ins and setups succeed during two master key rotations', {
  timeout: 120_000,
}, async () => {
  const people: Enrolled[] = [];
  for (let number = 0; number < PEOPLE; number++) {
    people.push(await enrolAdministrator(test, `person${number}@example.com`));
  }
  const keysBefore = operator.masterKeys().map(({ id }) => id.toString('hex'));

  let rounds = 0;
  let round: Promise<readonly number[]> = Promise.resolve([]);
  const beginRound = () => {
    rounds += 1;
    test.clock.now += 2 * STEP_MS;
    round = Promise.all([...people.map(signIn), enrol(`new${rounds}@example.com`)]);
    return round;
  };
  const rotate = async () =>
    await rotateMasterKey({
      database: test.database,
      ...operator,
      file: operator,
      appendAudit: auditWith(operator.masterKeys, () => test.clock.now),
      auditInbox: createTestInbox({ database: test.database, masterKeys: operator.masterKeys }),
      settle: async () => void (await round),
      onProgress: () => undefined,
    });

  const statuses: number[] = [];
  for (let rotation = 0; rotation < ROTATIONS; rotation++) {
    const first = beginRound();
    let rotating = true;
    const rotated = rotate().finally(() => {
      rotating = false;
    });
    statuses.push(...(await first));
    while (rotating) statuses.push(...(await beginRound()));
    expect((await rotated).broken).toEqual([]);
  }
  statuses.push(...(await beginRound()));

  expect(statuses).toEqual(statuses.map(() => 204));
  expect(operator.masterKeys()).toHaveLength(1);
  expect(keysBefore).not.toContain(operator.masterKeys()[0].id.toString('hex'));
  await requireSecretKeys(test.database, operator.masterKeys);
  await requireSealKey(test.database, operator.masterKeys);
});
