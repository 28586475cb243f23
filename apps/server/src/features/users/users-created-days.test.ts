import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../../../test/authenticator.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import { connectPlatform, testUser } from '../../../test/test-platform.ts';

const DAYS = 6;
/** Both ends of each day, and two users in between at the same time. */
const TIMES = ['00:00:00.000', '09:30:00.000', '09:30:00.000', '23:59:59.999'];

const STATES = [
  {},
  { initial: { blocked: { at: '2026-02-02T00:00:00.000Z', reason: 'Spam' } } },
  { deletedAt: '2026-02-02T00:00:00.000Z' },
  {},
  {},
];

let test: TestApplication;
let administrator: Enrolled;

beforeAll(async () => {
  test = await startTestApplication();
  administrator = await enrolAdministrator(test, 'admin@example.com');
  const platform = await connectPlatform(test);
  const times = Array.from({ length: DAYS }, (_, day) =>
    TIMES.map((time) => `2026-01-0${day + 1}T${time}Z`),
  ).flat();
  await platform.feed({
    users: times.map((createdAt, index) =>
      testUser(index + 1, {
        name: index % 2 === 0 ? 'Ada Even' : 'Odd',
        createdAt,
        ...STATES[index % STATES.length],
      }),
    ),
  });
});
afterAll(async () => await test.close());

type Query = Readonly<Record<string, string>>;

async function list(query: Query) {
  const { status, body } = await administrator.browser.get(`/users?${new URLSearchParams(query)}`);
  expect(status).toBe(200);
  return body;
}

/** Returns the ids of the users whom plain SQL finds, oldest first. */
async function expectedIds(condition: string, { createdFrom, createdTo }: Query): Promise<string[]> {
  const { rows } = await test.database.query<{ id: string }>({
    text: `SELECT id FROM users WHERE ${condition}
      AND (created_at AT TIME ZONE 'UTC')::date BETWEEN coalesce($1::date, '-infinity') AND coalesce($2::date, 'infinity')
      ORDER BY created_at, id`,
    values: [createdFrom ?? null, createdTo ?? null],
  });
  return rows.map(({ id }) => id);
}

const SPANS: readonly Query[] = [
  { createdFrom: '2026-01-02', createdTo: '2026-01-04' },
  { createdFrom: '2026-01-03', createdTo: '2026-01-03' },
  { createdFrom: '2026-01-05' },
  { createdTo: '2026-01-02' },
  { createdFrom: '1970-01-01', createdTo: '9999-12-31' },
  { createdFrom: '2026-01-07' },
  { createdFrom: '2026-01-04', createdTo: '2026-01-02' },
];

describe('the list of users, limited to days of creation', () => {
  it.each([
    [{}, 'deleted_at IS NULL'],
    [{ includeDeleted: 'true' }, 'true'],
    [{ status: 'active' }, 'deleted_at IS NULL AND blocked_at IS NULL'],
    [{ status: 'blocked' }, 'deleted_at IS NULL AND blocked_at IS NOT NULL'],
    [{ status: 'deleted', includeDeleted: 'false' }, 'deleted_at IS NOT NULL'],
    [{ search: 'even' }, `deleted_at IS NULL AND name = 'Ada Even'`],
    [{ search: 'even ada', includeDeleted: 'true' }, `name = 'Ada Even'`],
    [{ search: 'd', status: 'active' }, 'deleted_at IS NULL AND blocked_at IS NULL'],
  ])('has the rows and the total of plain SQL at every offset: %j', async (filters, condition) => {
    for (const span of SPANS) {
      const oldest = await expectedIds(condition, span);
      for (const [sort, ids] of [
        ['oldest', oldest],
        ['newest', oldest.toReversed()],
      ] as const) {
        for (let offset = 0; offset <= ids.length + 1; offset++) {
          const limit = offset % 2 === 0 ? '20' : '3';
          const page = await list({ ...filters, ...span, sort, limit, offset: String(offset) });
          expect(page.totalCount).toBe(ids.length);
          expect(page.users.map(({ uuid }: { uuid: string }) => uuid)).toEqual(
            ids.slice(offset, offset + Number(limit)),
          );
        }
      }
    }
  });

  it('includes both ends of the first and the last day', async () => {
    const { users } = await list({
      createdFrom: '2026-01-03',
      createdTo: '2026-01-03',
      includeDeleted: 'true',
      sort: 'oldest',
    });
    expect(users.map(({ createdAt }: { createdAt: string }) => createdAt)).toEqual(
      TIMES.map((time) => `2026-01-03T${time}Z`),
    );
  });

  it.each([
    ['createdFrom=2026-1-1', 'createdFrom', 'Expected a date as in 2026-01-31'],
    ['createdTo=2026-02-30', 'createdTo', 'Expected a date as in 2026-01-31'],
    ['createdTo=2026-01-01T00:00:00Z', 'createdTo', 'Expected a date as in 2026-01-31'],
    ['createdFrom=', 'createdFrom', 'Expected a date as in 2026-01-31'],
    ['createdFrom=1969-12-31', 'createdFrom', 'Expected a day since 1970'],
    ['createdTo=2026-01-01&createdTo=2026-01-02', 'createdTo', 'Must not be repeated'],
  ])('answers 400 to %s', async (query, field, message) => {
    const { status, body } = await administrator.browser.get(`/users?${query}`);
    expect(status).toBe(400);
    expect(body.errors).toContainEqual(expect.objectContaining({ field, message }));
  });
});
