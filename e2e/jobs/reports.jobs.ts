import { ADMIN_API } from '@halyard/contract/constants';
import type { Revenue } from '@halyard/contract/overview';
import { expect } from '@playwright/test';
import { menuLink } from '../support/screens.ts';
import { job } from './support/job.ts';
import { findActorOfYesterday } from './support/records.ts';

job(
  { name: '4. All payouts over $1,000 in the last seven days, as a file', bar: 6 },
  async () => undefined,
  async ({ page, person }) => {
    await person.click(menuLink(page, 'Transactions'));
    for (const name of ['Payouts', 'Over $1,000', 'Last 7 days']) {
      await person.click(page.getByRole('button', { name, exact: true }));
    }
    await expect(page).toHaveURL(/(?=.*type=payout)(?=.*minUsd=1000)(?=.*last=7d)/);
    await person.click(page.getByRole('button', { name: 'Export CSV' }));
    const download = page.waitForEvent('download');
    await person.click(page.getByRole('button', { name: 'Download CSV' }));
    expect((await download).suggestedFilename()).toMatch(/^transactions-/);
  },
);

job(
  { name: '5. Did we earn more this month than last, and with which merchants', bar: 3 },
  async (page): Promise<Revenue> =>
    await (await page.request.get(`${ADMIN_API}/analytics/revenue?range=month`)).json(),
  async ({ page, person, prepared: { topMerchants } }) => {
    const breakdown = page.getByRole('region', { name: 'Revenue breakdown' });
    await person.click(breakdown.getByText('This month'));
    await expect(breakdown).toContainText(/(more than|less than|the same as) in the same days of last month/);
    const merchants = breakdown.getByRole('region', { name: 'Top merchants' });
    await expect(merchants.getByRole('listitem')).toHaveCount(topMerchants.length);
    await expect(merchants).toContainText(topMerchants[0]?.name ?? 'no merchant');
    await expect(merchants).toContainText(/(more than|less than|the same as) before/);
  },
);

job(
  { name: '6. Which money arrived that belongs to no order', bar: 3 },
  async (page) => {
    const query = { kind: 'unmatched_money', state: 'open' };
    const answer = await page.request.get(`${ADMIN_API}/exceptions`, { params: query });
    return (await answer.json()).totalCount;
  },
  async ({ page, person, prepared: total }) => {
    await person.click(page.getByRole('link', { name: /open exceptions/ }));
    await person.click(page.getByRole('button', { name: /^Unmatched money/ }));
    const rows = page.getByRole('table').locator('tbody').getByRole('row');
    await expect(rows).toHaveCount(total);
    await expect(rows.first()).toContainText(/arrived on .* without an order/);
  },
);

job(
  { name: '10. Everything an administrator did yesterday from an IP address', bar: 5 },
  findActorOfYesterday,
  async ({ page, person, prepared: { ipAddress, actorEmail } }) => {
    await person.press('Control+k');
    const dialog = page.getByRole('dialog', { name: 'Go to' });
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await person.paste(ipAddress);
    await person.click(dialog.getByRole('option', { name: actorEmail }));
    await person.choose(page.getByRole('combobox', { name: 'Time' }), 'Yesterday');
    await expect(page).toHaveURL(/from=.*&to=/);
    await expect(page.getByRole('button', { name: `Remove filter IP address ${ipAddress}` })).toBeVisible();
    const rows = page.getByRole('table').locator('tbody').getByRole('row');
    await expect(rows.first()).toContainText(actorEmail);
  },
);
