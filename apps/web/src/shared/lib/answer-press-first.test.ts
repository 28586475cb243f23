import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { answerPressFirst } from './answer-press-first.ts';

/** Browsers say which event is being handled; the one of these tests does not. */
function pressFor(act: () => void): void {
  vi.stubGlobal('event', new MouseEvent('click'));
  act();
  vi.unstubAllGlobals();
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

it('leads on after the frame that answers a press, and once however often it is pressed', async () => {
  const history = answerPressFirst(createMemoryHistory({ initialEntries: ['/users'] }));
  pressFor(() => history.push('/merchants'));
  pressFor(() => history.push('/merchants'));
  expect(history.location.pathname).toBe('/users');
  await nextFrame();
  expect(history.location.pathname).toBe('/merchants');
  expect(history.length).toBe(2);
});

it('keeps nothing waiting that no press leads to', () => {
  const history = answerPressFirst(createMemoryHistory({ initialEntries: ['/users'] }));
  history.replace('/login');
  expect(history.location.pathname).toBe('/login');
});
