import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { PageStrip } from './page-strip.tsx';
import { Providers } from './providers.tsx';
import type { AppRouter } from './router.ts';
import type { Services } from './services.ts';

interface AppRootProps {
  readonly router: AppRouter;
  readonly services: Services;
}

export function AppRoot({ router, services }: AppRootProps) {
  return (
    <StrictMode>
      <Providers services={services}>
        <RouterProvider router={router} />
        <PageStrip connection={services.connection} outdated={services.outdated} />
      </Providers>
    </StrictMode>
  );
}
