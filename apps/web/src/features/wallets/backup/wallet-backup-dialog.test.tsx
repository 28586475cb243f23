import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openWalletPanel, walletDetailsAnswer, walletPanel } from '../../../../test/open-wallet-panel.ts';
import type { Answer, Answers } from '../../../../test/scripted-api.ts';
import { toastTitled } from '../../../../test/toasts.ts';
import { walletAnswer } from '../../../../test/wallet-answers.ts';

const CALL = 'GET /wallets/1/backup';
const KEY = `0x${'c0ffee'.repeat(10)}beef`;
const BACKUP = {
  address: walletAnswer(1).address,
  publicKey: `0x04${'ab'.repeat(64)}`,
  privateKey: KEY,
  blockchain: 'ETH',
  type: 'outbound',
};

interface SavedFile {
  readonly name: string;
  readonly content: Blob;
}

let saved: SavedFile[] = [];

beforeEach(() => {
  saved = [];
  let content = new Blob();
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    content = blob as Blob;
    return 'blob:backup';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
    saved.push({ name: this.download, content });
  });
});

afterEach(() => vi.restoreAllMocks());

const dialog = () => screen.findByRole('dialog', { name: 'Wallet Backup' });
const codeField = () => screen.findByRole('textbox', { name: 'Authenticator code' });
const toasts = () => document.querySelectorAll('[data-sonner-toast]').length;

async function openDialog(answers: Answers = {}) {
  const app = await openWalletPanel('', { [CALL]: { body: BACKUP }, ...answers });
  await within(await walletPanel()).findByText('Never backed up');
  await app.user.click(screen.getByRole('button', { name: 'Backup' }));
  await dialog();
  return app;
}

async function openKeys(answers: Answers = {}) {
  const app = await openDialog(answers);
  await app.user.type(await codeField(), '123456');
  await screen.findByRole('button', { name: 'Download JSON' });
  return app;
}

