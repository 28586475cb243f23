import { expect, type Page } from '@playwright/test';
import { test } from '../support/foreign-test.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const warning = (page: Page) => page.getByRole('status').filter({ hasText: 'Your clock is' });

/** Moves the browser's clock. */
async function moveClock(page: Page, offsetMs: number): Promise<void> {
  await page.addInitScript((offset) => {
    const RealDate = Date;
    class MovedDate extends RealDate {
      constructor(...parts: unknown[]) {
        super(...((parts.length === 0 ? [RealDate.now() + offset] : parts) as [number]));
      }
      static override now() {
        return RealDate.now() + offset;
      }
    }
    globalThis.Date = MovedDate as DateConstructor;
  }, offsetMs);
}

for (const [offset, text] of [
  [26 * HOUR_MS, 'Your clock is 26 hours ahead.'],
  [-8 * DAY_MS, 'Your clock is 8 days behind.'],
] as const) {
  test(`uses the server's time: ${text}`, async ({ page, serve }) => {
    await moveClock(page, offset);
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString();
    const invitation = (id: string, expiresAt: string) => ({
      id,
      email: `${id}@example.com`,
      status: 'pending',
      createdAt: ago(9 * DAY_MS),
      expiresAt,
    });
    const { origin, calls } = await serve({
      'GET /invitations': {
        body: {
          invitations: [invitation('open', ago(-HOUR_MS)), invitation('over', ago(HOUR_MS))],
          totalCount: 2,
        },
      },
    });
    await page.goto(`${origin}/audit-logs?last=24h`);
    await expect(page.getByRole('row').nth(1)).toContainText('1m ago');
    const from =
      calls
        .filter(({ path }) => path === '/audit-logs')
        .at(-1)
        ?.query.get('from') ?? '';
    expect(Math.abs(Date.parse(from) - (Date.now() - DAY_MS))).toBeLessThan(MINUTE_MS);

    await expect(warning(page)).toContainText(text);
    await warning(page).getByRole('button', { name: 'Dismiss' }).click();
    await expect(warning(page)).toHaveCount(0);

    await page.goto(`${origin}/invitations`);
    const row = (name: string) => page.getByRole('row').filter({ hasText: `${name}@example.com` });
    await expect(row('over')).toContainText('Expired');
    await expect(row('open')).not.toContainText('Expired');
    await expect(warning(page)).toHaveCount(0);
  });
}

test('does not warn about a clock that is half a minute off', async ({ page, serve }) => {
  await moveClock(page, 30_000);
  const { origin } = await serve();
  await page.goto(`${origin}/users`);
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(warning(page)).toHaveCount(0);
});
