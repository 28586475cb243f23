import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Enrolled, enrolAdministrator } from '../../../test/authenticator.ts';
import { startTestApplication, type TestApplication } from '../../../test/test-application.ts';
import { connectPlatform, testMerchant, testUser, uuidOf } from '../../../test/test-platform.ts';

/** Both ends of each day, and two merchants in between at the same time. */
const TIMES = ['00:00:00.000', '09:30:00.000', '09:30:00.000', '23:59:59.999'];
const DAYS = 5;

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
    users: [testUser(1, { email: 'zoe@example.org' })],
    merchants: times.map((createdAt, index) =>
      testMerchant(index + 1, {
        name: index % 2 === 0 ? 'Even' : 'Odd',
        userUuid: index % 4 === 0 ? uuidOf(1) : null,
        createdAt,
        deletedAt: index % 3 === 0 ? '2026-02-02T00:00:00.000Z' : null,
      }),
    ),
  });
});
afterAll(async () => await test.close());

type Query = Readonly<Record<string, string>>;

const SPANS: readonly Query[] = [
  { createdFrom: '2026-01-02', createdTo: '2026-01-04' },
  { createdFrom: '2026-01-03', createdTo: '2026-01-03' },
  { createdFrom: '2026-01-05' },
  { createdTo: '2026-01-02' },
  { createdFrom: '2026-01-04', createdTo: '2026-01-02' },
];

/** Returns the ids of the merchants that plain SQL finds, oldest first. */
async function expectedIds(condition: string, { createdFrom, createdTo }: Query): Promise<string[]> {
  const { rows } = await test.database.query<{ id: string }>({
    text: `SELECT id FROM merchants WHERE ${condition}
      AND (created_at AT TIME ZONE 'UTC')::date BETWEEN coalesce($1::date, '-infinity') AND coalesce($2::date, 'infinity')
      ORDER BY created_at, id`,
    values: [createdFrom ?? null, createdTo ?? null],
  });
  return rows.map(({ id }) => id);
}

it.each([
  [{}, 'deleted_at IS NULL'],
  [{ includeDeleted: 'true' }, 'true'],
  [{ search: 'even' }, `deleted_at IS NULL AND name = 'Even'`],
  [{ search: 'zoe@example.org', includeDeleted: 'true' }, 'user_id IS NOT NULL'],
])('merchants of some days are the rows and the total of plain SQL: %j', async (filters, condition) => {
  for (const span of SPANS) {
    const oldest = await expectedIds(condition, span);
    for (const [sort, ids] of [
      ['oldest', oldest],
      ['newest', oldest.toReversed()],
    ] as const) {
      for (let offset = 0; offset <= ids.length + 1; offset++) {
        const limit = offset % 2 === 0 ? '20' : '3';
        const query = new URLSearchParams({ ...filters, ...span, sort, limit, offset: String(offset) });
        const { body } = await administrator.browser.get(`/merchants?${query}`);
        expect(body.totalCount).toBe(ids.length);
        expect(body.merchants.map(({ uuid }: { uuid: string }) => uuid)).toEqual(
          ids.slice(offset, offset + Number(limit)),
        );
      }
    }
  }
});

it.each(['createdFrom=2026-1-1', 'createdTo=2026-02-30', 'createdFrom=1969-12-31'])(
  'the list of merchants answers 400 to %s',
  async (query) => {
    const { body } = await administrator.browser.get(`/merchants?${query}`);
    expect(body.status).toBe('validation_error');
  },
);
