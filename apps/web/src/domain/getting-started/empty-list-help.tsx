import { GETTING_STARTED } from '@halyard/contract/runtime-settings';
import { useLazyComponent } from '../../shared/lib/use-lazy-component.ts';
import { useRuntimeSettings } from '../product/use-runtime-settings.ts';
import type { ArrivalProps } from './arrival.tsx';

const loadArrival = () => import('./arrival.tsx').then(({ Arrival }) => Arrival);

/** Explains how records arrive, if the server announces that it knows. */
export function EmptyListHelp({ list }: ArrivalProps) {
  const { screens } = useRuntimeSettings();
  const { Component } = useLazyComponent(loadArrival, screens.includes(GETTING_STARTED));
  return Component ? <Component list={list} /> : null;
}
