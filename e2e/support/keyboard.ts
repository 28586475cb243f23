import { expect, type Locator, type Page } from '@playwright/test';

/** More tab stops than any screen has. */
const STOPS = 150;

/** Waits until the focused element is in view with a focus indicator. */
export async function expectFocusShown(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(whatHidesFocus)).toBe('');
}

/** Tabs to a control, and moves to it by arrow keys inside a table. Every stop must show the focus. */
export async function tabTo(page: Page, control: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  for (let stop = 0; stop < STOPS; stop++) {
    for (const arrow of await control.evaluate(arrowsTo)) await page.keyboard.press(arrow);
    if (await hasFocus(control)) {
      await expectFocusShown(page);
      return;
    }
    await page.keyboard.press(key);
    const isAtEnd = await page.evaluate(
      () => document.activeElement === document.body || !document.hasFocus(),
    );
    if (!isAtEnd) await expectFocusShown(page);
  }
  throw new Error(`Tab does not lead to ${control}`);
}

/** Tabs to a control and sends a key. The focus must be visible before and after. */
export async function pressAt(page: Page, control: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press(key);
  await expectFocusShown(page);
}

/** Tabs to a field and replaces its text. */
export async function typeInto(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

/** Tabs once around a dialog. Every stop must be inside it or in the browser's own controls. */
export async function expectFocusKept(page: Page, dialog: Locator): Promise<void> {
  await expect(dialog).toBeVisible();
  const stops = await dialog.locator('a[href], button:enabled, input:enabled').count();
  for (let stop = 0; stop < stops + 2; stop++) {
    await page.keyboard.press('Tab');
    const isOutside = await dialog.evaluate(
      (element) => document.activeElement !== document.body && !element.contains(document.activeElement),
    );
    expect(isOutside).toBe(false);
  }
}

/** Returns the keys that move from the focused control to another one in the same table. */
function arrowsTo(control: Element): string[] {
  const table = control.closest('table');
  const holder = document.activeElement;
  if (!table || !holder || !table.contains(holder)) return [];
  const controlsOf = (row: Element) =>
    [...row.querySelectorAll('a[href], button, [tabindex]')].filter((each) => each.checkVisibility());
  const rows = [...table.rows].map(controlsOf).filter((controls) => controls.length > 0);
  const placeOf = (element: Element) => {
    const row = rows.findIndex((controls) => controls.includes(element));
    return { row, column: rows[row]?.indexOf(element) ?? 0 };
  };
  const [from, to] = [placeOf(holder), placeOf(control)];
  const times = (count: number, key: string) => Array.from({ length: Math.max(0, count) }, () => key);
  return [
    ...times(from.row === to.row ? from.column - to.column : from.column, 'ArrowLeft'),
    ...times(from.row - to.row, 'ArrowUp'),
    ...times(to.row - from.row, 'ArrowDown'),
    ...times(from.row === to.row ? to.column - from.column : to.column, 'ArrowRight'),
  ];
}

async function hasFocus(control: Locator): Promise<boolean> {
  return await control.evaluate((element) => element === document.activeElement);
}

/** Returns why the focus is not visible, or an empty text. */
function whatHidesFocus(): string {
  const { activeElement: holder } = document;
  if (!holder || holder === document.body) return 'no element has the focus';
  const name = `${holder.localName} ${holder.getAttribute('aria-label') ?? holder.textContent?.slice(0, 40)}`;
  const { top, left, bottom, right } = holder.getBoundingClientRect();
  if (bottom <= 0 || right <= 0 || top >= innerHeight || left >= innerWidth) return `out of sight: ${name}`;
  const isOutlined = (element: Element | null | undefined) => {
    const { outlineStyle, outlineWidth } = element ? getComputedStyle(element) : {};
    return (
      outlineStyle !== undefined && outlineStyle !== 'none' && Number.parseFloat(outlineWidth ?? '') >= 2
    );
  };
  const cell = holder.closest('[data-input-otp-container]')?.querySelector('[data-active]');
  const isShown =
    isOutlined(holder) ||
    isOutlined(holder.closest('label')) ||
    isOutlined(cell) ||
    // Scripts focus these as a whole.
    holder.matches('main, [role=menu], dialog:modal');
  return isShown ? '' : `has the focus and does not show it: ${name}`;
}
