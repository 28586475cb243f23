import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../../test/render-page.tsx';
import { type ScriptedAnswer, scriptedFetch } from '../../../test/scripted-fetch.ts';
import { ExportButton } from './export-button.tsx';

const EXPORT = 'POST /exports';
const downloads: string[] = [];

vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
  downloads.push(`${this.getAttribute('href')}`);
});
afterEach(() => downloads.splice(0));

async function open(answer: ScriptedAnswer, total = 12, search?: string) {
  const network = scriptedFetch({
    'GET /auth/csrf-cookie': new Response(null, { status: 204 }),
    [EXPORT]: answer,
  });
  const notices: object[] = [];
  await renderPage(
    <ExportButton
      request={{ of: 'users', search: search ?? '', includeDeleted: false }}
      total={total}
      narrowedBy={search && `whose name or email contains “${search}”`}
    />,
    network,
    {},
    (notice) => notices.push(notice),
  );
  await userEvent.click(screen.getByRole('button', { name: 'Export CSV' }));
  return { dialog: await screen.findByRole('dialog'), calls: network.calls, notices };
}

const clickDownload = (dialog: HTMLElement) =>
  userEvent.click(within(dialog).getByRole('button', { name: 'Download CSV' }));

describe('ExportDialog', () => {
  it.each([
    [12, undefined, 'Includes all 12 users, not just this page.'],
    [1_234, 'ada', 'Includes all 1,234 users whose name or email contains “ada”, not just this page.'],
    [1, 'ada', 'Includes the 1 user whose name or email contains “ada”. This export'],
  ])('describes which users a file of %i rows contains', async (total, search, sentence) => {
    const { dialog } = await open({ address: '/x' }, total, search);
    expect(dialog.textContent).toContain(sentence);
    expect(downloads).toEqual([]);
  });

  it('downloads the file from the address in the response', async () => {
    const { dialog, calls } = await open({ address: '/api/admin/v1/exports/ticket' });
    await clickDownload(dialog);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(downloads).toEqual(['/api/admin/v1/exports/ticket']);
    expect(calls.at(-1)).toBe(EXPORT);
  });

  it.each([
    [
      'a rejected request',
      Response.json({ status: 'forbidden', message: 'Not you' }, { status: 403 }),
      'Not you',
    ],
    ['a server without exports', Response.json({}, { status: 404 }), ''],
    ['an address on another site', { address: 'https://evil.example.com/file' }, ''],
    ['a script as address', { address: 'javascript:alert(1)' }, ''],
    ['an invalid response', { hello: 'world' }, ''],
  ])('shows an error after %s', async (_, answer, reason) => {
    const { dialog, notices } = await open(answer);
    await clickDownload(dialog);
    expect((await within(dialog).findByRole('alert')).textContent).toBe(
      `Couldn't prepare the file. ${reason}`.trim(),
    );
    expect(notices).toEqual([{ title: 'Something went wrong' }]);
    expect(downloads).toEqual([]);
  });
});

it('ExportButton is disabled for an empty list', async () => {
  await renderPage(
    <ExportButton request={{ of: 'invitations' }} total={0} narrowedBy={undefined} />,
    scriptedFetch({}),
  );
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Export CSV' }).disabled).toBe(true);
});
