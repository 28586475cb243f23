import { createStoredChoice } from '../../shared/lib/stored-choice.ts';

/** Whether single-key shortcuts are on. Speech input and slips can trigger them by accident (WCAG 2.1.4). */
export const singleKeys = createStoredChoice('single-keys', ['on', 'off'], 'on');
