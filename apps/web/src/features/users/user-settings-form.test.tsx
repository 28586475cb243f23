import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { of, openUsers, panel, rowOf, uuidOf } from '../../../test/open-users.ts';
import type { Answers } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';

const SAVE = of(0, 'PUT', '/settings');
const SETTINGS = of(0, 'GET', '/settings');
const NEEDS_CODE = { status: 403, body: { status: '2fa_verification_required', message: 'x' } };

async function open(answers: Answers = {}) {
  const app = await openUsers(`?user=${uuidOf(0)}`, { [SAVE]: {}, ...answers });
  const opened = within(await panel());
  const fee = await opened.findByLabelText<HTMLInputElement>('Service Fee Rate');
  const merchants = opened.getByLabelText<HTMLInputElement>('Max Merchants');
  const save = opened.getByRole<HTMLButtonElement>('button', { name: 'Save Settings' });
  async function fill(input: HTMLInputElement, text: string) {
    await app.user.clear(input);
    if (text !== '') {
      await app.user.type(input, text);
    }
  }
  const saves = () => app.calls.filter(({ call }) => call === SAVE).map(({ body }) => body);
  return { ...app, opened, fee, merchants, save, fill, saves };
}

describe('UserSettingsForm fields', () => {
  // @spec 2.109, 5.30, 5.32, 7.28
  it('shows the saved values and their limits', async () => {
    const { fee, merchants } = await open();
    expect([fee.value, fee.min, fee.max, fee.step]).toEqual(['0.05', '0', '1', '0.01']);
    expect([merchants.value, merchants.min, merchants.step]).toEqual(['-1', '-1', '1']);
  });

  it.each([
    ['0.29', '= 29%'],
    ['0.07', '= 7%'],
    ['1', '= 100%'],
    ['-0', '= 0%'],
  ])('shows the rate %s as a percentage', async (text, percent) => {
    const { fee, fill, opened } = await open();
    await fill(fee, text);
    expect(opened.getByText(percent)).toBeTruthy();
  });

  it('changes by one step on the arrow keys, within the limits', async () => {
    const { fee, merchants, fill, user } = await open();
    await user.type(fee, '{ArrowUp}{ArrowUp}');
    expect(fee.value).toBe('0.07');
    await fill(fee, '0.99');
    await user.type(fee, '{ArrowUp}{ArrowUp}');
    expect(fee.value).toBe('1');
    await user.type(merchants, '{ArrowUp}{ArrowUp}{ArrowDown}{ArrowDown}{ArrowDown}');
    expect(merchants.value).toBe('-1');
  });

  // @spec 5.33
  it.each([
    ['-1', /^Unlimited merchants\./],
    ['0', /^No new merchants\./],
    ['1', /^At most 1 merchant\./],
    ['1200', /^At most 1,200 merchants\./],
    ['', /^Leave blank to keep the current value\./],
  ])('explains the merchant limit %j', async (text, hint) => {
    const { merchants, fill, opened } = await open();
    await fill(merchants, text);
    expect(opened.getByText(hint)).toBeTruthy();
  });
});

