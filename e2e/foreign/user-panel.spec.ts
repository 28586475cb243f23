import { expect, type Page } from '@playwright/test';
import { refusal } from '../support/answers.ts';
import { test } from '../support/foreign-test.ts';
import { uuidOfUser } from '../support/friendly/friendly-users.ts';
import { codeCells, openRow, toast } from '../support/screens.ts';

const NEEDS_CODE = refusal(403, '2fa_verification_required', { attemptsRemaining: 3 });
const LONG = '<img src=x onerror="window.__x=1">'.repeat(400);

const panel = (page: Page) => page.locator('dialog[data-side="right"]');
const row = (page: Page, position: number) => page.locator('[data-row-opener]').nth(position);
const feeRate = (page: Page) => panel(page).getByLabel('Service Fee Rate');
const showsUser = (page: Page, position: number) =>
  expect(panel(page).getByText(uuidOfUser(position), { exact: true })).toBeVisible();

test('the open panel follows the rows by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/users`);
  await row(page, 0).focus();
  await page.keyboard.press('Enter');
  await showsUser(page, 0);
  await expect(row(page, 0)).toBeFocused();
  for (const position of [1, 2, 3]) {
    await page.keyboard.press('ArrowDown');
    await showsUser(page, position);
    await expect(row(page, position)).toBeFocused();
  }
  await expect(page).toHaveURL(`${origin}/users?user=${uuidOfUser(3)}`);
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(row(page, 3)).toBeFocused();

  await row(page, 5).click();
  await showsUser(page, 5);
  await row(page, 7).click();
  await showsUser(page, 7);
  await page.goBack();
  await expect(panel(page)).toBeHidden();
  await expect(page).toHaveURL(`${origin}/users`);
});

for (const [width, height] of [
  [1440, 900],
  [1024, 768],
  [390, 844],
] as const) {
  test(`saves settings again with a moved or resting mouse, at ${width} x ${height}`, async ({
    page,
    serve,
  }) => {
    await page.setViewportSize({ width, height });
    const server = await serve();
    await page.goto(`${server.origin}/users?user=${uuidOfUser(0)}`);
    const button = panel(page).getByRole('button', { name: 'Save Settings' });
    const saved = page.locator('[data-sonner-toast]').filter({ hasText: 'User settings updated' });
    const hasSaved = async (times: number) => {
      await expect.poll(() => server.calls.filter(({ method }) => method === 'PUT')).toHaveLength(times);
      await expect(saved.last()).toBeVisible();
      await expect(button).toHaveAttribute('data-disabled');
    };

    await feeRate(page).fill('0.01');
    await button.click();
    await hasSaved(1);
    await feeRate(page).click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('0.02');
    await button.click();
    await hasSaved(2);

    await feeRate(page).fill('0.03');
    await page.mouse.down();
    await page.mouse.up();
    await hasSaved(3);
    const box = await button.boundingBox();
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];
    const under = () =>
      page.evaluate(([left, top]) => document.elementFromPoint(left, top)?.textContent, [x, y] as const);
    // The toast slides past the button while it appears.
    await expect.poll(under).toBe('Save Settings');
    await expect(saved).toHaveCount(0);
  });
}

test('the rows keep their height and the list is not refetched when a panel pushes it aside', async ({
  page,
  serve,
}) => {
  const server = await serve();
  await page.goto(`${server.origin}/users`);
  await row(page, 17).scrollIntoViewIfNeeded();
  const before = await row(page, 17).boundingBox();
  await row(page, 17).click();
  await showsUser(page, 17);
  const { y, height } = before ?? {};
  expect(await row(page, 17).boundingBox()).toMatchObject({ y, height });
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  expect(await row(page, 17).boundingBox()).toEqual(before);
  expect(server.calls.filter(({ path }) => path === '/users')).toHaveLength(1);
});

test('prefetches the code of the panel when a row is first hovered', async ({ page, serve }) => {
  const { origin } = await serve();
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto(`${origin}/users`);
  await expect(row(page, 0)).toBeVisible();
  const isPanel = (url: string) => /\/user-panel-[^/]+\.js$/.test(url);
  expect(scripts.some(isPanel)).toBe(false);
  await row(page, 0).hover();
  await expect.poll(() => scripts.some(isPanel)).toBe(true);
  expect(new URL(page.url()).search).toBe('');
});

