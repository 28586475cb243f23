import { sql } from 'kysely';
import { expect } from 'vitest';
import { newToken } from '../src/infra/crypto/token.ts';
import type { Database } from '../src/infra/db/database.ts';
import { type Enrolled, enrolAdministrator } from './authenticator.ts';
import { startTestApplication, TEST_PASSWORD, type TestApplication } from './test-application.ts';
import type { TestAnswer, TestBrowser } from './test-browser.ts';
import { codeAt, wrongCode } from './totp-codes.ts';
import { withoutAudit } from './without-audit.ts';

/** Response to a request that the server cannot handle now. */
export const UNAVAILABLE = {
  status: 503,
  body: { status: 'unavailable', message: 'The service is currently unavailable' },
};

const STEP_MS = 30_000;
const STATE = [
  `SELECT id, email, email_key, password_hash, disabled_at, totp_secret, totp_enabled_at, totp_last_step,
    backup_code_salt, backup_codes, reset_link_hash, reset_link_expires_at, reset_links_sent
    FROM administrators ORDER BY id`,
  'SELECT id, token_hash, stage, second_factor_at, ended_at FROM sessions ORDER BY id',
  'SELECT * FROM two_factor_setups ORDER BY session_id',
];

interface Refusal {
  readonly status: number;
  /** Response body without the request id. */
  readonly body: object;
  /** Fields that each new audit entry must have, besides the request id. */
  readonly audit?: readonly object[];
  /** Subjects of the mails that the refused call sends. */
  readonly mails?: readonly string[];
}

export interface EnrolledAccount {
  readonly test: TestApplication;
  readonly owner: Enrolled;
  /** Restores the state after enrolment as newer rows, except the audit log. Moves the authenticator's clock on. */
  readonly putBack: () => Promise<void>;
  /** Inserts a full session of the owner into the database, without a password or code. */
  readonly openSession: (on?: TestApplication['app']) => Promise<TestBrowser>;
  readonly code: (offsetSteps?: number) => string;
  readonly wrong: () => string;
  /** Shifts the last correct code of every session into the past. */
  readonly ageSecondFactors: (seconds: number) => Promise<void>;
  readonly ageWrongCodes: (seconds: number) => Promise<void>;
  readonly execute: (text: string) => Promise<void>;
  /** State that a refused call must not change. */
  readonly state: () => Promise<string>;
  /** Returns the audit entries since the last call. */
  readonly newEntries: () => Promise<readonly Readonly<Record<string, unknown>>[]>;
  /** Resolves as soon as a connection to the database waits for a lock. */
  readonly lockAwaited: () => Promise<void>;
  /** Runs `work` while no audit entry of an action can be written. */
  readonly withoutAudit: <T>(action: string, work: () => Promise<T>) => Promise<T>;
  /** Expects exactly this response, audit entries and mails, no change of state and no leaked secret. */
  readonly refuses: (act: () => Promise<TestAnswer>, refusal: Refusal) => Promise<TestAnswer>;
}

