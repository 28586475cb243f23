import { GETTING_STARTED } from '@halyard/contract/runtime-settings';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useRuntimeSettings } from '../../domain/product/use-runtime-settings.ts';
import { useApi } from '../../domain/session/use-api.ts';
import { useLazyComponent } from '../../shared/lib/use-lazy-component.ts';
import { gettingStartedQuery } from './overview-queries.ts';

const DISMISSED_KEY = 'getting-started-dismissed';

const loadCard = () =>
  import('./getting-started-card.tsx').then(({ GettingStartedCard }) => GettingStartedCard);

/** Returns the card until all steps are done or this browser dismissed it. Servers that lack the call have none. */
export function useGettingStarted(): { readonly card: ReactNode; readonly isPending: boolean } {
  const { screens } = useRuntimeSettings();
  const [isDismissed, setIsDismissed] = useState(wasDismissed);
  const isWanted = screens.includes(GETTING_STARTED) && !isDismissed;
  const steps = useQuery({ ...gettingStartedQuery(useApi()), enabled: isWanted });
  const isShown = isWanted && steps.data !== undefined && Object.values(steps.data).includes(false);
  const { Component, error } = useLazyComponent(loadCard, isShown);

  function dismiss() {
    setIsDismissed(true);
    try {
      localStorage.setItem(DISMISSED_KEY, 'yes');
    } catch {
      // Without storage, the card is gone until the next reload.
    }
  }

  return {
    card: isShown && Component ? <Component steps={steps.data} onDismiss={dismiss} /> : null,
    isPending: isWanted && (steps.isPending || (isShown && !Component && !error)),
  };
}

/** Places a card above the content if they appear together, otherwise below it, because it would shift the content. */
export function usePlacement(
  card: ReactNode,
  hasContent: boolean,
): { readonly above: ReactNode; readonly below: ReactNode } {
  const [isLate, setIsLate] = useState(false);
  if (hasContent && card === null && !isLate) {
    setIsLate(true);
  }
  return { above: hasContent && !isLate ? card : null, below: isLate ? card : null };
}

function wasDismissed(): boolean {
  try {
    return localStorage.getItem(DISMISSED_KEY) !== null;
  } catch {
    return false;
  }
}
