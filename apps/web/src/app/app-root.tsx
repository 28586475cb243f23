import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import type { App } from './create-app.ts';
import { Providers } from './providers.tsx';

export function AppRoot({ router, services }: App) {
  return (
    <StrictMode>
      <Providers services={services}>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>
  );
}