export async function startEnrolledAccount(
  ...configuration: Parameters<typeof startTestApplication>
): Promise<EnrolledAccount> {
  const test = await startTestApplication(...configuration);
  const owner = await enrolAdministrator(test, 'ada@example.com');
  const { database, clock } = test;
  const execute = async (text: string): Promise<void> => {
    await database.transaction((transaction) => sql.raw(text).execute(transaction));
    await test.sealRows();
  };
  await execute('CREATE TABLE kept_administrators AS TABLE administrators');
  const { password_hash } = await database.reader
    .selectFrom('administrators')
    .select('password_hash')
    .executeTakeFirstOrThrow();
  const secrets = [owner.secret, ...owner.backupCodes, TEST_PASSWORD, password_hash];

  const state = async () => await readState(database);
  const newEntries = createEntryReader(test);

  const account = {
    test,
    owner,
    putBack: async () => {
      clock.now += 10 * STEP_MS;
      await execute(`UPDATE kept_administrators SET version = version + 1000;
        DELETE FROM administrators; DELETE FROM sign_in_failures; DELETE FROM outbox;
        INSERT INTO administrators SELECT * FROM kept_administrators`);
      await newEntries();
    },
    openSession: async (on = test.app) => await openSession(test, owner.id, on),
    code: (offsetSteps = 0) => codeAt(owner.secret, clock.now + offsetSteps * STEP_MS),
    wrong: () => wrongCode(owner.secret, clock.now),
    ageSecondFactors: async (seconds: number) =>
      await execute(`UPDATE sessions SET second_factor_at = now() - make_interval(secs => ${seconds})`),
    ageWrongCodes: async (seconds: number) =>
      await execute(`UPDATE administrators SET
        code_window_started_at = code_window_started_at - make_interval(secs => ${seconds}),
        codes_locked_until = codes_locked_until - make_interval(secs => ${seconds})`),
    execute,
    state,
    newEntries,
    lockAwaited: async () => await lockAwaited(database),
    withoutAudit: async <T>(action: string, work: () => Promise<T>) =>
      await withoutAudit(database, action, work),
  };
  return {
    ...account,
    refuses: async (act, refusal) => {
      const answer = await expectRefusal(account, act, refusal);
      const told = JSON.stringify([answer.body, answer.headers]);
      for (const secret of secrets) expect(told).not.toContain(secret);
      return answer;
    },
  };
}

async function expectRefusal(
  { test, state, newEntries }: Pick<EnrolledAccount, 'test' | 'state' | 'newEntries'>,
  act: () => Promise<TestAnswer>,
  { status, body, audit = [], mails = [] }: Refusal,
): Promise<TestAnswer> {
  await test.deliverMail();
  await newEntries();
  const before = await state();
  const answer = await act();
  const requestId = answer.headers['x-request-id'];
  expect([answer.status, answer.body]).toEqual([status, { ...body, requestId }]);
  expect(await state()).toBe(before);
  expect(await newEntries()).toEqual(
    audit.map((entry) => expect.objectContaining({ ...entry, request_id: requestId })),
  );
  expect((await test.deliverMail()).map(({ subject }) => subject)).toEqual(mails);
  return answer;
}

function createEntryReader({
  database,
  auditInbox,
}: Pick<TestApplication, 'database' | 'auditInbox'>): EnrolledAccount['newEntries'] {
  let lastSequence = 0;
  return async () => {
    await auditInbox.linkAll();
    const { rows } = await database.query<{ sequence: number }>({
      text: 'SELECT * FROM audit_log WHERE sequence > $1 ORDER BY sequence',
      values: [lastSequence],
    });
    lastSequence = rows.at(-1)?.sequence ?? lastSequence;
    return rows.map((row) => ({ ...row }));
  };
}

async function openSession(test: TestApplication, ownerId: string, on: TestApplication['app']) {
  const token = newToken();
  await test.database.transaction((transaction) =>
    sql`INSERT INTO sessions
      (token_hash, administrator_id, stage, second_factor_at, expires_at, ip_address, user_agent)
      VALUES (sha256(${token}::bytea), ${ownerId}, 'full', clock_timestamp(), now() + interval '12 hours',
        '192.0.2.1', 'lightMyRequest')`.execute(transaction),
  );
  await test.sealRows();
  const browser = test.newBrowser({ on });
  browser.cookie = test.sessionCookie(token);
  await browser.get('/auth/csrf-cookie');
  return browser;
}

async function readState(database: Database): Promise<string> {
  const tables = await Promise.all(STATE.map((text) => database.query({ text })));
  return JSON.stringify(tables.map(({ rows }) => rows));
}

/** Resolves as soon as a connection to the database waits for a lock. */
export async function lockAwaited(database: Database): Promise<void> {
  const waiting = async () => {
    const { rows } = await database.query({
      text: `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    });
    return rows.length;
  };
  await expect.poll(waiting, { timeout: 20_000 }).toBeGreaterThan(0);
}
