import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../../domain/session/use-session.ts';

/** Calls back after a sign-in in another tab, once this tab has a session too. */
export function useSignInElsewhere(onSignedIn: () => Promise<void>): void {
  const session = useSession();
  const findSession = useEffectEvent(async () => {
    if (await session.find()) {
      await onSignedIn();
    }
  });

  useEffect(() => session.onSignInElsewhere(() => void findSession()), [session]);
}
