import { createStoredChoice } from '../../shared/lib/stored-choice.ts';

/** Whether keys pressed alone do something: who speaks to the page or slips can turn that off (WCAG 2.1.4). */
export const singleKeys = createStoredChoice('single-keys', ['on', 'off'], 'on');
