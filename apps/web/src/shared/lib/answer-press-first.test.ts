import { createMemoryHistory } from '@tanstack/react-router';
import { expect, it, vi } from 'vitest';
import { answerPressFirst } from './answer-press-first.ts';

/** Browsers say which event is being handled; the one of these tests does not. */
function pressFor(act: () => void, on: HTMLElement = document.createElement('button')): void {
  const press = new MouseEvent('click');
  on.dispatchEvent(press);
  vi.stubGlobal('event', press);
  act();
  vi.unstubAllGlobals();
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

it('leads on after the frame that answers a press, and once however often it is pressed', async () => {
  const told: string[] = [];
  const history = answerPressFirst(createMemoryHistory({ initialEntries: ['/users'] }), (path) =>
    told.push(path),
  );
  pressFor(() => history.push('/merchants'));
  pressFor(() => history.push('/merchants'));
  expect(history.location.pathname).toBe('/users');
  expect(told).toEqual(['/merchants']);
  await nextFrame();
  expect(history.location.pathname).toBe('/merchants');
  expect(history.length).toBe(2);
});

it('leads to what comes after a press after it, though nothing is waited for then', async () => {
  const history = answerPressFirst(createMemoryHistory({ initialEntries: ['/users'] }));
  pressFor(() => history.push('/merchants'));
  history.replace('/login');
  expect(history.location.pathname).toBe('/login');
  expect(history.length).toBe(2);
  await nextFrame();
  expect(history.location.pathname).toBe('/login');
  expect(history.length).toBe(2);
});

it('is led back by nothing that the screen does which a press leaves', async () => {
  const history = answerPressFirst(createMemoryHistory({ initialEntries: ['/users'] }));
  pressFor(() => history.push('/merchants'));
  history.replace('/users?search=ada');
  expect(history.location.href).toBe('/users?search=ada');
  await nextFrame();
  expect(history.location.href).toBe('/merchants');
  expect(history.length).toBe(2);
});

it('leads to two places that are pressed within a frame in their order', async () => {
  const history = answerPressFirst(createMemoryHistory({ initialEntries: ['/users'] }));
  pressFor(() => history.push('/merchants'));
  pressFor(() => history.push('/wallets'));
  expect(history.location.pathname).toBe('/merchants');
  await nextFrame();
  expect(history.location.pathname).toBe('/wallets');
  expect(history.length).toBe(3);
});

it('keeps nothing waiting that no press leads to', () => {
  const history = answerPressFirst(createMemoryHistory({ initialEntries: ['/users'] }));
  history.replace('/login');
  expect(history.location.pathname).toBe('/login');
});

it('keeps no choice of a field waiting', () => {
  const history = answerPressFirst(createMemoryHistory({ initialEntries: ['/dashboard'] }));
  pressFor(() => history.push('/dashboard?range=all'), document.createElement('input'));
  expect(history.location.search).toBe('?range=all');
});
