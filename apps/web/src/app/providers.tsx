import type { ReactNode } from 'react';
import { RuntimeSettingsContext } from '../domain/product/use-runtime-settings.ts';
import { ApiContext } from '../domain/session/use-api.ts';
import { SessionContext } from '../domain/session/use-session.ts';
import type { Services } from './services.ts';

interface ProvidersProps {
  readonly services: Services;
  readonly children: ReactNode;
}

export function Providers({ services, children }: ProvidersProps) {
  return (
    <RuntimeSettingsContext value={services.runtimeSettings}>
      <ApiContext value={services.api}>
        <SessionContext value={services.session}>{children}</SessionContext>
      </ApiContext>
    </RuntimeSettingsContext>
  );
}
