import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Connection } from '../../lib/connection.ts';
import { watchMissingFiles } from '../../lib/new-version.ts';
import { createStore } from '../../lib/store.ts';
import { useLazyComponent } from '../../lib/use-lazy-component.ts';
import { PanelPlaceholder } from './panel-placeholder.tsx';

const Late = () => <p>Here at last</p>;

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

interface PlaceProps {
  readonly load: () => Promise<ComponentType>;
  readonly onClose: () => void;
}

function Place({ load, onClose }: PlaceProps) {
  const { Component, ...awaited } = useLazyComponent(load, true);
  return Component ? <Component /> : <PanelPlaceholder title="Sheet" onClose={onClose} {...awaited} />;
}

function renderPlace(load: PlaceProps['load']) {
  const onClose = vi.fn();
  render(<Place load={load} onClose={onClose} />);
  return onClose;
}

const retry = async () => userEvent.click(await screen.findByRole('button', { name: 'Retry' }));

it('PanelPlaceholder can be closed while the code is loading', async () => {
  const onClose = renderPlace(() => new Promise(() => undefined));
  expect(screen.getByRole('heading', { name: 'Sheet' })).toBeTruthy();
  expect(screen.getByRole('status').textContent).toBe('Loading');
  await userEvent.click(screen.getByRole('button', { name: 'Close panel' }));
  expect(onClose).toHaveBeenCalledOnce();
});

it('PanelPlaceholder shows why loading failed and retries', async () => {
  const load = vi.fn<() => Promise<ComponentType>>().mockRejectedValueOnce(new Error('No such luck'));
  load.mockResolvedValue(Late);
  const onClose = renderPlace(load);
  expect((await screen.findByRole('alert')).textContent).toContain('No such luck');
  await userEvent.click(screen.getByRole('button', { name: 'Close panel' }));
  expect(onClose).toHaveBeenCalledOnce();
  await retry();
  expect(await screen.findByText('Here at last')).toBeTruthy();
});

it('PanelPlaceholder reloads the page if the browser has cached the failed import', async () => {
  const reload = vi.spyOn(location, 'reload').mockImplementation(() => undefined);
  vi.stubGlobal('fetch', async () => new Response());
  watchMissingFiles({ outdated: createStore(false), connection: createStore<Connection>('good') });
  const load = vi.fn(async (): Promise<ComponentType> => {
    const payload = new TypeError('Failed to fetch dynamically imported module');
    dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }));
    throw payload;
  });
  renderPlace(load);
  expect((await screen.findByRole('alert')).textContent).toContain('Check your connection');
  await retry();
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(load).toHaveBeenCalledOnce();
});
