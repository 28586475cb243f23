import { createContext, useContext } from 'react';
import { useStore } from '../../shared/lib/use-store.ts';
import type { Session, SessionState } from './session.ts';

export const SessionContext = createContext<Session | undefined>(undefined);

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) {
    throw new Error('useSession needs a SessionContext around it');
  }
  return session;
}

export function useSessionState(): SessionState {
  return useStore(useSession().state);
}
