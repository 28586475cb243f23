import { useLazyComponent } from '../../lib/use-lazy-component.ts';
import type { DayFieldsProps } from './day-fields.tsx';

const load = () => import('./day-fields.tsx').then(({ DayFields }) => DayFields);

/** For filters that rarely show the fields. */
export function LazyDayFields(props: DayFieldsProps) {
  const { Component } = useLazyComponent(load, true);
  return Component ? <Component {...props} /> : null;
}
