import { QueryClientProvider } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';

interface AdminQueriesProps {
  /** The uuid of whoever is signed in. */
  readonly administrator: string | undefined;
  readonly children: ReactNode;
}

/** What is read from the server for one administrator. It is read again once a lost connection is back. */
export function AdminQueries({ administrator, children }: AdminQueriesProps) {
  const { connection, session, queries } = useRouter().options.context;
  const [queryClient] = useState(() => queries.take(administrator));

  useEffect(() => queries.drop, [queries]);

  useEffect(() => {
    let before = connection.get();
    return connection.subscribe(() => {
      const now = connection.get();
      if (before === 'gone' && now === 'good') {
        void (session.state.get().status === 'failed'
          ? session.load()
          : queryClient.refetchQueries({ type: 'active' }));
      }
      before = now;
    });
  }, [connection, session, queryClient]);

  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>;
}
