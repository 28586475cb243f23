import { GETTING_STARTED } from '@halyard/contract/runtime-settings';
import { useLazyComponent } from '../../shared/lib/use-lazy-component.ts';
import { useRuntimeSettings } from '../product/use-runtime-settings.ts';
import type { HelpedList } from './first-steps.tsx';

const loadArrival = () => import('./first-steps.tsx').then(({ Arrival }) => Arrival);

/** Explains how records arrive, if the server supports it. */
export function EmptyListHelp({ list }: { readonly list: HelpedList }) {
  const { screens } = useRuntimeSettings();
  const { Component } = useLazyComponent(loadArrival, screens?.includes(GETTING_STARTED) ?? false);
  return Component ? <Component list={list} /> : null;
}
