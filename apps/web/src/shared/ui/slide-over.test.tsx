import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, it } from 'vitest';
import { SlideOver } from './slide-over.tsx';

function Page() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <SlideOver open={open} onClose={() => setOpen(false)} label="Sheet" side="left" className="">
        <button type="button">Inside</button>
      </SlideOver>
    </>
  );
}

async function openSheet() {
  render(<Page />);
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  return screen.getByRole<HTMLDialogElement>('dialog', { name: 'Sheet' });
}

it('is a modal dialog with a name, empty while closed', async () => {
  render(<Page />);
  expect(screen.queryByText('Inside')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByRole<HTMLDialogElement>('dialog', { name: 'Sheet' }).open).toBe(true);
  expect(screen.getByText('Inside')).toBeTruthy();
});

it('closes when the browser closes it, as on Escape', async () => {
  const dialog = await openSheet();
  fireEvent(dialog, new Event('close'));
  expect(screen.queryByText('Inside')).toBeNull();
});

it('closes on a press beside it, not on one inside', async () => {
  const dialog = await openSheet();
  await userEvent.click(screen.getByText('Inside'));
  expect(dialog.open).toBe(true);
  await userEvent.click(dialog);
  expect(dialog.open).toBe(false);
});
