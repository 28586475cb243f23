import { DEFAULT_RUNTIME_SETTINGS, type RuntimeSettings } from '@halyard/contract/runtime-settings';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createStore } from '../shared/lib/store.ts';
import { loadRuntimeSettings } from './services.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('loadSettings', () => {
  const held: RuntimeSettings = { ...DEFAULT_RUNTIME_SETTINGS, imageOrigins: ['https://images.example'] };

  it.each([
    ['take the place of those held', { ...held, productName: 'Mainsail' }, 1],
    ['change nothing where they say the same', held, 0],
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
