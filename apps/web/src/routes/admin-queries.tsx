import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { refetchVisible } from '../shared/query/refetch-visible.ts';

interface AdminQueriesProps {
  readonly children: ReactNode;
}

/** Provides one administrator's query cache. Refetches after a reconnect, and clears the cache on logout. */
export function AdminQueries({ children }: AdminQueriesProps) {
  const { connection, session, queries } = useRouter().options.context;
  const [queryClient] = useState(() => queries.get());

  useEffect(() => {
    let before = connection.get();
    return connection.subscribe(() => {
      const now = connection.get();
      if (before === 'gone' && now === 'good') {
        void (session.state.get().status === 'failed' ? session.load() : refetchVisible(queryClient));
      }
      before = now;
    });
  }, [connection, session, queryClient]);

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