describe('UserSettingsForm on save', () => {
  // @spec 5.34, 7.29, 8.61
  it.each([
    ['0.1', '5', { serviceFeeRate: 0.1, maxMerchants: 5 }],
    ['0', '0', { serviceFeeRate: 0, maxMerchants: 0 }],
    ['1', '-1', { serviceFeeRate: 1, maxMerchants: -1 }],
    ['', '7', { maxMerchants: 7 }],
    ['0.29', '', { serviceFeeRate: 0.29 }],
    ['.5', '5', { serviceFeeRate: 0.5, maxMerchants: 5 }],
  ])('sends the rate %j and the limit %j as numbers, without blanks', async (rate, limit, expected) => {
    const { fee, merchants, fill, save, user, saves } = await open();
    await fill(fee, rate);
    await fill(merchants, limit);
    await user.click(save);
    expect(await toastTitled('User settings updated successfully')).toBeTruthy();
    expect(saves()).toEqual([expected]);
  });

  it('refetches the panel and the list, then has no unsaved changes', async () => {
    let serviceFeeRate = 0.05;
    const { fee, fill, save, user, asked, address } = await open({
      [SETTINGS]: () => ({ body: { serviceFeeRate, maxMerchants: -1 } }),
      [SAVE]: () => {
        serviceFeeRate = 0.1;
        return {};
      },
    });
    await fill(fee, '0.1');
    await user.click(save);
    await toastTitled('User settings updated successfully');
    await waitFor(() => {
      const after = asked().slice(asked().indexOf(SAVE));
      expect(after).toContain(SETTINGS);
      expect(after).toContain('GET /users?limit=20&offset=0&includeDeleted=false');
    });
    expect(fee.value).toBe('0.1');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/users'));
  });

  // @spec 5.30, 5.32
  it.each([
    ['1.01', '5', 'The rate must be between 0 and 1'],
    ['-0.01', '5', 'The rate must be between 0 and 1'],
    ['0.005', '5', 'Use a multiple of 0.01'],
    ['0.05', '1.5', 'The limit must be a whole number, such as 5'],
    ['0.05', '-2', 'The limit must be at least -1'],
    ['0.05', '1.0', 'The limit must be a whole number, such as 5'],
    ['0.05', '1'.repeat(16), 'The limit must be a whole number, such as 5'],
    ['five', '-2', 'The limit must be at least -1'],
    ['', '', 'Enter a value to save'],
  ])('rejects the rate %j with the limit %j', async (rate, limit, message) => {
    const { fee, merchants, fill, save, user, saves, opened } = await open();
    await fill(fee, rate);
    await fill(merchants, limit);
    await user.click(save);
    expect(await opened.findByText(message)).toBeTruthy();
    expect(saves()).toEqual([]);
  });

  it.each([
    '0.5%',
    '1 %',
    '0,05',
    '-',
    '1e',
    '5e-2',
    '+0.05',
    '1.',
    '.',
    '0x10',
    'Infinity',
    '0.0.5',
    '1/2',
    '\uff10.\uff10\uff15',
    '0.05\u200b',
    'five',
  ])('rejects the text %j as a rate, and saves only the limit', async (text) => {
    const { fee, merchants, fill, save, user, saves } = await open();
    await fill(fee, text);
    await fill(merchants, '7');
    await user.click(save);
    await toastTitled('User settings updated successfully');
    expect(saves()).toEqual([{ maxMerchants: 7 }]);
    await waitFor(() => expect(document.activeElement).toBe(fee));
    expect(fee.value).toBe(text);
    expect(fee.getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Enter a decimal with a point, such as 0.05 for 5%')).toBeTruthy();
    expect(save.getAttribute('aria-disabled')).toBeNull();
  });

  it.each(['', 'unlimited'])('sends nothing if the rate is no number and the limit is %j', async (limit) => {
    const { fee, merchants, fill, save, user, saves, opened } = await open();
    await fill(fee, 'five');
    await fill(merchants, limit);
    await user.click(save);
    expect(await opened.findByText('Enter a decimal with a point, such as 0.05 for 5%')).toBeTruthy();
    expect(saves()).toEqual([]);
  });

  it.each(['unlimited', '-', '1e3', '1,000', '1 000', '5%', '\u0665', '0x10'])(
    'rejects the text %j as a limit, and saves only the rate',
    async (text) => {
      const { fee, merchants, fill, save, user, saves, opened } = await open();
      await fill(fee, '0.1');
      await fill(merchants, text);
      await user.click(save);
      await toastTitled('User settings updated successfully');
      expect(await opened.findByText('The limit must be a whole number, such as 5')).toBeTruthy();
      expect(merchants.value).toBe(text);
      expect(saves()).toEqual([{ serviceFeeRate: 0.1 }]);
    },
  );

  it.each(['0.050001', '0.05000000000000000001'])(
    'rejects the rate %s, which has more decimals',
    async (text) => {
      const { fee, fill, save, user, saves, opened } = await open();
      await fill(fee, text);
      await user.click(save);
      expect(await opened.findByText('Use a multiple of 0.01')).toBeTruthy();
      expect(saves()).toEqual([]);
    },
  );

  it('disables saving until a setting has changed', async () => {
    const { fee, fill, save, user, saves } = await open();
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await user.click(save);
    await fill(fee, '0.06');
    expect(save.getAttribute('aria-disabled')).toBeNull();
    await fill(fee, '0.05');
    expect(save.getAttribute('aria-disabled')).toBe('true');
    await user.type(fee, '{Enter}');
    expect(saves()).toEqual([]);
  });

  it('keeps changes that someone else saved in the meantime', async () => {
    let maxMerchants = -1;
    const { fee, fill, save, user, saves } = await open({
      [SETTINGS]: () => ({ body: { serviceFeeRate: 0.05, maxMerchants } }),
    });
    await fill(fee, '0.06');
    maxMerchants = 10;
    await user.click(save);
    await toastTitled('User settings updated successfully');
    expect(saves()).toEqual([{ serviceFeeRate: 0.06, maxMerchants: 10 }]);
  });

  it('sends only the edits if the settings cannot be reloaded', async () => {
    let status = 200;
    const { fee, fill, save, user, saves } = await open({
      [SETTINGS]: () => ({ status, body: { serviceFeeRate: 0.05, maxMerchants: -1 } }),
    });
    await fill(fee, '0.06');
    status = 500;
    await user.click(save);
    await toastTitled('User settings updated successfully');
    expect(saves()).toEqual([{ serviceFeeRate: 0.06 }]);
  });

  it('keeps a saved rate with more decimals', async () => {
    const { merchants, fill, save, user, saves } = await open({
      [SETTINGS]: { body: { serviceFeeRate: 0.0125, maxMerchants: -1 } },
    });
    await fill(merchants, '3');
    await user.click(save);
    await toastTitled('User settings updated successfully');
    expect(saves()).toEqual([{ maxMerchants: 3 }]);
  });

  // @spec 8.42
  it('keeps the edits after a failure, and shows server errors on their fields', async () => {
    const { fee, fill, save, user } = await open({
      [SAVE]: {
        status: 400,
        body: {
          status: 'validation_error',
          message: 'The input is invalid',
          errors: [{ field: 'serviceFeeRate', code: 'x', message: 'It will not do' }],
        },
      },
    });
    await fill(fee, '0.1');
    await user.click(save);
    const own = await toastTitled('Failed to update user settings');
    expect(own.closest('li')?.textContent).toBe('Failed to update user settings');
    const general = await toastTitled('The input is invalid');
    expect(general.closest('li')?.textContent).toBe('The input is invalidValidation error: It will not do');
    expect(await screen.findByText('It will not do')).toBeTruthy();
    expect(fee.value).toBe('0.1');
    expect(document.activeElement).toBe(fee);
  });

  it('opens the tab with the invalid field', async () => {
    const { fee, fill, save, user, opened, saves } = await open();
    await fill(fee, '1.5');
    await user.click(opened.getByRole('tab', { name: 'Activity' }));
    await user.click(save);
    await waitFor(() => expect(document.activeElement).toBe(fee));
    expect(opened.getByRole('tab', { name: 'Details' }).getAttribute('aria-selected')).toBe('true');
    expect(saves()).toEqual([]);
  });

  it('asks for a code, and keeps the edits', async () => {
    const { fee, fill, save, user, saves } = await open({
      [SAVE]: ({ headers }) => (headers['x-2fa-code'] === '123456' ? {} : NEEDS_CODE),
    });
    await fill(fee, '0.1');
    await user.click(save);
    const question = within(await screen.findByRole('dialog', { name: 'Verify Your Identity' }));
    expect(fee.value).toBe('0.1');
    await user.type(question.getByRole('textbox', { name: 'Authenticator code' }), '123456');
    expect(await toastTitled('User settings updated successfully')).toBeTruthy();
    expect(saves()).toEqual(Array(2).fill({ serviceFeeRate: 0.1, maxMerchants: -1 }));
  });
});

describe('FeePreviewNote', () => {
  const PREVIEW = of(0, 'GET', '/fee-preview');
  const preview = { days: 30, paidOrders: 42, earnedUsd: '1284.50', wouldHaveEarnedUsd: '2569.00' };

  // @spec 5.31
  it('shows what the last 30 days would have earned', async () => {
    const { fee, fill, opened, asked } = await open({ [PREVIEW]: { body: preview } });
    await fill(fee, '0.1');
    expect(await opened.findByText('$2,569.00')).toBeTruthy();
    expect(opened.getByRole('status').textContent).toBe(
      '10% would have earned $2,569.00, not $1,284.50 (42 orders, last 30 days).',
    );
    expect(asked().filter((call) => call.startsWith(PREVIEW))).toEqual([`${PREVIEW}?rate=0.1`]);
    await fill(fee, '0.05');
    await waitFor(() => expect(opened.getByRole('status').textContent).toBe(''));
  });

  it('shows that there are no orders to compare', async () => {
    const { fee, fill, opened } = await open({ [PREVIEW]: { body: { ...preview, paidOrders: 0 } } });
    await fill(fee, '0.2');
    expect(await opened.findByText(/No paid mainnet orders in the last 30 days/)).toBeTruthy();
  });

  it('shows nothing if the server has no preview', async () => {
    const { fee, fill, opened, asked } = await open();
    await fill(fee, '0.2');
    await waitFor(() => expect(asked()).toContain(`${PREVIEW}?rate=0.2`));
    expect(opened.getByRole('status').textContent).toBe('');
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  });
});

describe('UserSettingsForm after a change by someone else', () => {
  const version = (serviceFeeRate: number, maxMerchants: number) => ({
    body: { serviceFeeRate, maxMerchants },
    headers: { etag: `"${serviceFeeRate}"`, 'cache-control': 'no-store' },
  });
  const CONFLICT = {
    status: 409,
    body: {
      status: 'changed_meanwhile',
      message: 'x',
      change: {
        changedBy: 'mia@example.com',
        changedAt: '2026-03-03T12:04:05.678Z',
        changes: { serviceFeeRate: { before: 0.05, after: 0.03 } },
        etag: '"0.03"',
      },
    },
  };

  async function openConflict() {
    let current = version(0.05, -1);
    const app = await open({
      [SETTINGS]: () => current,
      [SAVE]: ({ headers }) => {
        if (headers['if-match'] !== current.headers.etag) {
          return CONFLICT;
        }
        current = version(0.08, -1);
        return { headers: current.headers };
      },
    });
    await app.fill(app.fee, '0.08');
    current = version(0.03, -1);
    await app.user.click(app.save);
    const question = within(await screen.findByRole('dialog', { name: 'These settings have changed' }));
    const matches = () =>
      app.calls.filter(({ call }) => call === SAVE).map(({ headers }) => headers['if-match']);
    return { ...app, question, matches };
  }

  it('shows who changed what and when, without a toast', async () => {
    const { question, matches } = await openConflict();
    expect(question.getByText(/changed them on 2026-03-03/).textContent).toContain('mia@example.com');
    const row = question.getByRole('row', { name: /Service Fee Rate/ });
    expect(
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent),
    ).toEqual(['0.05 (5%)', '0.03 (3%)', '0.08 (8%)']);
    expect(matches()).toEqual(['"0.05"']);
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  });

  it('saves over the shown change on request', async () => {
    const { question, user, matches, fee, save } = await openConflict();
    await user.click(question.getByRole('button', { name: 'Save my values' }));
    await toastTitled('User settings updated successfully');
    expect(matches()).toEqual(['"0.05"', '"0.03"']);
    expect(fee.value).toBe('0.08');
    await waitFor(() => expect(save.getAttribute('aria-disabled')).toBe('true'));
  });

  it('reports the conflict in a toast if the panel was closed while saving', async () => {
    const answered = Promise.withResolvers<void>();
    const { fee, fill, save, user, asked } = await open({ [SAVE]: { ...CONFLICT, after: answered.promise } });
    await fill(fee, '0.08');
    await user.click(save);
    await waitFor(() => expect(asked()).toContain(SAVE));
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Settings' })).toBeNull());
    answered.resolve();
    expect(await toastTitled('Failed to update user settings')).toBeTruthy();
  });

  it('takes the current values on request', async () => {
    const { question, user, matches, fee, save } = await openConflict();
    await user.click(question.getByRole('button', { name: 'Use current values' }));
    await waitFor(() => expect(fee.value).toBe('0.03'));
    expect(save.getAttribute('aria-disabled')).toBe('true');
    expect(matches()).toHaveLength(1);
  });
});

