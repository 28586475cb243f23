import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { SlideOver } from './overlay/slide-over.tsx';
import { Strip } from './strip.tsx';

const PLACES = { status: new DOMRect(0, 800, 390, 36), button: new DOMRect(200, 800, 60, 36) };

function renderBoth() {
  const onClose = vi.fn();
  const onReload = vi.fn();
  render(
    <>
      <Strip>
        <button type="button" onClick={onReload}>
          Reload
        </button>
      </Strip>
      <SlideOver open onClose={onClose} label="Sheet" side="right" className="">
        Inside
      </SlideOver>
    </>,
  );
  for (const role of ['status', 'button'] as const) {
    screen.getByRole(role).getBoundingClientRect = () => PLACES[role];
  }
  const clickAt = (clientX: number, clientY: number) =>
    fireEvent.click(screen.getByRole('dialog'), { clientX, clientY });
  return { onClose, onReload, clickAt };
}

it.each([
  ['on the button', 230, 820, { reloads: 1, closes: 0 }],
  ['on the rest', 20, 820, { reloads: 0, closes: 0 }],
  ['above', 230, 700, { reloads: 0, closes: 1 }],
])('Strip handles a click %s of the strip while a modal panel is open', (_, x, y, { reloads, closes }) => {
  const { onClose, onReload, clickAt } = renderBoth();
  clickAt(x, y);
  expect(onReload).toHaveBeenCalledTimes(reloads);
  expect(onClose).toHaveBeenCalledTimes(closes);
});
