import { TOAST } from '@halyard/contract/constants';
import { expect, type Page } from '@playwright/test';
import { inTurn, refusal, UNAUTHENTICATED } from '../support/answers.ts';
import { test } from '../support/foreign-test.ts';
import { liveRegionTexts } from '../support/live-region-texts.ts';
import { codeCells, enterPassword } from '../support/screens.ts';

const toasts = (page: Page) => page.locator('[data-sonner-toast]');
const CREDENTIALS = { email: 'ada@example.com', password: 'wrong' };

/** Each sign-in attempt shows one toast. */
const REFUSING = { 'GET /auth/me': UNAUTHENTICATED, 'POST /auth/login': refusal(401, 'invalid_credentials') };

// @spec 4.25, 9.42, 9.44
test('a toast stays for four seconds', async ({ page, serve }) => {
  const { origin } = await serve(REFUSING);
  await page.addInitScript(() => {
    const seen: { shown?: number; gone?: number } = {};
    Object.assign(window, { seen });
    new MutationObserver(() => {
      const there = document.querySelector('[data-sonner-toast]:not([data-removed=true])') !== null;
      if (there) seen.shown ??= performance.now();
      else if (seen.shown !== undefined) seen.gone ??= performance.now();
    }).observe(document, { subtree: true, childList: true, attributes: true });
  });
  await page.goto(`${origin}/login`);
  await enterPassword(page, CREDENTIALS);
  await expect(toasts(page)).toHaveCount(1);
  expect((await toasts(page).boundingBox())?.width).toBe(TOAST.widthPx);
  await expect(toasts(page)).toHaveCount(0);
  const stayed = await page.evaluate(() => {
    const { seen } = window as unknown as { seen: { shown: number; gone: number } };
    return seen.gone - seen.shown;
  });
  expect(stayed).toBeGreaterThanOrEqual(TOAST.durationMs - 20);
  // A busy machine can fire the timer late.
  expect(stayed).toBeLessThan(2 * TOAST.durationMs);
});

// @spec 4.26, 9.43, 9.44
test('toasts stay while hovered, at most three, 14 px apart', async ({ page, serve }) => {
  const { origin } = await serve(REFUSING);
  await page.goto(`${origin}/login`);
  await enterPassword(page, CREDENTIALS);
  await toasts(page).first().hover();
  for (let further = 1; further <= TOAST.visibleMax; further++) {
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await expect(toasts(page)).toHaveCount(further + 1);
  }
  const visible = page.locator('[data-sonner-toast][data-visible=true]');
  await expect(visible).toHaveCount(TOAST.visibleMax);
  await expect
    .poll(async () => {
      const boxes = await visible.evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
      const [first, ...others] = boxes.toSorted((a, b) => a.top - b.top);
      let above = first;
      return others.map((box) => {
        const gap = Math.round(box.top - (above?.bottom ?? 0));
        above = box;
        return gap;
      });
    })
    .toEqual([TOAST.gapPx, TOAST.gapPx]);
  await page.waitForTimeout(TOAST.durationMs + 1_000);
  await expect(visible).toHaveCount(TOAST.visibleMax);
  await page.mouse.move(10, 10);
  await expect(toasts(page)).toHaveCount(0);
});

test('a toast over a dialog appears once, and is announced inside the dialog', async ({ page, serve }) => {
  const { origin } = await serve({
    'GET /users': inTurn(
      refusal(403, '2fa_verification_required'),
      refusal(403, 'invalid_code', { attemptsRemaining: 2 }),
    ),
  });
  await page.goto(`${origin}/users`);
  await codeCells(page).pressSequentially('000000');
  await expect(toasts(page)).toBeVisible();
  await expect
    .poll(() => liveRegionTexts(page, 'Verify Your Identity'))
    .toContain('Invalid verification code. 2 attempts remaining');
  await expect(page.getByText('Invalid verification code')).toHaveCount(1);
  await expect(page.getByText('Invalid verification code')).toBeVisible();
});

// @spec 2.37, 9.45
test('a toast can be swiped away', async ({ page, serve }) => {
  const { origin } = await serve({ ...REFUSING, 'POST /auth/login': inTurn(refusal(401, 'x')) });
  await page.goto(`${origin}/login`);
  await enterPassword(page, CREDENTIALS);
  await expect(toasts(page)).toBeVisible();
  const swipe = async (distance: number) => {
    // A toast ignores the pointer until it has slid in.
    await toasts(page).hover({ position: { x: 120, y: 20 } });
    const box = await toasts(page).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 120, (box?.y ?? 0) + 20];
    await page.mouse.down();
    await page.mouse.move(x + distance / 2, y, { steps: 4 });
    // Slow, because a fast flick dismisses at any distance.
    await page.waitForTimeout(600);
    await page.mouse.move(x + distance, y, { steps: 4 });
    await page.mouse.up();
  };
  await swipe(TOAST.swipeThresholdPx - 10);
  await expect(toasts(page)).toHaveAttribute('data-swiping', 'false');
  await expect(toasts(page)).toBeVisible();
  await swipe(TOAST.swipeThresholdPx + 10);
  await expect(toasts(page)).toHaveCount(0);
});
