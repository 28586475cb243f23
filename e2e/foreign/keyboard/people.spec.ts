import { expect } from '@playwright/test';
import { test } from '../../support/foreign-test.ts';
import { expectFocusKept, expectFocusShown, pressAt, tabTo, typeInto } from '../../support/keyboard.ts';
import { toast } from '../../support/screens.ts';

test('searches the merchants and changes pages by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/merchants`);
  const next = page.getByRole('button', { name: 'Next' });
  const search = page.getByRole('searchbox', { name: 'Search merchants' });
  await tabTo(page, next);
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 21 to 40 of 47 merchants')).toHaveAttribute('aria-live', 'polite');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Showing 41 to 47 of 47 merchants')).toBeVisible();
  await expect(next).toBeDisabled();
  await expect(next).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(`${origin}/merchants?page=3`);
  await tabTo(page, search);
  await page.keyboard.type('coffee');
  await expect(page.getByRole('status').filter({ hasText: '12 in total' })).toBeVisible();
  await expect(search).toBeFocused();
  await typeInto(page, search, 'nobody');
  await expect(page.getByRole('status').filter({ hasText: '0 in total' })).toBeVisible();
  await pressAt(page, page.getByRole('button', { name: /^Show all / }));
  await expect(page.getByText('Harbour Coffee 0')).toBeVisible();
  await expectFocusShown(page);
});

test('reverses the order of the merchants by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/merchants`);
  const header = page.getByRole('columnheader', { name: 'Created At' });
  await expect(header).toHaveAttribute('aria-sort', 'descending');
  await pressAt(page, header.getByRole('button'), 'Space');
  await expect(header).toHaveAttribute('aria-sort', 'ascending');
  await expect(header.getByRole('button')).toBeFocused();
});

test('invites, resends and revokes by keyboard', async ({ page, serve }) => {
  const { origin } = await serve();
  await page.goto(`${origin}/invitations`);
  const invite = page.getByRole('button', { name: 'Invite User' });
  const dialog = page.getByRole('dialog', { name: 'Invite User' });
  const field = dialog.getByLabel('Email Address');
  await pressAt(page, invite);
  await expect(field).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription('Email is required');
  await expectFocusKept(page, dialog);
  await page.keyboard.press('Escape');
  await expect(invite).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('grace@example.com');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Invitation sent successfully')).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(invite).toBeFocused();

  const more = page.getByRole('button', { name: 'Actions for guest0@example.com' });
  await pressAt(page, more);
  await expect(page.getByRole('menuitem', { name: 'Resend' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Invitation resent to guest0@example.com')).toBeVisible();
  await expect(more).toBeFocused();
  const guest = page.getByRole('button', { name: 'Actions for guest1@example.com' });
  await pressAt(page, guest);
  await expect(page.getByRole('menuitem', { name: 'Resend' })).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'Revoke' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Invitation for guest1@example.com revoked')).toBeVisible();
  await expect(guest).toBeHidden();
  await expectFocusShown(page);
});
