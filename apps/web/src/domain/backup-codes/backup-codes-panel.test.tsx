import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { toastTitled } from '../../../test/toasts.ts';
import { BackupCodesPanel, backupCodesFileName } from './backup-codes-panel.tsx';

const CODES = ['7Q2MX4KT90', 'ABCDEFGHJK', '0123456789'];

afterEach(() => vi.restoreAllMocks());

describe('BackupCodesPanel', () => {
  // @spec 2.63, 3.25
  it('lists the codes and warns that they are not shown again', () => {
    render(<BackupCodesPanel codes={CODES} />);
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(CODES);
    expect(screen.getByRole('list').className).toMatch(/\bgrid-cols-2\b/);
    expect(screen.getByText('These codes will not be shown again. Make sure to save them now.')).toBeTruthy();
  });

  // @spec 2.64
  it('copies the codes, one per line, and shows "Copied" briefly', async () => {
    const user = userEvent.setup();
    render(<BackupCodesPanel codes={CODES} />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));
    expect(screen.getByRole('button', { name: 'Copied' })).toBeTruthy();
    expect(await toastTitled('Backup codes copied to clipboard')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Copy' })).toBeTruthy();
  });

  it('shows a message if the browser blocks copying', async () => {
    const user = userEvent.setup();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
    render(<BackupCodesPanel codes={CODES} />);
    await user.click(screen.getByRole('button', { name: 'Copy' }));
    expect(await toastTitled('Failed to copy to clipboard')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Copied' })).toBeNull();
  });

  // @spec 2.65
  it('downloads the codes as a text file, one per line', async () => {
    const user = userEvent.setup();
    const files: Blob[] = [];
    const names: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      files.push(file as Blob);
      return 'blob:codes';
    });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    render(<BackupCodesPanel codes={CODES} />);
    await user.click(screen.getByRole('button', { name: 'Download' }));
    expect(await files[0]?.text()).toBe(CODES.join('\n'));
    expect(names[0]).toMatch(/^backup-codes-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.txt$/);
    expect(await toastTitled('Backup codes downloaded')).toBeTruthy();
  });

  // @spec 2.66
  it('has a Continue button only if there is a next step', async () => {
    const user = userEvent.setup();
    const onContinue = vi.fn();
    const { rerender } = render(<BackupCodesPanel codes={CODES} />);
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    rerender(<BackupCodesPanel codes={CODES} onContinue={onContinue} />);
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    expect(onContinue).toHaveBeenCalledOnce();
  });
});

// @spec 2.65
it('backupCodesFileName contains the time', () => {
  expect(backupCodesFileName(new Date('2026-11-21T03:04:05.678Z'))).toBe(
    'backup-codes-2026-11-21T03-04-05Z.txt',
  );
});
