import { createStoredChoice } from '../../shared/lib/stored-choice.ts';

/** Setting for single-key shortcuts, which speech input can trigger by accident (WCAG 2.1.4). */
export const singleKeys = createStoredChoice('single-keys', ['on', 'off'], 'on');
