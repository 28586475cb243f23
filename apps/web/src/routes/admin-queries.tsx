import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useOnReconnect } from '../shared/lib/use-on-reconnect.ts';
import { refetchVisible } from '../shared/query/refetch-visible.ts';

interface AdminQueriesProps {
  readonly children: ReactNode;
}

/** Provides one administrator's query cache. Refetches after a reconnect, and clears the cache on logout. */
export function AdminQueries({ children }: AdminQueriesProps) {
  const { session, queries } = useRouter().options.context;
  const [queryClient] = useState(() => queries.get());

  useOnReconnect(() => void refetchVisible(queryClient));

  useEffect(
    () => () => {
      if (session.state.get().status !== 'signed-in') {
        queryClient.clear();
      }
    },
    [session, queryClient],
  );

  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
