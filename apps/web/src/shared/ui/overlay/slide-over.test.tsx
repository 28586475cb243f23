import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, it, vi } from 'vitest';
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

it('SlideOver is a modal dialog with a name, empty while closed', async () => {
  render(<Page />);
  expect(screen.queryByText('Inside')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Open' }));
  expect(screen.getByRole<HTMLDialogElement>('dialog', { name: 'Sheet' }).open).toBe(true);
  expect(screen.getByText('Inside')).toBeTruthy();
});

it('SlideOver closes when the browser closes the dialog, as on Escape', async () => {
  const dialog = await openSheet();
  act(() => dialog.close());
  expect(screen.queryByText('Inside')).toBeNull();
});

it('SlideOver closes on a click outside, not inside', async () => {
  const dialog = await openSheet();
  await userEvent.click(screen.getByText('Inside'));
  expect(dialog.open).toBe(true);
  await userEvent.click(dialog);
  expect(dialog.open).toBe(false);
});

it('SlideOver stays open while its owner keeps it open', async () => {
  const onClose = vi.fn();
  render(
    <SlideOver open onClose={onClose} label="Sheet" side="right" className="">
      <button type="button">Inside</button>
    </SlideOver>,
  );
  const dialog = screen.getByRole<HTMLDialogElement>('dialog', { name: 'Sheet' });
  expect(fireEvent(dialog, new Event('cancel', { cancelable: true }))).toBe(false);
  dialog.close();
  expect(onClose.mock.calls.length).toBeGreaterThanOrEqual(2);
  expect(dialog.open).toBe(true);
  expect(screen.getByText('Inside')).toBeTruthy();
});

function Beside() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <button type="button">Other</button>
      <input aria-label="Search" />
      <SlideOver
        open={open}
        onClose={() => setOpen(false)}
        label="Sheet"
        side="right"
        modal={false}
        className=""
      >
        <button type="button">Inside</button>
      </SlideOver>
    </>
  );
}

describe('non-modal SlideOver', () => {
  async function openBeside() {
    render(<Beside />);
    await userEvent.click(button('Open'));
    return screen.getByRole<HTMLDialogElement>('dialog', { name: 'Sheet' });
  }

  const button = (name: string) => screen.getByRole('button', { name });

  it('leaves the focus where it was', async () => {
    const dialog = await openBeside();
    expect(dialog.open).toBe(true);
    expect(document.activeElement).toBe(button('Open'));
  });

  it('returns the focus to the last focused element outside', async () => {
    const dialog = await openBeside();
    button('Other').focus();
    button('Inside').focus();
    await userEvent.keyboard('{Escape}');
    expect(dialog.open).toBe(false);
    expect(document.activeElement).toBe(button('Other'));
  });

  it('closes on Escape from outside, unless a field there contains text', async () => {
    const dialog = await openBeside();
    await userEvent.type(screen.getByLabelText('Search'), 'ada');
    await userEvent.keyboard('{Escape}');
    expect(dialog.open).toBe(true);
    button('Other').focus();
    await userEvent.keyboard('{Escape}');
    expect(dialog.open).toBe(false);
    expect(document.activeElement).toBe(button('Other'));
  });

  it('closes on Escape from an empty field outside', async () => {
    const dialog = await openBeside();
    screen.getByLabelText('Search').focus();
    await userEvent.keyboard('{Escape}');
    expect(dialog.open).toBe(false);
  });
});