describe('UserSettingsForm after a change on a server that does not say what changed', () => {
  /** Answers like a server with ETags of its own. `change` is what somebody else saves. */
  async function openOutdated(refusal: object, change: { readonly serviceFeeRate: number }) {
    const first = {
      body: { serviceFeeRate: 0.05, maxMerchants: -1 },
      headers: { etag: '"1"', 'cache-control': 'no-store' },
    };
    let current = first;
    const app = await open({
      [SETTINGS]: () => current,
      [SAVE]: ({ headers }) => (headers['if-match'] === current.headers.etag ? {} : refusal),
    });
    await app.fill(app.merchants, '7');
    current = { body: { ...first.body, ...change }, headers: { ...first.headers, etag: '"2"' } };
    await app.user.click(app.save);
    return app;
  }
  const question = async () =>
    within(await screen.findByRole('dialog', { name: 'These settings have changed' }));

  it.each([412, 409])('asks what to do after HTTP %d, and saves on request', async (status) => {
    const { user, saves } = await openOutdated(
      { status, body: { message: 'Stale' } },
      { serviceFeeRate: 0.03 },
    );
    const asked = await question();
    expect(asked.getByRole('row', { name: /Service Fee Rate/ }).textContent).toContain('0.03 (3%)');
    await user.click(asked.getByRole('button', { name: 'Save my values' }));
    await toastTitled('User settings updated successfully');
    expect(saves()).toHaveLength(2);
  });

  it.each([412, 409])('can save again after HTTP %d if the settings are the same', async (status) => {
    const refusal = { status, body: { message: 'Stale' } };
    const { user, save, calls } = await openOutdated(refusal, { serviceFeeRate: 0.05 });
    await waitFor(async () => {
      await user.click(save);
      expect(calls.findLast(({ call }) => call === SAVE)?.headers['if-match']).toBe('"2"');
    });
    await toastTitled('User settings updated successfully');
  });
});

