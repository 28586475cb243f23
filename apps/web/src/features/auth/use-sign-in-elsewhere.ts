import { useEffect, useEffectEvent } from 'react';
import { useSession } from '../../domain/session/use-session.ts';

/** Goes on where one waits for a sign-in, once somebody has signed in in another tab. */
export function useSignInElsewhere(goOn: () => Promise<void>): void {
  const session = useSession();
  const hear = useEffectEvent(async () => {
    if (await session.find()) {
      await goOn();
    }
  });

  useEffect(() => session.onSignInElsewhere(() => void hear()), [session]);
}
