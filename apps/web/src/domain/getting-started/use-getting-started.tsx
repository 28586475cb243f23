import { GETTING_STARTED } from '@halyard/contract/runtime-settings';
import { type ReactNode, useCallback, useState } from 'react';
import { useLazyComponent } from '../../shared/lib/use-lazy-component.ts';
import { useRuntimeSettings } from '../product/use-runtime-settings.ts';
import { useApi } from '../session/use-api.ts';

/** Returns the card with the first steps: undefined while it loads, null if the server has none. */
export function useGettingStarted(): ReactNode {
  const api = useApi();
  const { screens } = useRuntimeSettings();
  const load = useCallback(
    () => import('./first-steps.tsx').then(({ openGettingStarted }) => openGettingStarted(api)),
    [api],
  );
  const { Component, error } = useLazyComponent(load, screens?.includes(GETTING_STARTED) ?? false);
  if (Component) {
    return <Component />;
  }
  const isPending = screens === undefined || screens.includes(GETTING_STARTED);
  return isPending && !error ? undefined : null;
}

/** Places a card above the content if they appear together, otherwise below it, because it would shift the content. */
export function usePlacement(card: ReactNode, hasContent: boolean): readonly ReactNode[] {
  const [isLate, setIsLate] = useState(false);
  if (hasContent && !card && !isLate) {
    setIsLate(true);
  }
  return isLate ? [null, card] : [hasContent ? card : null, null];
}