describe('BackupVerification', () => {
  // @spec 2.132, 2.139, 4.19, 7.46, 8.64
  it('warns, and sends the code with the request', async () => {
    const { user, calls } = await openDialog();
    const shown = within(await dialog());
    expect(shown.getByText('Private keys will be exposed')).toBeTruthy();
    const submit = shown.getByRole<HTMLButtonElement>('button', { name: 'Verify & Download' });
    expect(submit.disabled).toBe(true);
    await user.type(await codeField(), '123456');
    await toastTitled('Wallet backup retrieved successfully');
    const backups = calls.filter(({ call }) => call === CALL);
    expect(backups.map(({ headers }) => headers['x-2fa-code'])).toEqual(['123456']);
  });

  it('accepts a backup code', async () => {
    const { user, calls } = await openDialog();
    await user.click(screen.getByRole('button', { name: 'Use a backup code' }));
    await user.type(await screen.findByRole('textbox', { name: 'Backup code' }), '7Q2MX4KT90');
    await screen.findByRole('button', { name: 'Download JSON' });
    expect(calls.find(({ call }) => call === CALL)?.headers['x-2fa-code']).toBe('7Q2MX4KT90');
  });

  // @spec 8.45
  it.each([
    { status: 'invalid_code', attemptsRemaining: 2, message: 'Invalid verification code' },
    { status: '2fa_verification_required', error: '2fa_verification_required', attemptsRemaining: 2 },
  ])('asks again in this dialog after $status, without the global code dialog', async (body) => {
    const { user, asked } = await openDialog({ [CALL]: { status: 403, body } });
    await user.type(await codeField(), '000000');
    expect((await toastTitled('Invalid 2FA code')).parentElement?.textContent).toBe(
      'Invalid 2FA codeCheck your authenticator app for the current code.',
    );
    expect((await dialog()).textContent).toContain('Invalid code. Please try again. 2 attempts remaining.');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Authenticator code' }).value).toBe('');
    expect(screen.queryByRole('dialog', { name: 'Verify Your Identity' })).toBeNull();
    expect(toasts()).toBe(1);
    expect(asked().filter((call) => call === CALL)).toHaveLength(1);
  });

  // @spec 8.46
  it('shows that a valid code was already used', async () => {
    const message = 'This code was used before. Wait for the next code.';
    const { user } = await openDialog({ [CALL]: { status: 403, body: { status: 'invalid_code', message } } });
    await user.type(await codeField(), '000000');
    expect((await toastTitled('Invalid 2FA code')).parentElement?.textContent).toContain(message);
  });

  it.each<[Answer, readonly string[], string]>([
    [{ status: 404, body: { status: 'not_found' } }, ['Wallet not found'], "This wallet doesn't exist."],
    [
      { status: 409, body: { status: 'key_not_held', message: 'The key is elsewhere' } },
      ['Failed to download wallet backup'],
      "The key wasn't released.",
    ],
    [
      { status: 409, body: { status: 'factor_too_new' }, headers: { 'retry-after': '80000' } },
      ['Failed to download wallet backup'],
      "For security, private keys can't be backed up soon after a change of authenticator, backup codes or device. Try again in 23 hours.",
    ],
    [
      { status: 500, body: { status: 'integrity_error' } },
      ['Server Error', 'Failed to download wallet backup'],
      'The stored key failed its integrity check',
    ],
    [
      { status: 503, body: { status: 'unavailable' } },
      ['Server Error', 'Failed to download wallet backup'],
      "The key wasn't released.",
    ],
    [
      { status: 429, headers: { 'retry-after': '125' } },
      ['Too Many Requests', 'Failed to download wallet backup'],
      'Backup limit reached. Try again in 3 minutes.',
    ],
    [
      {
        status: 429,
        body: { status: 'rate_limited', message: 'Too many wrong codes' },
        headers: { 'retry-after': '86400' },
      },
      ['Too Many Requests', 'Failed to download wallet backup'],
      'Too many wrong codes. Try again in 24 hours.',
    ],
    [{ status: 429 }, ['Too Many Requests', 'Failed to download wallet backup'], 'Backup limit reached.'],
    [{ cut: 'before' }, ['Network Error', 'Failed to download wallet backup'], "The key wasn't released."],
    [{ text: '<html>' }, ['Failed to download wallet backup'], "The key wasn't released."],
    [{ body: { address: '0x1' } }, ['Failed to download wallet backup'], "The key wasn't released."],
  ])('shows the failure %j', async (answer, titles, text) => {
    const { user } = await openDialog({ [CALL]: answer });
    await user.type(await codeField(), '123456');
    for (const title of titles) {
      await toastTitled(title);
    }
    expect(toasts()).toBe(titles.length);
    await waitFor(async () => expect((await dialog()).textContent).toContain(text));
    expect(screen.queryByText('Private Key')).toBeNull();
  });
});

