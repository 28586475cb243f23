import { createStoredChoice } from '../lib/stored-choice.ts';

export type RowDensity = 'comfortable' | 'compact';

const choice = createStoredChoice<RowDensity>('rows', ['comfortable', 'compact'], 'comfortable');

export const rowDensityStore = choice.store;
export const chooseRowDensity = choice.choose;

/** Applies the stored density and follows its changes. Returns a function that stops this. */
export function followRowDensity(): () => void {
  const show = () => {
    document.documentElement.dataset['rows'] = rowDensityStore.get();
  };
  const endFollowing = choice.follow();
  show();
  const endShowing = rowDensityStore.subscribe(show);
  return () => {
    endFollowing();
    endShowing();
  };
}
