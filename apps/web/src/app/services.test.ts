import { DEFAULT_RUNTIME_SETTINGS, type RuntimeSettings } from '@halyard/contract/runtime-settings';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../shared/lib/store.ts';
import { loadRuntimeSettings } from './services.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('loadRuntimeSettings', () => {
  const held: RuntimeSettings = { ...DEFAULT_RUNTIME_SETTINGS, imageOrigins: ['https://images.example'] };

  it.each([
    ['replaces different settings', { ...held, productName: 'Mainsail' }, 1],
    ['does not update the store for equal settings', held, 0],
  ])('%s', async (_, file, changes) => {
    vi.stubGlobal('fetch', async () => Response.json(file));
    const settings = createStore(held);
    const changed = vi.fn();
    settings.subscribe(changed);
    await loadRuntimeSettings(settings);
    expect(settings.get()).toEqual(file);
    expect(changed).toHaveBeenCalledTimes(changes);
  });
});
