import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { renderApp } from '../../../test/render-app.tsx';
import type { Answer, Answers, ApiCall } from '../../../test/scripted-api.ts';
import { toastTitled } from '../../../test/toasts.ts';

function guarded({ headers }: ApiCall) {
  const code = headers['x-2fa-code'];
  if (code === undefined) {
    return { status: 403, body: { status: '2fa_verification_required' } };
  }
  return code === '123456' || code === '7Q2MX4KT90'
    ? { body: 'done' }
    : { status: 403, body: { status: 'invalid_code' } };
}

async function ask(answers: Answers = {}, path = '/login/nowhere') {
  const app = await renderApp({ path, answers: { 'POST /wallets/outbound/refresh': guarded, ...answers } });
  await screen.findByRole('heading', { name: 'Not found' });
  const outcome = app.services.api.post('/wallets/outbound/refresh').then(
    (answer) => answer,
    (error: unknown) => error,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Verify Your Identity' });
  const code = () => within(dialog).getByRole<HTMLInputElement>('textbox', { name: 'Authenticator code' });
  return { ...app, outcome, dialog, code };
}

describe('VerifyIdentityDialog', () => {
  // @spec 8.4
  it('names its purpose, and repeats the call with the correct code', async () => {
    const { user, dialog, code, outcome } = await ask();
    expect(within(dialog).getByText('This action requires two-factor authentication')).toBeTruthy();
    await user.type(code(), '123456');
    expect(await outcome).toBe('done');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('accepts a backup code', async () => {
    const { user, dialog, outcome } = await ask();
    await user.click(within(dialog).getByRole('button', { name: 'Use a backup code' }));
    await user.type(within(dialog).getByLabelText('Backup code'), '7Q2MX4KT90');
    expect(await outcome).toBe('done');
  });

  it('stays open after a wrong code and shows the attempts left', async () => {
    const { user, dialog, code, outcome } = await ask();
    await user.type(code(), '000000');
    expect(await within(dialog).findByText('Invalid code. Please try again.')).toBeTruthy();
    expect(await toastTitled('Invalid verification code')).toBeTruthy();
    expect(screen.getAllByText(/2 attempts remaining/)).toHaveLength(1);
    expect(code().value).toBe('');
    await user.type(code(), '123456');
    expect(await outcome).toBe('done');
  });

  it("shows the server's hint to check the phone's clock", async () => {
    const { user, dialog, code, outcome } = await ask({
      'POST /wallets/outbound/refresh': (call: ApiCall) =>
        call.headers['x-2fa-code'] === undefined
          ? guarded(call)
          : {
              status: 403,
              body: { status: 'invalid_code', message: 'Invalid verification code. Check the clock.' },
            },
    });
    await user.type(code(), '000000');
    const alert = await within(dialog).findByRole('alert');
    expect(alert.textContent).toBe('Invalid code. Please try again. Check the clock.');
    expect(screen.getAllByText(/clock/)).toHaveLength(1);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await outcome;
  });

  it('takes pasted digits of any script', async () => {
    const { user, code, outcome } = await ask();
    await user.click(code());
    await user.paste('Code: １２３ ４５６');
    expect(await outcome).toBe('done');
  });

  it('sends a backup code in ASCII', async () => {
    const { user, dialog, outcome } = await ask();
    await user.click(within(dialog).getByRole('button', { name: 'Use a backup code' }));
    await user.type(within(dialog).getByLabelText('Backup code'), '７Ｑ２ＭＸ４ＫＴ９０');
    expect(await outcome).toBe('done');
  });

  // @spec 8.8
  it('closes after the third wrong code', async () => {
    const { user, code, outcome } = await ask();
    for (const left of ['2 attempts', '1 attempt']) {
      await user.type(code(), '000000');
      await screen.findByText(`${left} remaining`);
    }
    await user.type(code(), '000000');
    expect(await outcome).toMatchObject({ status: 'invalid_code' });
    expect(await toastTitled('Maximum verification attempts exceeded')).toBeTruthy();
    expect(screen.getByText('Please try again later')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it.each(['the Cancel button', 'Escape'])('closes with %s', async (control) => {
    const { user, dialog, outcome } = await ask();
    if (control === 'Escape') {
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }));
    } else {
      await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    }
    expect(await outcome).toMatchObject({ status: '2fa_verification_required' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.querySelector('[data-sonner-toast]')).toBeNull();
  });

  it('stays open while a code is submitted, because the call may succeed', async () => {
    const gate = Promise.withResolvers<void>();
    const { user, dialog, code, outcome } = await ask({
      'POST /wallets/outbound/refresh': (call) => ({
        ...guarded(call),
        ...(call.headers['x-2fa-code'] && { after: gate.promise }),
      }),
    });
    await user.type(code(), '123456');
    const cancel = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
    expect(cancel.disabled).toBe(true);
    await user.click(cancel);
    act(() => void dialog.dispatchEvent(new Event('cancel', { cancelable: true })));
    expect(screen.getByRole('dialog', { name: 'Verify Your Identity' })).toBeTruthy();
    gate.resolve();
    expect(await outcome).toBe('done');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('can be cancelled after a wrong code', async () => {
    const { user, dialog, code, outcome } = await ask();
    await user.type(code(), '000000');
    await within(dialog).findByText('Invalid code. Please try again.');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(await outcome).toMatchObject({ httpStatus: 403 });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('verifyIdentity when the session changes', () => {
  const GRACE = { body: { uuid: 'a', email: 'grace@example.com' } };
  const ADA = { body: { uuid: 'b', email: 'ada@example.com' } };
  const NOBODY = { status: 401, body: { status: 'unauthenticated' } };

  const askAs = (...administrators: readonly Answer[]) =>
    ask({ 'GET /auth/me': administrators, 'POST /auth/logout': {} }, '/nowhere');

  it('closes the dialog when the session ends', async () => {
    const { services, outcome, place } = await askAs(GRACE, NOBODY);
    await act(() => services.session.load({ reload: true }));
    await waitFor(() => expect(place()).toBe('/login'));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await outcome).toMatchObject({ status: '2fa_verification_required' });
  });

  it('closes the dialog when another administrator signs in', async () => {
    const { services, outcome } = await askAs(GRACE, ADA);
    await act(() => services.session.load({ reload: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(await outcome).toMatchObject({ status: '2fa_verification_required' });
  });

  it('keeps the dialog while the same administrator is signed in', async () => {
    const { services, user, code, outcome } = await askAs(GRACE);
    await act(() => services.session.load({ reload: true }));
    await user.type(code(), '123456');
    expect(await outcome).toBe('done');
  });

  it('returns the result of a code that was submitted before the session ended', async () => {
    const gate = Promise.withResolvers<void>();
    const { services, user, code, outcome } = await ask(
      {
        'GET /auth/me': [GRACE, NOBODY],
        'POST /wallets/outbound/refresh': (call) => ({
          ...guarded(call),
          ...(call.headers['x-2fa-code'] && { after: gate.promise }),
        }),
      },
      '/nowhere',
    );
    await user.type(code(), '123456');
    await act(() => services.session.load({ reload: true }));
    expect(screen.queryByRole('dialog')).toBeNull();
    gate.resolve();
    expect(await outcome).toBe('done');
  });
});
