import { DEFAULT_RUNTIME_SETTINGS, type RuntimeSettings } from '@halyard/contract/runtime-settings';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { RuntimeSettingsContext } from '../src/domain/product/use-runtime-settings.ts';
import { ApiContext } from '../src/domain/session/use-api.ts';
import { createApiClient } from '../src/shared/api/api-client.ts';
import type { FailureNotice } from '../src/shared/api/failure-notice.ts';
import { createStore } from '../src/shared/lib/store.ts';
import { createQueryClient } from '../src/shared/query/create-query-client.ts';
import { renderAt } from './render-at.tsx';
import type { ScriptedFetch } from './scripted-fetch.ts';

/** Renders a page of the admin area with its providers and scripted responses. */
export function renderPage(
  page: ReactNode,
  network: ScriptedFetch,
  settings: Partial<RuntimeSettings> = {},
  notify: (notice: FailureNotice) => void = () => undefined,
) {
  const api = createApiClient({
    fetch: network.fetch,
    notify,
    verifyIdentity: async () => 'cancelled',
    onUnauthenticated: () => undefined,
  });
  return renderAt(
    '/',
    <RuntimeSettingsContext value={createStore({ ...DEFAULT_RUNTIME_SETTINGS, ...settings })}>
      <ApiContext value={api}>
        <QueryClientProvider client={createQueryClient()}>{page}</QueryClientProvider>
      </ApiContext>
    </RuntimeSettingsContext>,
  );
}