test('opens on a click on the email, but not on its copy button', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/users`);
  await page.getByText('user1@example.com').dblclick();
  await showsUser(page, 1);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Copy user2@example.com' }).click();
  await expect(panel(page)).toBeHidden();
});

test('saves settings on Enter and asks for a code over the panel', async ({ page, serve }) => {
  const path = `/users/${uuidOfUser(0)}/settings`;
  const server = await serve({
    [`PUT ${path}`]: ({ headers }) => (headers['x-2fa-code'] === '123456' ? {} : NEEDS_CODE),
  });
  await page.goto(`${server.origin}/users?user=${uuidOfUser(0)}`);
  await feeRate(page).fill('0.07');
  await page.keyboard.press('Enter');
  await expect(codeCells(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(toast(page, 'Failed to update user settings')).toContainText("Your identity wasn't verified.");
  await expect(panel(page)).toBeVisible();
  await expect(feeRate(page)).toHaveValue('0.07');
  await feeRate(page).press('Enter');
  await codeCells(page).pressSequentially('123456');
  await expect(toast(page, 'User settings updated successfully')).toBeVisible();
  const saves = server.calls.filter(({ method }) => method === 'PUT');
  expect(saves.map(({ body }) => body)).toEqual(Array(3).fill({ serviceFeeRate: 0.07, maxMerchants: -1 }));
});

test('asks about unsaved changes on Back, and discards them on confirmation', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/users`);
  await openRow(page, 'Ada Lovelace');
  await feeRate(page).fill('0.07');
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  await page.goBack();
  await expect(question).toBeVisible();
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(question).toBeHidden();
  await expect(feeRate(page)).toHaveValue('0.07');
  await row(page, 1).press('ArrowDown');
  await question.getByRole('button', { name: 'Discard changes' }).click();
  await showsUser(page, 2);
  await expect(feeRate(page)).toHaveValue('0.05');
});

test('returns to the sign-in page without a confirmation when the session ends', async ({ page, serve }) => {
  const { origin, answer } = await serve();
  await page.goto(`${origin}/users?user=${uuidOfUser(0)}`);
  await feeRate(page).fill('0.07');
  const unauthenticated = refusal(401, 'unauthenticated');
  answer({ 'GET /auth/me': unauthenticated, [`PUT /users/${uuidOfUser(0)}/settings`]: unauthenticated });
  await feeRate(page).press('Enter');
  await expect(page).toHaveURL(`${origin}/login`);
});

// @spec O.2
test('blocks and unblocks a user', async ({ page, serve }) => {
  const server = await serve();
  await page.goto(`${server.origin}/users?user=${uuidOfUser(0)}&tab=actions`);
  await panel(page).getByLabel('Reason').fill('Fraud');
  await panel(page).getByRole('button', { name: 'Block user' }).dblclick();
  await expect(toast(page, 'User user0@example.com has been blocked')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Blocked User' })).toBeVisible();
  expect(server.calls.filter(({ path }) => path.endsWith('/block'))).toHaveLength(1);
  await panel(page).getByRole('button', { name: 'Unblock user' }).click();
  await expect(toast(page, 'User user0@example.com has been unblocked')).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'User Management' })).toBeVisible();
});

test('the panel fills the screen on a phone, traps the focus, and returns it on close', async ({
  page,
  serve,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { origin } = await serve();
  await page.goto(`${origin}/users`);
  await row(page, 2).press('Enter');
  await showsUser(page, 2);
  await expect.poll(() => panel(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });
  await feeRate(page).fill('0.07');
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' });
  for (const _ of [1, 2]) {
    await page.keyboard.press('Escape');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
  }
  await expect(panel(page)).toBeVisible();
  await expect(feeRate(page)).toHaveValue('0.07');
  await feeRate(page).fill('0.05');
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeHidden();
  await expect(row(page, 2)).toBeFocused();
});

for (const width of [1440, 390]) {
  test(`shows unusual content as text without overflow at ${width} px`, async ({ page, serve }) => {
    await page.setViewportSize({ width, height: 844 });
    const path = `/users/${uuidOfUser(0)}`;
    const { origin } = await serve({
      [`GET ${path}`]: {
        body: {
          uuid: uuidOfUser(0),
          name: `مرحبا ${LONG}`,
          email: LONG,
          profileImageUrl: 'javascript:alert(1)',
          merchantCount: 1,
          createdAt: '2026-03-03T12:04:05.678Z',
          blockedAt: '2026-03-03T12:04:05.678Z',
          blockedReason: LONG,
        },
      },
      [`GET ${path}/merchants`]: {
        body: [{ uuid: 'm', name: LONG, website: `javascript:${LONG}`, createdAt: 'never', deletedAt: null }],
      },
      [`GET ${path}/audit-logs`]: {
        body: [
          {
            id: '1',
            action: LONG,
            description: LONG,
            status: 'failure',
            createdAt: '2026-03-03T12:04:05.678Z',
            actor: { type: 'admin', id: LONG, email: LONG },
            resource: { type: 'user', id: LONG, identifier: LONG },
            errorMessage: LONG,
            metadata: { reason: LONG },
            changes: { [LONG]: { before: LONG, after: { [LONG]: LONG } } },
          },
        ],
      },
    });
    for (const tab of ['details', 'activity']) {
      await page.goto(`${origin}/users?user=${uuidOfUser(0)}&tab=${tab}`);
      await expect(panel(page).getByRole('tabpanel').getByText('Show all').first()).toBeVisible();
      await expect(panel(page).locator('img')).toHaveCount(0);
      expect(await panel(page).getByRole('link').count()).toBe(0);
      const overflows = await panel(page).evaluate((element) =>
        [element, ...element.querySelectorAll('[role=tabpanel]')].some(
          ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
        ),
      );
      expect(overflows, tab).toBe(false);
    }
    expect(await page.evaluate(() => Reflect.get(window, '__x'))).toBeUndefined();
  });
}
