/** Name of the shortcut modifier key on this keyboard. */
export function commandKey(): 'Ctrl' | '⌘' {
  return /^(Mac|iP)/.test(navigator.platform) ? '⌘' : 'Ctrl';
}