describe('UserSettingsForm with unsaved changes', () => {
  const question = () => screen.findByRole('dialog', { name: 'Discard unsaved changes?' });

  it('keeps the changes on another tab', async () => {
    const { fee, fill, user, opened } = await open();
    await fill(fee, '0.1');
    await user.click(opened.getByRole('tab', { name: 'Activity' }));
    await opened.findByText('No activity yet');
    await user.click(opened.getByRole('tab', { name: 'Details' }));
    expect(opened.getByLabelText<HTMLInputElement>('Service Fee Rate').value).toBe('0.1');
  });

  it.each([
    ['Close', (click: Click) => click('button', 'Close')],
    ['another row', async (click: Click) => click('button', 'Bob')],
    ['another screen', (click: Click) => click('link', 'Dashboard')],
  ])('asks for confirmation before %s, and stays on cancel', async (_, leave) => {
    const { fee, fill, user, address } = await open();
    await rowOf('Bob');
    await fill(fee, '0.1');
    await leave(async (role, name) => {
      await user.click(screen.getAllByRole(role, { name })[0] as HTMLElement);
    });
    await user.click(within(await question()).getByRole('button', { name: 'Keep editing' }));
    await waitFor(() => expect(screen.queryByText('Discard unsaved changes?')).toBeNull());
    expect(address()).toBe(`/users?user=${uuidOf(0)}`);
    expect(fee.value).toBe('0.1');
  });

  it('discards the changes on confirmation', async () => {
    const { fee, fill, user, address } = await open();
    await fill(fee, '0.1');
    await user.click(await rowOf('Bob'));
    await user.click(within(await question()).getByRole('button', { name: 'Discard changes' }));
    await waitFor(() => expect(address()).toBe(`/users?user=${uuidOf(1)}`));
    const other = await screen.findByLabelText<HTMLInputElement>('Service Fee Rate');
    expect(other.value).toBe('0.05');
  });
});

type Click = (role: 'button' | 'link', name: string) => Promise<void>;