describe('BackupDisplay', () => {
  // @spec 2.140
  it('shows the private key only on request', async () => {
    const { user } = await openKeys();
    const shown = await dialog();
    expect(shown.textContent).not.toContain(KEY);
    for (const text of [BACKUP.address, BACKUP.publicKey, 'Ethereum', 'Outbound']) {
      expect(within(shown).getByText(text)).toBeTruthy();
    }
    await user.click(within(shown).getByRole('button', { name: 'Reveal Private Key' }));
    expect(within(shown).getByText(KEY)).toBeTruthy();
    await user.click(within(shown).getByRole('button', { name: 'Hide Private Key' }));
    expect(shown.outerHTML).not.toContain(KEY);
  });

  // @spec 2.140
  it('copies the keys', async () => {
    const { user } = await openKeys();
    for (const [name, text] of [
      ['Copy Address', BACKUP.address],
      ['Copy Public Key', BACKUP.publicKey],
      ['Copy Private Key', KEY],
    ] as const) {
      await user.click(screen.getByRole('button', { name }));
      expect(await navigator.clipboard.readText()).toBe(text);
    }
  });

  // @spec 8.47
  it('shows that copying failed', async () => {
    const { user } = await openKeys();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
    await user.click(screen.getByRole('button', { name: 'Copy Private Key' }));
    expect(await toastTitled('Failed to copy to clipboard')).toBeTruthy();
  });

  // @spec 2.141
  it.each([
    [BACKUP.address, `wallet-backup-${BACKUP.address}.json`],
    ['../../etc/passwd\r\n\u202E0xAB', 'wallet-backup-etcpasswd0xAB.json'],
    ['a'.repeat(10_000), `wallet-backup-${'a'.repeat(128)}.json`],
  ])('downloads the backup of %j as %j', async (address, name) => {
    const { user } = await openKeys({ [CALL]: { body: { ...BACKUP, address } } });
    await user.click(screen.getByRole('button', { name: 'Download JSON' }));
    const [file] = saved;
    expect(file?.name).toBe(name);
    expect(JSON.parse((await file?.content.text()) ?? '')).toEqual({ ...BACKUP, address });
  });

  // @spec 4.20
  it('asks for a code again after it was closed', async () => {
    const { user } = await openKeys();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Wallet Backup' })).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Backup' }));
    expect(await codeField()).toBeTruthy();
    expect(screen.queryByText('Private Key')).toBeNull();
  });

  // @spec 4.21
  it('closes when another wallet is opened', async () => {
    const { router } = await openKeys({ 'GET /wallets/2': { body: walletDetailsAnswer(walletAnswer(2)) } });
    await router.navigate({ to: '/wallets', search: { wallet: '2' } });
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Wallet Backup' })).toBeNull());
    expect(await within(await walletPanel()).findByText(walletAnswer(2).address)).toBeTruthy();
  });

  it('ignores keys that arrive after the wallet was closed', async () => {
    const late = Promise.withResolvers<void>();
    const { user, router } = await openDialog({ [CALL]: { body: BACKUP, after: late.promise } });
    await user.type(await codeField(), '123456');
    await router.navigate({ to: '/wallets', search: { wallet: '2' } });
    late.resolve();
    expect(await within(await walletPanel()).findByText(walletAnswer(2).address)).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Wallet Backup' })).toBeNull();
    expect(toasts()).toBe(0);
  });
});

describe('EncryptedBackupForm', () => {
  it.each([
    ['short', 'short', 'Passphrase must be at least 12 characters'],
    ['correct horse battery', 'correct horse', 'Passphrases do not match'],
  ])('rejects the passphrase %j with the confirmation %j', async (passphrase, repeated, problem) => {
    const { user } = await openKeys();
    await user.click(screen.getByRole('button', { name: 'Encrypt with a passphrase' }));
    await user.type(screen.getByLabelText('Passphrase'), passphrase);
    await user.type(screen.getByLabelText('Confirm Passphrase'), repeated);
    await user.click(screen.getByRole('button', { name: 'Download encrypted file' }));
    expect(await screen.findByText(problem)).toBeTruthy();
    expect(saved).toEqual([]);
  });

  it.each([
    ['ETH', 'version 3 keystore'],
    ['MATIC', 'version 3 keystore'],
    ['BSC', 'version 3 keystore'],
    ['TRON', 'age (age-encryption.org)'],
    ['SOLANA', 'age (age-encryption.org)'],
  ])('explains the file format for a wallet on %s', async (blockchain, text) => {
    const { user } = await openKeys({ [CALL]: { body: { ...BACKUP, blockchain } } });
    await user.click(screen.getByRole('button', { name: 'Encrypt with a passphrase' }));
    expect((await dialog()).textContent).toContain(text);
  });

  it('shows that the encryption failed', async () => {
    // The test environment has no workers.
    const { user } = await openKeys();
    await user.click(screen.getByRole('button', { name: 'Encrypt with a passphrase' }));
    await user.type(screen.getByLabelText('Passphrase'), 'correct horse battery');
    await user.type(screen.getByLabelText('Confirm Passphrase'), 'correct horse battery');
    await user.click(screen.getByRole('button', { name: 'Download encrypted file' }));
    expect(await screen.findByText("Couldn't encrypt the file. Please try again.")).toBeTruthy();
    expect(saved).toEqual([]);
  });
});
