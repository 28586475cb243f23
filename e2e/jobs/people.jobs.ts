import { expect, type Page } from '@playwright/test';
import { menuLink } from '../support/screens.ts';
import { job } from './support/job.ts';
import { findActiveUser } from './support/records.ts';

const panel = (page: Page) => page.locator('dialog[data-side="right"]');

job(
  { name: '3. Block a fraudster by email, then show what was ended and who did it', bar: 9 },
  (page) => findActiveUser(page, 3),
  async ({ page, administrator, person, prepared: user }) => {
    await person.goTo(user.email);
    await person.click(panel(page).getByRole('tab', { name: 'Actions' }));
    await person.click(panel(page).getByLabel('Reason'));
    await person.type('Chargebacks');
    await person.click(panel(page).getByRole('button', { name: 'Block user' }));
    await expect(page.getByRole('dialog', { name: 'Blocked User' })).toBeVisible();
    await person.click(menuLink(page, 'Audit Logs'));
    await person.click(page.getByRole('button', { name: /User blocked/ }).first());
    const details = page.getByRole('dialog', { name: 'Audit Log Details' });
    await expect(details).toContainText(administrator.email);
    await expect(details).toContainText(user.email);
    await expect(details).toContainText(/sessions/i);
  },
);

job(
  { name: "7. Who changed this user's fee, from what to what", bar: 5 },
  async (page) => {
    const user = await findActiveUser(page, 4);
    await page.goto(`/users?user=${user.uuid}`);
    const rate = panel(page).getByLabel('Service Fee Rate');
    await expect(rate).not.toHaveValue('');
    const before = await rate.inputValue();
    await rate.fill('0.37');
    await panel(page).getByRole('button', { name: 'Save Settings' }).click();
    await expect(panel(page).getByRole('button', { name: 'Save Settings' })).toBeDisabled();
    return { user, before };
  },
  async ({ page, administrator, person, prepared: { user, before } }) => {
    await person.goTo(user.email);
    await person.click(panel(page).getByRole('tab', { name: 'Activity' }));
    const entry = panel(page).getByRole('listitem').filter({ hasText: 'user.settings_update' }).first();
    await expect(entry).toContainText(administrator.email);
    await person.click(entry.getByText(/^View changes/));
    await expect(entry).toContainText(before);
    await expect(entry).toContainText('0.37');
  },
);

job(
  { name: '8. Which invitations were never delivered or have expired', bar: 3 },
  async () => undefined,
  async ({ page, person }) => {
    await person.click(menuLink(page, 'Invitations'));
    await person.choose(page.getByRole('combobox', { name: 'Status' }), 'Pending');
    await expect(page).toHaveURL('/invitations?status=pending');
    const rows = page.getByRole('table').locator('tbody').getByRole('row');
    await expect(rows.filter({ hasText: 'Expired' }).first()).toBeVisible();
    await expect(page.getByRole('button', { name: 'Next' }), 'all are on one page').toHaveCount(0);
  },
);
